import type { CartSeat, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { WantedSeat } from '#lib/domain/cart/check-seat.ts'
import { redeemedName, type LineCode } from '#lib/domain/entitlements/coupon-lines.ts'
import type { KnownCode, OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { priceAt } from '#lib/domain/catalogue/presentation-facts.ts'
import type { Locale } from '#lib/text/locales.ts'
import { grantsOf } from '#lib/server/entitlements/entitlements.ts'
import { ticketAnswer } from '#lib/server/programme/presentation-answers.ts'
import { presentationAnswer } from '#lib/server/programme/presentations.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import { planOf, seatKey, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** A presentation of a visitor's order with the seats that are held. */
export interface OrderPart {
  readonly presentation: PresentationAnswer
  readonly seats: readonly OrderSeat[]
}

/** The seats of an order, and the visitor's stored cart with what was said of them. */
interface HeldSeats {
  readonly seats: readonly WantedSeat[]
  readonly stored: StoredCart | null
}

/** The parts of an order, one for each presentation, in the order of the seats. */
export async function orderPartsOf(from: Catalogue, { seats, stored }: HeldSeats, locale: Locale): Promise<OrderPart[]> {
  const unused = (stored?.presentations ?? []).flatMap((one) => one.seats)
  const parts: OrderPart[] = []
  for (const [presentationId, own] of Map.groupBy(seats, (seat) => seat.presentationId)) {
    const presentation = await presentationAnswer(presentationId, locale)
    const plan = presentation && (await planOf(presentation.seatplanId))
    if (!plan) continue
    const named = own.map((seat, place) => ({
      ...orderSeat(from, plan, seat),
      ...redeemedBy(seat, takeStored(unused, seat)),
      key: `${String(presentationId)}:${String(seat.sectionId)}:${String(place)}`,
    }))
    parts.push({ presentation: withTicketsOf(from, presentation, own), seats: named })
  }
  return parts
}

/** Tickets that are not listed, but that seats of the visitor are sold under: a page that shows the order must name and price them. */
export function withTicketsOf(from: Catalogue, answer: PresentationAnswer, seats: readonly WantedSeat[]): PresentationAnswer {
  const ticketGroups = answer.ticketGroups.map((group) => {
    const listed = new Set([...group.tickets, ...group.voucherTickets].map(({ id }) => id))
    const wanted = new Set(seats.filter((seat) => seat.ticketGroupId === group.id).map((seat) => seat.ticketId))
    const more = (from.ticketGroups.get(group.id)?.tickets ?? []).filter(({ id }) => wanted.has(id) && !listed.has(id))
    return more.length === 0 ? group : { ...group, tickets: [...group.tickets, ...more.map(ticketAnswer)] }
  })
  return { ...answer, ticketGroups }
}

/** What is known of the codes that seats redeem; of those that the visitor has proved. */
export async function knownCodesOf(from: Catalogue, uuid: string, seats: readonly WantedSeat[]): Promise<KnownCode[]> {
  const grants = await grantsOf(from, uuid, seats)
  const named = grants.ok ? [...grants.value.values()].filter(({ kind }) => kind !== 'reference' && kind !== 'site') : []
  return named.map(({ publicCode, membershipName, usesLeft }) => ({ name: publicCode, membershipName, usesLeft }))
}

function takeStored(unused: CartSeat[], seat: WantedSeat): CartSeat | undefined {
  const at = unused.findIndex(
    ({ ticket, XCoordinate, YCoordinate }) =>
      ticket.prsntId === seat.presentationId && ticket.sectionId === seat.sectionId && XCoordinate === seat.x && YCoordinate === seat.y,
  )
  return at < 0 ? undefined : unused.splice(at, 1)[0]
}

function orderSeat(from: Catalogue, plan: LoadedPlan, wanted: WantedSeat): Omit<OrderSeat, 'key' | 'redeemed'> {
  const { presentationId, venueId, seatplanId, sectionId, ticketGroupId, ticketId, x, y } = wanted
  const section = plan.sectionsById.get(sectionId)
  const seat = x === null || y === null ? undefined : plan.seatsByAddress.get(seatKey(sectionId, x, y))
  return {
    ...{ presentationId, venueId, seatplanId, sectionId, ticketGroupId, ticketId, x, y },
    allocationId: allocationAt(from, presentationId, seat ?? section),
    sectionName: sectionWord(from, presentationId, section?.name ?? ''),
    rowName: seat?.rowName ?? null,
    seatName: seat?.seatName ?? null,
    ref1: wanted.ref1 ?? '',
    ref2: wanted.ref2 ?? '',
  }
}

function allocationAt(from: Catalogue, presentationId: number, place: { readonly category: string | null } | undefined): number {
  const presentation = from.presentations.get(presentationId)
  return (presentation && priceAt(presentation, place))?.allocationId ?? 1
}

function redeemedBy(
  { code, memberNumber, systemVoucher, isSubTicket }: WantedSeat,
  stored: CartSeat | undefined,
): Pick<OrderSeat, 'redeemed'> {
  const redeemed: LineCode = {
    code: code ?? null,
    memberNumber: memberNumber ?? null,
    systemVoucher: systemVoucher ?? null,
    isSub: isSubTicket === true,
    replacedTicketId: stored?.replacedTicketId ?? null,
  }
  return redeemedName(redeemed) === null ? {} : { redeemed }
}
