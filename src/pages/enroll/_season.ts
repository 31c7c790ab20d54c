import type { EnrolmentItem } from '#lib/contract/order/membership-cart.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Membership, MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import { priceEnrolment } from '#lib/domain/catalogue/memberships/enrolment-price.ts'
import { isCharged } from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { ticketGroupsOf, type MembershipDates } from '#lib/server/enrolment/membership-dates.ts'
import { addressOf } from './_seat-address.ts'

type Item = NonNullable<StoredCart['memberships']>[number]

/** The enrolment items of a cart. */
export function enrolmentsOf(items: readonly Item[], membershipId: number): readonly EnrolmentItem[] {
  return items.filter((item): item is EnrolmentItem => item.membershipId === membershipId && 'seasonId' in item)
}

/** One enrolment for each fixed seat; one that the cart has for a seat already keeps its price, name and chosen dates. A virtual seat has no address. */
export async function itemsOfSeats(dates: MembershipDates, seats: readonly PlanSeat[], items: readonly Item[]): Promise<EnrolmentItem[]> {
  const { membership } = dates
  const known = enrolmentsOf(items, membership.id)
  const [price] = membership.prices.filter(isCharged)
  if (!price) return []
  if (membership.isSkipMemberSeat) return known.length > 0 ? [...known] : [await itemOf(dates, price, null)]
  return Promise.all(
    seats.map(async (seat) => {
      const before = known.find((one) => isAt(one, seat))
      return before ?? itemOf(dates, price, seat)
    }),
  )
}

/** Whether a seat is the fixed one of an enrolment. */
export function isAt({ seat }: EnrolmentItem, { sectionId, x, y }: PlanSeat): boolean {
  return seat?.VenueSectionId === sectionId && seat.XCoordinate === x && seat.YCoordinate === y
}

/** The enrolment of a seat on all fixed dates, still without chosen dates; null: a virtual seat. */
export async function itemOf(dates: MembershipDates, price: MembershipPrice, seat: PlanSeat | null): Promise<EnrolmentItem> {
  const { membership } = dates
  return {
    membershipId: membership.id,
    ...(await ticketFor(dates, price, seat?.category ?? null)),
    seasonId: membership.seasonId ?? 0,
    seat: seat && addressOf(dates, seat),
    selections: [],
    membershipPriceId: price.id,
    currencyId: price.currency.id,
  }
}

/** What a seat of a category is sold under at a price: the ticket of its rate, else what anybody gets. */
export async function ticketFor(
  dates: MembershipDates,
  { priceCode }: MembershipPrice,
  category: string | null,
): Promise<Pick<EnrolmentItem, 'ticketId' | 'ticketGroupId'>> {
  const { rates, defaultTicketGroupId } = dates.membership
  const rate = rates.find((one) => one.priceCode === priceCode && (category === null || one.category === category))
  if (rate) return { ticketId: rate.ticketId, ticketGroupId: rate.ticketGroupId }
  const ticketGroupId = (category === null ? defaultTicketGroupId : ticketGroupsOf(dates, category)[0]) ?? 1
  const group = (await catalogue()).ticketGroups.get(ticketGroupId)
  return { ticketId: defaultTicket(group)?.id ?? 1, ticketGroupId }
}

/** A chosen date with its seat, as an item of the cart names it. */
export function selectionOn(
  dates: MembershipDates,
  seat: PlanSeat,
  item: Pick<EnrolmentItem, 'ticketGroupId'>,
): EnrolmentItem['selections'] {
  const { presentations, plan } = dates
  const { sectionId, x, y, category } = seat
  const tgId = ticketGroupsOf(dates, category)[0] ?? item.ticketGroupId
  return presentations.map(({ id, venueId }) => ({ prsntId: id, venueId, seatplanId: plan.id, sectionId, x, y, tgId }))
}

/** A seat on one of the chosen dates. */
interface SeatOnDate {
  readonly presentationId: number
  readonly category: string
}

/** The seat of one enrolment on each chosen date. @param at of the enrolment among those of the cart */
export function seatsAt(
  chosen: readonly { readonly presentationId: number; readonly seats: readonly PlanSeat[] }[],
  at: number,
): readonly SeatOnDate[] {
  return chosen.flatMap(({ presentationId, seats }) => {
    const seat = seats[at]
    return seat ? [{ presentationId, category: seat.category }] : []
  })
}

/** The seats of one enrolment. */
interface EnrolledSeats {
  /** On the fixed dates; undefined: virtual. */
  readonly fixed: PlanSeat | undefined
  /** On those of the chosen dates for which it is known already. */
  readonly known: readonly SeatOnDate[]
}

/** What an enrolment costs without supplements; chosen dates whose seats are not known yet are taken to have seats like the fixed one. undefined: not sold so. */
export function enrolmentBase(membership: Membership, price: MembershipPrice, { fixed, known }: EnrolledSeats): Agorot | undefined {
  const category = fixed?.category ?? null
  const others = Math.max(0, (membership.choice?.count ?? 0) - known.length)
  const like = Array.from({ length: others }, () => ({ presentationId: 0, category }))
  const dates = [...membership.presentationIds.map((presentationId) => ({ presentationId, category })), ...known, ...like]
  const priced = priceEnrolment(membership, price, dates)
  return priced.ok ? priced.value.base : undefined
}

/** Until how many whole hours before it an evening is exchanged; null: its membership exchanges none. */
export function exchangeHours({ exchange }: Pick<Membership, 'exchange'>): number | null {
  return exchange && Math.ceil(exchange.untilMinutes / 60)
}

/** The seat of an enrolment in the plan of its fixed dates; undefined: virtual. */
export function seatOf({ plan }: MembershipDates, { seat }: Pick<EnrolmentItem, 'seat'>): PlanSeat | undefined {
  return plan.seats.find(({ sectionId, x, y }) => seat?.VenueSectionId === sectionId && seat.XCoordinate === x && seat.YCoordinate === y)
}

export function priceOf(
  { prices }: Membership,
  { membershipPriceId }: Pick<EnrolmentItem, 'membershipPriceId'>,
): MembershipPrice | undefined {
  return prices.find(({ id }) => id === membershipPriceId)
}
