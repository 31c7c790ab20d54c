import type { BestMatch } from '#lib/contract/show/best-available.ts'
import type { SeatEntity } from '#lib/contract/show/seat.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { priceOrder, type PricedSeat } from '#lib/domain/pricing/price-order.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { wordedIn } from '#lib/server/catalogue/catalogue.ts'
import { DEFAULT_LOCALE } from '#lib/text/locales.ts'
import { openTicket, quantityOf } from './best-presentations.ts'
import type { Prospect } from './best-prospects.ts'
import { seatOfMatch } from './seat-entity.ts'

/** A group of seats of one presentation, and its rank. */
export interface Offer {
  readonly prospect: Prospect
  /** Indexes in the hall; empty for general-admission places. */
  readonly seats: readonly number[]
  readonly isTogether: boolean
  readonly cost: number
}

export function offersOf(prospect: Prospect): Offer[] {
  const { section, groups, cost } = prospect
  if (section) return [{ prospect, seats: [], isTogether: true, cost }]
  return groups.map((group) => ({ ...group, prospect }))
}

/** Adjacent groups first, unless the visitor does not mind; then the closest to the focal point, then the earliest. */
export function compareOffers(a: Offer, b: Offer): number {
  const togetherFirst = a.prospect.query.isTogether === false ? 0 : Number(b.isTogether) - Number(a.isTogether)
  return togetherFirst || a.cost - b.cost || a.prospect.presentation.startsAt - b.prospect.presentation.startsAt
}

/** A match on the wire. Places have no coordinates: the spec's seats are made from their section's first one. */
export function matchOf({ prospect, seats, isTogether }: Offer, isLocked: boolean): BestMatch {
  const { presentation, section, query } = prospect
  const described = section
    ? Array.from({ length: quantityOf(query) }, () => seatOf(prospect, { section, seat: undefined }, isLocked))
    : seats.flatMap((seat) => reservedSeat(prospect, seat, isLocked))
  return {
    presentationId: presentation.id,
    dateTime: new Date(presentation.startsAt).toISOString(),
    seats: described,
    total: totalOf(
      prospect.from,
      presentation,
      described.map((seat) => seat.TicketGroupId),
    ),
    isTogether,
    isLocked,
  }
}

function reservedSeat(prospect: Prospect, index: number, isLocked: boolean): SeatEntity[] {
  const seat = prospect.plan.seats[index]
  const section = seat && prospect.plan.sectionsById.get(seat.sectionId)
  return section ? [seatOf(prospect, { section, seat }, isLocked)] : []
}

/** A seat, or a place of a section; then there is no seat. */
interface Place {
  readonly section: PlanSection
  readonly seat: PlanSeat | undefined
}

function seatOf(
  { from, presentation, plan, query: { locale = DEFAULT_LOCALE } }: Prospect,
  { section, seat }: Place,
  isLocked: boolean,
): SeatEntity {
  const price = priceAt(presentation, seat ?? section)
  return seatOfMatch({
    presentation,
    plan,
    section,
    seat,
    price,
    ticket: openTicket(wordedIn(from, locale), price?.ticketGroupId ?? 0),
    locale,
    isLocked,
  })
}

/** The price in shekels of an order of seats with their default tickets; null if one has no price. @param ticketGroupIds one per seat */
export function totalOf(from: Catalogue, presentation: Presentation, ticketGroupIds: readonly number[]): number | null {
  const lines: PricedSeat[] = []
  for (const ticketGroupId of ticketGroupIds) {
    const ticket = openTicket(from, ticketGroupId)
    if (ticket?.price == null) return null
    lines.push({ price: ticket.price, serviceCharge: ticket.serviceCharge })
  }
  const serviceCharge = from.serviceCharges.get(presentation.serviceChargeId ?? 0) ?? null
  return toShekels(priceOrder({ seats: lines, products: [], serviceCharge }).balanceDue)
}
