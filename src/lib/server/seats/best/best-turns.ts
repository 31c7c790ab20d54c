import { inNetworkTurn } from '#lib/server/seats/claims/claim-batches.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'

/** Concurrent searches with a lock; the other connections serve single-seat locks. */
const MOST_AT_WORK = 4
const waiting: (() => void)[] = []
let atWork = 0

/**
 * Runs `work` in the visitor's turn: a choice made before waiting would be outdated. Waits for the visitor's network first, so that a queue for one network
 * does not block others.
 */
export function inTurn<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
  return inNetworkTurn(holder.network, () => withinLimit(work))
}

async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
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
