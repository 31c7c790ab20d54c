import type { TicketAccess } from './catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What a first seat costs whoever comes, lowest and highest; both alike where there is one price only. */
export interface PriceRange {
  readonly from: Agorot
  readonly to: Agorot
}

/** One price among those of a showing, a hall or a section. */
export interface OfferedPrice {
  /** null or undefined where it has none. */
  readonly price: Agorot | null | undefined
  /** Whether all that is sold at it are places for wheelchairs and their companions. */
  readonly isAccessible: boolean
}

/** What a ticket says of who may buy it, at the wire's price or our own. */
interface Buyable {
  readonly multiplyFactor: number
  readonly access: TicketAccess
  readonly walkin: boolean
  readonly price: number | null
  readonly ref1prompt: string | null
}

/** The ticket of a group that anybody may buy: the first with a price, for one seat, asking for no code, membership, reference or box office. */
export function ticketForAnybody<T extends Buyable>(group: { readonly tickets: readonly T[] } | undefined): T | undefined {
  return group?.tickets.find(
    ({ multiplyFactor, access, walkin, price, ref1prompt }) =>
      multiplyFactor <= 1 && access === 'open' && !walkin && price !== null && !ref1prompt,
  )
}

/** The prices that anybody may pay; wheelchair and companion prices count only where nothing else is sold. null where nothing has a price. */
export function priceRangeOf(offers: readonly OfferedPrice[]): PriceRange | null {
  return range(offers.filter(({ isAccessible }) => !isAccessible)) ?? range(offers)
}

/** The prices of several ranges together. */
export function joinRanges(ranges: readonly (PriceRange | null)[]): PriceRange | null {
  const known = ranges.filter((one) => one !== null)
  if (known.length === 0) return null
  return { from: Math.min(...known.map(({ from }) => from)), to: Math.max(...known.map(({ to }) => to)) }
}

/** Whether a price is to be said as "from". */
export function hasSeveralPrices(prices: PriceRange): boolean {
  return prices.from !== prices.to
}

function range(offers: readonly OfferedPrice[]): PriceRange | null {
  const prices = offers.map(({ price }) => price).filter((price) => price !== null && price !== undefined)
  return prices.length === 0 ? null : { from: Math.min(...prices), to: Math.max(...prices) }
}
