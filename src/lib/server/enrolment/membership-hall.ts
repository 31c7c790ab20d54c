import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { Membership, MembershipPrice, SeatRate } from '#lib/domain/catalogue/memberships/memberships.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { heldBy } from '#lib/server/seats/best/best-claims.ts'
import type { Locale } from '#lib/text/locales.ts'
import { ticketGroupsOf, type MembershipDates } from './membership-dates.ts'

/** What a map of a membership's dates is opened with. */
export interface HallAsked {
  readonly dates: MembershipDates
  /** The prices that its seats are shown at, the first one on the map. */
  readonly prices: readonly MembershipPrice[]
  /** How many seats one may choose. */
  readonly maxSeats: number
  readonly locale: Locale
}

/**
 * The dates of a membership as the seat map takes a presentation: the first date's hall, sold at the membership's prices for all dates. Its tickets have the ids of
 * the membership's prices. undefined if the first date is gone.
 */
export async function membershipHall({ dates, prices, maxSeats, locale }: HallAsked): Promise<PresentationAnswer | undefined> {
  const { membership, presentations, plan } = dates
  const first = await presentationAnswer(presentations[0]?.id ?? 0, locale)
  if (!first) return undefined
  const groups = new Map<number, string>()
  for (const { category } of plan.seats) {
    const [group] = ticketGroupsOf(dates, category)
    if (group !== undefined && !groups.has(group)) groups.set(group, category)
  }
  return {
    ...first,
    featureName: membership.name,
    ticketGroups: [...groups].map(([id, category]) => groupOf({ id, category }, membership, prices)),
    products: [],
    serviceCharge: null,
    isPriceTotal: true,
    maxSeats,
    imageMap: null,
  }
}

function groupOf(
  { id, category }: { readonly id: number; readonly category: string },
  membership: Membership,
  prices: readonly MembershipPrice[],
): TicketGroupAnswer {
  const tickets = prices.flatMap((price) => {
    const amount = seatAmount(membership, price, category)
    return amount === undefined ? [] : [ticketOf(price, amount, id)]
  })
  return { id, name: category, tickets, voucherTickets: [], isByCodeEnabled: false, accesses: ['open'] }
}

/** What a seat of a category costs under a price, for all dates without supplements, in agorot; undefined: not sold under it. */
export function seatAmount(membership: Membership, { priceCode, price }: MembershipPrice, category: string | null): number | undefined {
  const { rates, isPricingPerTicket, presentationIds, choice } = membership
  if (rates.length === 0 || category === null) return price
  const rate = rates.find((one: SeatRate) => one.category === category && one.priceCode === priceCode)
  return rate && rate.price * (isPricingPerTicket ? presentationIds.length + (choice?.count ?? 0) : 1)
}

function ticketOf({ id, name }: MembershipPrice, amount: number, ticketGroupId: number): TicketAnswer {
  return {
    ...{ id, name, price: toShekels(amount), oldPrice: null, serviceCharge: 0, pricePolicyId: 0, code: null, ticketGroupId },
    ...{ ref1: null, ref2: null, ref1prompt: null, ref2prompt: null, memberNumber: null, systemVoucher: null },
    ...{
      multiplyFactor: 1,
      walkin: false,
      access: 'open',
      isReferenceChecked: false,
      minAge: null,
      maxAge: null,
      balance: null,
      quantity: 0,
    },
  }
}

/** The seats that a visitor has locked on all of these dates, in plan order. */
export async function ownSeatsOn({ presentations, plan }: MembershipDates, uuid: string): Promise<readonly PlanSeat[]> {
  const ids = presentations.map(({ id }) => id)
  const held = await heldBy(uuid, ids)
  const [first = [], ...others] = ids.map((id) => held.get(id) ?? [])
  const onAll = new Set(first.filter((seat) => others.every((seats) => seats.includes(seat))))
  return plan.seats.filter(({ id }) => onAll.has(id))
}
