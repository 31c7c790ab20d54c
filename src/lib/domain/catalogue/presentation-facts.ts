import { endOfDay } from '#lib/domain/time/rest-days.ts'
import {
  UNTIMED_FEATURE_TYPE,
  type Catalogue,
  type Presentation,
  type PresentationPrice,
  type SectionFacts,
  type SeatplanFacts,
} from './catalogue.ts'
import { priceRangeOf, type PriceRange } from './price-range.ts'
import { priceFromOf } from './tickets.ts'

/** 'unpriced': not on sale, because no seat has a price. */
export type SaleState = 'open' | 'soldout' | 'notOpen' | 'unpriced' | 'cancelled' | 'past'

/** Facts derived from a presentation, its plan and the number of free seats. */
export interface PresentationFacts {
  readonly saleState: SaleState
  /** Number of free seats and places. */
  readonly available: number
  /** Number of seats and places sold under some ticket group. */
  readonly capacity: number
  /** The price of an order of one seat, open to anybody; null if nothing is priced. */
  readonly prices: PriceRange | null
  readonly isReserved: boolean
  /** Number of general-admission sections (spec §3). */
  readonly isGA: number
  readonly seatingMode: 'mixed' | 'reserved' | 'singleGA' | 'multiGA'
  readonly isUntimed: boolean
}

/** What changes the facts of a presentation from moment to moment, and how its prices are shown. */
export interface SaleNow {
  /** Number of seats and places that are locked, being paid or sold. */
  readonly taken: number
  /** ms since 1970 */
  readonly now: number
  /** Whether shown prices include all charges; they do if it is left out. */
  readonly isTotal?: boolean
}

export function presentationFacts(catalogue: Catalogue, presentation: Presentation, sale: SaleNow): PresentationFacts {
  const { taken, now } = sale
  const plan = catalogue.seatplans.get(presentation.seatplanId)
  const gaSections = plan?.sections.filter((section) => !section.isReserved).length ?? 0
  const reservedSections = (plan?.sections.length ?? 0) - gaSections
  const capacity = plan ? sellableCapacity(plan, presentation) : 0
  const available = Math.max(0, capacity - taken)
  const isUntimed = isUntimedIn(catalogue, presentation)
  return {
    saleState: saleStateOf(presentation, { available, isPriced: hasPrice(catalogue, presentation), isUntimed }, now),
    available,
    capacity,
    prices: pricesOf(catalogue, presentation, sale),
    isReserved: gaSections === 0,
    isGA: gaSections,
    seatingMode: seatingModeOf(reservedSections, gaSections),
    isUntimed,
  }
}

/** The presentation's price entry for a seat, or for a place of a section; undefined if its price category is not sold. */
export function priceAt(
  { prices }: Presentation,
  { category }: { readonly category: string | null } = { category: null },
): PresentationPrice | undefined {
  return prices.find((price) => price.category === category)
}

/**
 * The ticket groups under which a presentation sells its numbered seats, or its general admission; those without an allocation too.
 * @param isReserved true: numbered seats; false: general admission
 */
export function groupsOfSections(
  { seatplans }: Pick<Catalogue, 'seatplans'>,
  sold: Presentation,
  isReserved: boolean,
): ReadonlySet<number> {
  const sections = seatplans.get(sold.seatplanId)?.sections.filter((section) => section.isReserved === isReserved) ?? []
  const categories = new Set(sections.flatMap((section) => Object.keys(section.categories)))
  return new Set(sold.prices.filter(({ category }) => categories.has(category)).map(({ ticketGroupId }) => ticketGroupId))
}

export function seatingModeOf(reservedSections: number, gaSections: number): PresentationFacts['seatingMode'] {
  if (gaSections === 0) return 'reserved'
  if (reservedSections > 0) return 'mixed'
  return gaSections === 1 ? 'singleGA' : 'multiGA'
}

function sellableCapacity(plan: SeatplanFacts, presentation: Presentation): number {
  const sellable = new Set(presentation.prices.filter((price) => price.allocationId !== -1).map((price) => price.category))
  let capacity = 0
  for (const section of plan.sections)
    for (const [category, count] of Object.entries(section.categories)) if (sellable.has(category)) capacity += count
  return capacity
}

/** The price categories whose seats are for subscribers alone at a time: nobody else pays their prices. */
export function subscriberCategories({ subscriberSeats }: Presentation, now: number): ReadonlySet<string> {
  return new Set(subscriberSeats.filter(({ until }) => now < until).flatMap(({ categories }) => categories))
}

function pricesOf(catalogue: Catalogue, presentation: Presentation, { now, isTotal = true }: SaleNow): PriceRange | null {
  const kept = subscriberCategories(presentation, now)
  const charge = catalogue.serviceCharges.get(presentation.serviceChargeId ?? 0) ?? null
  const sections = catalogue.seatplans.get(presentation.seatplanId)?.sections ?? []
  return priceRangeOf(
    presentation.prices
      .filter(({ category, allocationId }) => allocationId !== -1 && !kept.has(category))
      .map(({ category, ticketGroupId }) => ({
        price: priceFromOf(catalogue.ticketGroups.get(ticketGroupId), charge, isTotal),
        isAccessible: isAccessibleOnly(sections, category),
      })),
  )
}

/** Whether all seats of a price category are wheelchair and companion places. */
function isAccessibleOnly(sections: readonly SectionFacts[], category: string): boolean {
  const count = (kind: 'categories' | 'accessible') => sections.reduce((sum, section) => sum + (section[kind][category] ?? 0), 0)
  const accessible = count('accessible')
  return accessible > 0 && accessible === count('categories')
}

/** Whether any seat of the plan has a ticket with a price, whatever its allocation: without one nothing is for sale, with none of its seats allocated it is sold out (spec §4). */
function hasPrice(catalogue: Catalogue, { prices, seatplanId }: Presentation): boolean {
  const sections = catalogue.seatplans.get(seatplanId)?.sections ?? []
  return prices.some(
    ({ category, ticketGroupId }) =>
      sections.some(({ categories }) => (categories[category] ?? 0) > 0) &&
      catalogue.ticketGroups.get(ticketGroupId)?.tickets.some(({ price }) => price !== null),
  )
}

interface Offer {
  readonly available: number
  readonly isPriced: boolean
  readonly isUntimed: boolean
}

/** Whether its facts say 'past'. */
export function isPast(catalogue: Pick<Catalogue, 'features'>, presentation: Presentation, now: number): boolean {
  return !presentation.isCancelled && isOver(presentation, isUntimedIn(catalogue, presentation), now)
}

function isUntimedIn({ features }: Pick<Catalogue, 'features'>, { featureId }: Presentation): boolean {
  return features.get(featureId)?.featureTypeId === UNTIMED_FEATURE_TYPE
}

/** An untimed presentation is sold through its whole day, on which alone its tickets admit; a timed one until it starts. */
function isOver({ startsAt }: Presentation, isUntimed: boolean, now: number): boolean {
  return now >= startsAt && (!isUntimed || now >= endOfDay(startsAt))
}

function saleStateOf(presentation: Presentation, { available, isPriced, isUntimed }: Offer, now: number): SaleState {
  if (presentation.isCancelled) return 'cancelled'
  if (isOver(presentation, isUntimed, now)) return 'past'
  if (presentation.saleOpensAt !== null && now < presentation.saleOpensAt) return 'notOpen'
  if (!isPriced) return 'unpriced'
  return presentation.soldout || available === 0 ? 'soldout' : 'open'
}
