import type { TicketAccess } from './catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** The lowest and highest price of a first seat that anybody can buy; equal if there is only one price. */
export interface PriceRange {
  readonly from: Agorot
  readonly to: Agorot
}

/** One price offered by a showing, a venue or a section. */
export interface OfferedPrice {
  /** null or undefined if there is no price. */
  readonly price: Agorot | null | undefined
  /** Whether only wheelchair and companion places are sold at this price. */
  readonly isAccessible: boolean
}

/** The part of a ticket that says who may buy it, with the wire's price or our own. */
interface Buyable {
  readonly multiplyFactor: number
  readonly access: TicketAccess
  readonly walkin: boolean
  readonly price: number | null
  readonly ref1prompt: string | null
}

/** The group's first ticket that anybody may buy: priced, for one seat, without code, membership or reference, and not limited to the box office. */
export function ticketForAnybody<T extends Buyable>(group: { readonly tickets: readonly T[] } | undefined): T | undefined {
  return group?.tickets.find(
    ({ multiplyFactor, access, walkin, price, ref1prompt }) =>
      multiplyFactor <= 1 && access === 'open' && !walkin && price !== null && !ref1prompt,
  )
}

/** The range of prices that anybody may pay; null if nothing is priced. Wheelchair and companion prices count only if nothing else is sold. */
export function priceRangeOf(offers: readonly OfferedPrice[]): PriceRange | null {
  return range(offers.filter(({ isAccessible }) => !isAccessible)) ?? range(offers)
}

/** The range that spans several ranges. */
export function joinRanges(ranges: readonly (PriceRange | null)[]): PriceRange | null {
  const known = ranges.filter((one) => one !== null)
  if (known.length === 0) return null
  return { from: Math.min(...known.map(({ from }) => from)), to: Math.max(...known.map(({ to }) => to)) }
}

/** Whether a price is shown with "from". */
export function hasSeveralPrices(prices: PriceRange): boolean {
  return prices.from !== prices.to
}

function range(offers: readonly OfferedPrice[]): PriceRange | null {
  const prices = offers.map(({ price }) => price).filter((price) => price !== null && price !== undefined)
  return prices.length === 0 ? null : { from: Math.min(...prices), to: Math.max(...prices) }
}
