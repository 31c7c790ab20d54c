import type { RefusalCode } from '#lib/domain/refusal.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { countCall, uncountCall } from '#lib/server/http/limits.ts'

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

/**
 * Looks up what could be guessed: a code, a voucher's reference, an ID number. Every attempt is counted before it is made, so that many at once do not
 * slip through, and is taken back where it was none; what remains are failures. Refusals: TOO_MANY_CODES, and those of `look`.
 */
export async function guardGuesses<T>(guesser: Guesser, look: () => Promise<Result<T>>): Promise<Result<T>> {
  const wait = await countAttempt(guesser)
  if (wait !== undefined) return refuse('TOO_MANY_CODES', { seconds: wait })
  const found = await look()
  if (found.ok || NO_GUESS.has(found.refusal.code)) await uncount(countersOf(guesser))
  return found
}

type Counter = readonly [of: 'visitor' | 'caller' | 'network', who: string]

/** By what its guesses are counted; the narrowest comes first. */
function countersOf({ uuid, caller, network }: Guesser): readonly Counter[] {
  if (caller === null) return []
  return [['visitor', uuid], ['caller', caller], ...(network === null ? [] : ([['network', network]] as const))]
}

/** Who is over one limit spends nothing of the wider ones, and gets back what was counted before. */
async function countAttempt(guesser: Guesser): Promise<number | undefined> {
  const counted: Counter[] = []
  for (const [of, who] of countersOf(guesser)) {
    const wait = await countCall('codes', of, who)
    if (wait === undefined) counted.push([of, who])
    else {
      await uncount(counted)
      return wait
    }
  }
  return undefined
}

async function uncount(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(([of, who]) => uncountCall('codes', of, who)))
}
