import { refuse, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import type { Guesser } from '#lib/server/entitlements/code-guesses.ts'

const QUARTER = 900
const HOUR = 3_600
const FAILURES = { reference: 5, visitor: 10, caller: 30, network: 300 } as const

/**
 * Limits tries of references, across all processes: each first reference of a mini-site has five that fail in a quarter of an hour, whoever tries it. Counts every
 * try before it is made and takes it back unless the pair was wrong. Refusals: TOO_MANY_CODES, and those of `look`.
 */
export async function guardReferences<T>(
  { uuid, caller, network }: Guesser,
  { siteId, reference1 }: { readonly siteId: number; readonly reference1: string },
  look: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if (caller === null) return look()
  const tried = await countTry({ uuid, caller }, [
    { kind: 'mini-site reference', who: JSON.stringify([siteId, reference1]), most: FAILURES.reference, seconds: QUARTER },
    { kind: 'mini-site tries of', who: uuid, most: FAILURES.visitor, seconds: QUARTER },
    callerLimit({ kind: 'mini-site tries from', who: caller, most: FAILURES.caller, seconds: HOUR }),
    callerLimit({ kind: 'mini-site tries of network', who: network, most: FAILURES.network, seconds: HOUR }),
  ])
  if (!tried.ok) return refuse('TOO_MANY_CODES', tried.refusal.facts)
  const found = await look()
  if (found.ok || found.refusal.code !== 'referenceNotEligible') await takeBackTries(tried.value)
  return found
}
