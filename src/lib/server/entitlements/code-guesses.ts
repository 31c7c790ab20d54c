import { isMistyped } from '#lib/domain/entitlements/voucher-reference.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'

/** Who performs a look-up: a visitor, its address and its network. null is this machine, which is not limited. */
export interface Guesser {
  readonly uuid: string
  readonly caller: string | null
  readonly network: string | null
}

/**
 * Refusals that are not wrong guesses: those unrelated to the typed text, and those of a valid code for tickets that are not sold here, because a page asks for
 * each ticket group of its cart.
 */
const NO_GUESS: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'BAD_REQUEST',
  'NOT_FOUND',
  'captchaError',
  'invalid_captcha',
  'invalidSSN',
  'VOUCHER_MISTYPED',
  'referenceCheckFailed',
  'MEMBERSHIP_CODE_TWICE',
  'ticketNotFound',
  'noValidMember',
])

/** Per quarter of an hour. An address and a network get ADDRESS_LIMIT_FACTOR times as many, because many people share one. */
const SECONDS = 900
const FAILURES = { visitor: 5, caller: 20, network: 200 } as const
const MISTYPED = { visitor: 10, caller: 40, network: 400 } as const

/**
 * Limits look-ups that could be used to guess a code, a voucher's reference or an ID number. Counts every attempt first, across all processes, so that parallel
 * attempts cannot slip through, and takes it back unless it failed. Refusals: TOO_MANY_CODES, and those of `look`.
 */
export async function guardGuesses<T>(guesser: Guesser, look: () => Promise<Result<T>>): Promise<Result<T>> {
  const { uuid, caller } = guesser
  if (caller === null) return look()
  const tried = await countTry({ uuid, caller }, limitsOf(guesser))
  if (!tried.ok) return refuse('TOO_MANY_CODES', tried.refusal.facts)
  const found = await look()
  if (found.ok || NO_GUESS.has(found.refusal.code)) await takeBackTries(tried.value)
  return found
}

/**
 * `guardGuesses` of a voucher's number. One that is not found and mistyped, as its check sign tells, is said to be so and is no guess; only so many a quarter of an
 * hour, because vouchers of a house may have that form without a check sign. Refusals: VOUCHER_MISTYPED, those of `guardGuesses`.
 */
export function guardNumbers<T>(guesser: Guesser, reference: string, look: () => Promise<Result<T>>): Promise<Result<T>> {
  return guardGuesses(guesser, async () => {
    const found = await look()
    const isTypo = !found.ok && found.refusal.code === 'SYSTEM_VOUCHER_NOT_FOUND' && isMistyped(reference)
    return isTypo && (await mayMistype(guesser)) ? refuse('VOUCHER_MISTYPED') : found
  })
}

async function mayMistype({ uuid, caller, network }: Guesser): Promise<boolean> {
  if (caller === null) return true
  const limits: readonly TryLimit[] = [
    { kind: 'mistyped numbers of', who: uuid, most: MISTYPED.visitor, seconds: SECONDS },
    callerLimit({ kind: 'mistyped numbers from', who: caller, most: MISTYPED.caller, seconds: SECONDS }),
    callerLimit({ kind: 'mistyped numbers of network', who: network, most: MISTYPED.network, seconds: SECONDS }),
  ]
  return (await countTry({ uuid, caller }, limits)).ok
}

/** An attempt that one limit refuses is not counted by the others. */
function limitsOf({ uuid, caller, network }: Guesser): readonly TryLimit[] {
  return [
    { kind: 'code guesses of', who: uuid, most: FAILURES.visitor, seconds: SECONDS },
    callerLimit({ kind: 'code guesses from', who: caller, most: FAILURES.caller, seconds: SECONDS }),
    callerLimit({ kind: 'code guesses of network', who: network, most: FAILURES.network, seconds: SECONDS }),
  ]
}
