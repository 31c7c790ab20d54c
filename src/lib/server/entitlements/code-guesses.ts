import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'

/** Who looks something up: a visitor, and the address and network that it comes from; null is this machine, which is not limited. */
export interface Guesser {
  readonly uuid: string
  readonly caller: string | null
  readonly network: string | null
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

/** In a quarter of an hour; of an address and of a network ADDRESS_LIMIT_FACTOR times as many, because many people share one. */
const SECONDS = 900
const FAILURES = { visitor: 5, caller: 20, network: 200 } as const

/**
 * Looks up what could be guessed: a code, a voucher's reference, an ID number. Every attempt is counted before it is made, over all processes, so that many
 * at once do not slip through, and is taken back where it was none; what remains are failures. Refusals: TOO_MANY_CODES, and those of `look`.
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

/** Who is over one of them spends nothing of the others. */
function limitsOf({ uuid, caller, network }: Guesser): readonly TryLimit[] {
  return [
    { kind: 'code guesses of', who: uuid, most: FAILURES.visitor, seconds: SECONDS },
    callerLimit('code guesses from', caller, FAILURES.caller, SECONDS),
    callerLimit('code guesses of network', network, FAILURES.network, SECONDS),
  ]
}
