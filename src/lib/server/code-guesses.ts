import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { countCall, uncountCall } from './limits.ts'

/** Who looks something up: a visitor, and the address that it comes from; null is this machine, which is not limited. */
export interface Guesser {
  readonly uuid: string
  readonly caller: string | null
}

/**
 * Refusals that are no wrong guesses: those that say nothing about what was typed, and those of a code that is one, but for tickets which are not sold here:
 * a page asks for each ticket group of its cart.
 */
const NO_GUESS: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'BAD_REQUEST',
  'NOT_FOUND',
  'captchaError',
  'invalid_captcha',
  'invalidSSN',
  'referenceCheckFailed',
  'MEMBERSHIP_CODE_TWICE',
  'ticketNotFound',
  'noValidMember',
])

/**
 * Looks up what could be guessed: a code, a voucher's reference, an ID number. Every attempt is counted before it is made, so that many at once do not
 * slip through, and is taken back where it was none; what remains are failures. Refusals: TOO_MANY_CODES, and those of `look`.
 */
export async function guardGuesses<T>({ uuid, caller }: Guesser, look: () => Promise<Result<T>>): Promise<Result<T>> {
  if (caller === null) return look()
  const wait = await countAttempt(uuid, caller)
  if (wait !== undefined) return refuse('TOO_MANY_CODES', { seconds: wait })
  const found = await look()
  if (found.ok || NO_GUESS.has(found.refusal.code))
    await Promise.all([uncountCall('codes', 'visitor', uuid), uncountCall('codes', 'caller', caller)])
  return found
}

async function countAttempt(uuid: string, caller: string): Promise<number | undefined> {
  const ofVisitor = await countCall('codes', 'visitor', uuid)
  if (ofVisitor !== undefined) return ofVisitor
  const ofCaller = await countCall('codes', 'caller', caller)
  if (ofCaller !== undefined) await uncountCall('codes', 'visitor', uuid)
  return ofCaller
}
