import type { bestAvailable } from '#lib/contract/show/best-available.ts'
import type { QueryOf } from '#lib/contract/endpoint.ts'
import { UNTIMED_FEATURE_TYPE, type Catalogue, type Presentation, type SectionFacts } from '#lib/domain/catalogue/catalogue.ts'
import { partOfDay } from '#lib/domain/time/part-of-day.ts'
import { presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import { presentationFacts, type PresentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import type { Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { SellingProducer } from '#lib/server/seats/claims/seats.ts'
import type { TakenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { Locale } from '#lib/text/locales.ts'

export type BestQuery = QueryOf<typeof bestAvailable> & {
  /** Who sells the one presentation as a producer; left out: it is a purchase in the shop. */
  /** Of the names in the answer. */
  readonly locale?: Locale
  readonly producer?: SellingProducer | undefined
  /** What the mini-site sells that the call is made in, where flags of being sold out do not count; left out: none. */
  readonly inSite?: { readonly presentationIds: readonly number[]; readonly isOnly: boolean } | undefined
}

/** Maximum number of seats in one call. */
export const MOST_SEATS = 10
/** Maximum number of a feature's presentations to search, earliest first. */
const MOST_PRESENTATIONS = 12

/** What is taken at a moment, in ms since 1970. */
interface TakenNow {
  /** Number of unavailable seats and places by presentation. */
  readonly taken: TakenCounts
  readonly now: number
}

/**
 * The presentations to search, in order of their start; empty if all are sold out. Refusals: BAD_REQUEST, NOT_FOUND, SEAT_LIMIT; SALE_NOT_OPEN and SALE_CLOSED
 * if one presentation was requested.
 */
export function presentationsFor(from: Catalogue, query: BestQuery, { taken, now }: TakenNow): Result<readonly Presentation[]> {
  const problem = queryProblem(from, query) ?? hiddenProblem(from, query)
  if (problem) return problem
  const matching = askedFor(from, query).filter((one) => matches(from, one, query))
  const only = query.presentationId === undefined ? undefined : matching[0]
  if (only) {
    const soldout = only.soldout && !query.producer && query.inSite?.presentationIds.includes(only.id) !== true
    // Ignores sold-out counts: the board, which is fresher, decides whether seats are free.
    return ifOnSale(only, presentationFacts(from, { ...only, soldout }, { taken: 0, now }), query)
  }
  const onSale = matching.filter((one) => {
    const soldout = one.soldout && query.inSite?.presentationIds.includes(one.id) !== true
    const { saleState, available } = presentationFacts(from, { ...one, soldout }, { taken: taken.get(one.id) ?? 0, now })
    return saleState === 'open' && available >= quantityOf(query)
  })
  return withinLimits(onSale, query)
}

function askedFor(from: Catalogue, { presentationId, featureId }: BestQuery): readonly Presentation[] {
  const one = presentationId === undefined ? undefined : from.presentations.get(presentationId)
  return one ? [one] : presentationsOf(from, featureId ?? 0)
}

export function quantityOf(query: BestQuery): number {
  return query.quantity ?? 1
}

function queryProblem(from: Catalogue, query: BestQuery): ReturnType<typeof refuse> | undefined {
  const field = wrongField(query)
  if (field !== undefined) return refuse('BAD_REQUEST', { field })
  return isKnown(from, query) ? undefined : refuse('NOT_FOUND')
}

function wrongField({ presentationId, featureId, startDate, endDate }: BestQuery): string | undefined {
  if (presentationId === undefined && featureId === undefined) return 'presentationId'
  return startDate !== undefined && endDate !== undefined && startDate > endDate ? 'endDate' : undefined
}

/** Whether the catalogue has what a query names, and its parts belong together. */
function isKnown(from: Catalogue, { presentationId, featureId, ticketGroupId, sectionId }: BestQuery): boolean {
  const presentation = presentationId === undefined ? undefined : from.presentations.get(presentationId)
  const feature = featureId ?? presentation?.featureId ?? 0
  if (!from.features.has(feature) || (presentationId !== undefined && presentation?.featureId !== feature)) return false
  if (ticketGroupId !== undefined && !from.ticketGroups.has(ticketGroupId)) return false
  return !presentation || sectionId === undefined || sectionsOf(from, presentation).some(({ id }) => id === sectionId)
}

function matches(from: Catalogue, one: Presentation, query: BestQuery): boolean {
  if (!isThereIn(one, query)) return false
  if (query.inSite?.isOnly && !query.inSite.presentationIds.includes(one.id)) return false
  if (query.presentationId !== undefined && one.id !== query.presentationId) return false
  if (query.featureId !== undefined && one.featureId !== query.featureId) return false
  if (query.locationId !== undefined && from.venues.get(one.venueId)?.locationId !== query.locationId) return false
  return startsWithin(from, one, query)
}

/** One without a time matches every part of the day. */
function startsWithin(from: Catalogue, one: Presentation, query: Pick<BestQuery, 'startDate' | 'endDate' | 'partOfDay'>): boolean {
  const { date, hour } = datePartsOf(one.startsAt)
  if ((query.startDate !== undefined && date < query.startDate) || (query.endDate !== undefined && date > query.endDate)) return false
  const isUntimed = from.features.get(one.featureId)?.featureTypeId === UNTIMED_FEATURE_TYPE
  return query.partOfDay === undefined || isUntimed || partOfDay(hour) === query.partOfDay
}

function hiddenProblem(from: Catalogue, query: BestQuery): ReturnType<typeof refuse> | undefined {
  const asked = from.presentations.get(query.presentationId ?? 0)
  return asked && !isThereIn(asked, query) ? refuse('NOT_FOUND') : undefined
}

/** One that only mini-sites sell is there in those alone, and for its producers. */
function isThereIn({ id, isOnlyInSites }: Presentation, { producer, inSite }: BestQuery): boolean {
  return !isOnlyInSites || producer !== undefined || inSite?.presentationIds.includes(id) === true
}

function ifOnSale(
  presentation: Presentation,
  { saleState }: Pick<PresentationFacts, 'saleState'>,
  query: BestQuery,
): Result<readonly Presentation[]> {
  if (saleState === 'notOpen' || saleState === 'unpriced') return refuse('SALE_NOT_OPEN')
  if (saleState === 'past' || saleState === 'cancelled') return refuse('SALE_CLOSED')
  return withinLimits(saleState === 'open' ? [presentation] : [], query)
}

function withinLimits(presentations: readonly Presentation[], query: BestQuery): Result<readonly Presentation[]> {
  const quantity = quantityOf(query)
  const most = (one: Presentation) => Math.min(MOST_SEATS, one.maxSeats)
  const max = Math.max(0, ...presentations.map(most))
  if (quantity > MOST_SEATS || (presentations.length > 0 && quantity > max)) return refuse('SEAT_LIMIT', { max: max || MOST_SEATS })
  return accept(presentations.filter((one) => quantity <= most(one)).slice(0, MOST_PRESENTATIONS))
}

function sectionsOf(from: Catalogue, { seatplanId }: Presentation): readonly SectionFacts[] {
  return from.seatplans.get(seatplanId)?.sections ?? []
}

/** The default ticket of a ticket group; undefined if it has no price. */
export function openTicket(from: Catalogue, ticketGroupId: number): Ticket | undefined {
  const ticket = defaultTicket(from.ticketGroups.get(ticketGroupId))
  return ticket?.price == null ? undefined : ticket
}

/** The wanted ticket groups that can be sold without a code. */
export function wantedGroups(from: Catalogue, { prices }: Presentation, query: BestQuery): ReadonlySet<number> {
  const sold = prices
    .filter(({ allocationId }) => allocationId !== -1 && isOffered(query, allocationId))
    .map(({ ticketGroupId }) => ticketGroupId)
  const wanted = query.ticketGroupId === undefined ? sold : sold.filter((group) => group === query.ticketGroupId)
  return new Set(wanted.filter((group) => openTicket(from, group)))
}

/** Whether seats of an allocation are looked for. */
export function isOffered({ producer }: BestQuery, allocationId: number): boolean {
  return producer?.allocationIds?.includes(allocationId) ?? true
}

/** The refusal for a shortage: of a section, of places, of reserved seats if there are places too, otherwise of seats (spec §4, §8). */
export function shortageOf(from: Catalogue, query: BestQuery): RefusalCode {
  const presentation = query.presentationId === undefined ? undefined : from.presentations.get(query.presentationId)
  if (!presentation) return 'NOT_ENOUGH_SEATS'
  const groups = wantedGroups(from, presentation, query)
  const categories = presentation.prices.filter((price) => groups.has(price.ticketGroupId)).map(({ category }) => category)
  const all = sectionsOf(from, presentation)
  const wanted = all.filter(
    (section) =>
      (query.sectionId === undefined || section.id === query.sectionId) && categories.some((one) => section.categories[one] !== undefined),
  )
  if (wanted.length > 0 && wanted.every(({ isReserved }) => !isReserved)) return 'NOT_ENOUGH_PLACES'
  if (query.sectionId !== undefined) return 'NOT_ENOUGH_SEATS_IN_SECTION'
  const hasPlaces = all.some(({ isReserved }) => !isReserved)
  return hasPlaces && query.ticketGroupId !== undefined ? 'NOT_ENOUGH_RESERVED_SEATS' : 'NOT_ENOUGH_SEATS'
}
