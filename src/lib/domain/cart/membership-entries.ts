import type { Agorot } from '#lib/domain/money/money.ts'

/** One purchase of entries, in the order in which they are used up. */
export interface EntriesBought {
  readonly entries: number
  /** Entries that it had been used for when it was cancelled; null: it stands. */
  readonly taken: number | null
}

/** How many entries of each purchase are used, if `used` are in all: the oldest first; of what was cancelled, as many as by then. */
export function usedOfEach(bought: readonly EntriesBought[], used: number): readonly number[] {
  let rest = used
  return bought.map(({ entries, taken }) => {
    const own = Math.max(0, Math.min(rest, taken ?? entries))
    rest -= own
    return own
  })
}

/** What used entries or dates of a purchase cost: their part of its price, rounded down. */
export function worthOfUsed(price: Agorot, entries: number, used: number): Agorot {
  return Math.floor((price * used) / entries)
}
