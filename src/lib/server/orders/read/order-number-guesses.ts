import { accept, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { ownOrderNumbered } from './order-by-number.ts'

/** The window in seconds, and the misses in it: a page that asks for the code may be reloaded some times. */
const SECONDS = 900
const MISSES = { visitor: 10, caller: 20, network: 200 } as const

/**
 * `ownOrderNumbered` with limits against guessing: a number of no order of the visitor counts as a miss, whether anybody has it or not, across all processes.
 * Refusals: TOO_MANY_REQUESTS.
 */
export async function lookUpOrderNumber(text: string, uuid: string, source: Source): Promise<Result<string | undefined>> {
  if (source.caller === null) return accept(await ownOrderNumbered(text, uuid))
  const tried = await countTry({ uuid, caller: source.caller }, limitsOf(uuid, source))
  if (!tried.ok) return tried
  const own = await ownOrderNumbered(text, uuid)
  if (own !== undefined) await takeBackTries(tried.value)
  return accept(own)
}

function limitsOf(uuid: string, { caller, network }: Source): readonly TryLimit[] {
  return [
    { kind: 'order numbers of', who: uuid, most: MISSES.visitor, seconds: SECONDS },
    callerLimit({ kind: 'order numbers from', who: caller, most: MISSES.caller, seconds: SECONDS }),
    callerLimit({ kind: 'order numbers of network', who: network, most: MISSES.network, seconds: SECONDS }),
  ]
}
