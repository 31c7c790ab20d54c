/** For how long a broker locks a part if nothing is said, and at most at once; by asking again a lock lasts anew. */
export const DEFAULT_LOCK_MINUTES = 60
export const MOST_LOCK_MINUTES = 1_440

/** The allocation of seats that nobody sells (spec §4). */
const NONE = -1

interface Priced {
  readonly prices: readonly { readonly allocationId: number }[]
}

/** The allocations of a presentation of which an account sells seats, ascending. @param own left out: all */
export function ownAllocations({ prices }: Priced, own?: readonly number[]): readonly number[] {
  const all = new Set(prices.map(({ allocationId }) => allocationId))
  all.delete(NONE)
  return [...all].filter((id) => own === undefined || own.includes(id)).sort((a, b) => a - b)
}
