/** Passkeys that one account may have. */
export const MOST_PASSKEYS = 10
const LONGEST_NAME = 60

/** The name of a passkey as somebody types it; undefined: it is none. */
export function readPasskeyName(typed: string): string | undefined {
  const name = typed.trim().replaceAll(/\s+/g, ' ')
  return name.length > 0 && name.length <= LONGEST_NAME && !/\p{C}/u.test(name) ? name : undefined
}

/**
 * Whether what a device says of its uses is not more than what it said before: then there are two of it (WebAuthn §7.2, step 22). Devices that share a passkey
 * do not count, and say 0 each time.
 */
export function hasCounterGoneBack(before: number, now: number): boolean {
  return before > 0 && now <= before
}
