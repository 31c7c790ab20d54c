import type { Catalogue, Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { DatePrice } from '#lib/domain/catalogue/memberships/enrolment-price.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import type { CheckedSeat } from './check-seat.ts'
import type { MembershipFacts, WantedPlace } from './membership-line.ts'

/** A date of an enrolment, and the seat that is wanted on it. */
export interface DatePlace {
  readonly presentation: Presentation
  readonly place: WantedPlace | null
}

/** A date of an enrolment with its seat in the plan. */
export interface SeatedDate {
  readonly presentation: Presentation
  readonly section: PlanSection
  readonly seat: PlanSeat
}

/** The same with the rate that its seat is sold at; null: the membership has none. */
export interface RatedDate extends SeatedDate {
  readonly rate: DatePrice['rate']
}

/**
 * The seat of a date. Refusals: NOT_FOUND (of another hall, no such seat, or not under the ticket groups of the membership), NO_PRICE_POLICY (its category is
 * not sold on the date).
 */
export function seatOn(
  { presentation, place }: DatePlace,
  membership: Membership,
  { plans }: Pick<MembershipFacts, 'plans'>,
): Result<SeatedDate> {
  if (place?.venueId !== presentation.venueId || place.seatplanId !== presentation.seatplanId) return refuse('NOT_FOUND')
  const { sectionId, x, y, ticketGroupId } = place
  const plan = plans.get(place.seatplanId)
  const section = plan?.sectionOf(sectionId)
  const seat = x === null || y === null ? undefined : plan?.seatAt(sectionId, x, y)
  if (!section || !seat) return refuse('NOT_FOUND')
  const sold = priceAt(presentation, seat)
  if (!sold || sold.allocationId === -1) return refuse('NO_PRICE_POLICY')
  const rates = membership.rates.filter(({ category }) => category === seat.category)
  const groups = rates.length > 0 ? rates.map((rate) => rate.ticketGroupId) : [membership.defaultTicketGroupId ?? sold.ticketGroupId]
  return groups.includes(ticketGroupId) ? accept({ presentation, section, seat }) : refuse('NOT_FOUND')
}

/** The ticket that a seat of an enrolment is sold under: that of its rate, else what anybody gets there; undefined if there is none. */
export function ticketOn(
  { presentation, seat, rate }: RatedDate,
  { defaultTicketGroupId }: Membership,
  { ticketGroups }: Pick<Catalogue, 'ticketGroups'>,
): Ticket | undefined {
  const groupId = rate?.ticketGroupId ?? defaultTicketGroupId ?? priceAt(presentation, seat)?.ticketGroupId
  const group = ticketGroups.get(groupId ?? 0)
  return rate ? group?.tickets.find(({ id }) => id === rate.ticketId) : defaultTicket(group)
}

/** The ticket of one date, which the membership line pays. @param by that line among the memberships of the order, and its membership */
export function coveredSeat(
  { presentation, section, seat }: SeatedDate,
  ticket: Ticket,
  by: { readonly coveredBy: number; readonly membershipId: number },
): CheckedSeat {
  return {
    ...{ kind: 'seat', name: ticket.name, total: 'seats', presentation, section, seat, ticket, ...by, seller: null },
    ...{ quantity: 1, price: 0, serviceCharge: 0, firstPrice: 0, isCharged: false, redeems: [] },
    ...{ grant: null, referenceGrant: null, isSub: false, ref1: null, ref2: null },
  }
}
