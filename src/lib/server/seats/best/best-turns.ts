import { inNetworkTurn } from '#lib/server/seats/claims/claim-batches.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'

/** Choosing and locking at once; the other connections are for those who lock seat by seat. */
const MOST_AT_WORK = 4
const waiting: (() => void)[] = []
let atWork = 0

/**
 * Chooses and locks when it is the visitor's turn: who chose before waiting would choose from what is gone since. The visitor's network comes first, so
 * that many who wait for one network do not keep others waiting.
 */
export function inTurn<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
  return inNetworkTurn(holder.network, () => oneOfFew(work))
}

async function oneOfFew<T>(work: () => Promise<T>): Promise<T> {
  if (atWork < MOST_AT_WORK) atWork++
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else atWork--
  }
}
