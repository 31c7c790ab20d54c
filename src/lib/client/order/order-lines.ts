import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { ProductAnswer, ServiceChargeAnswer, TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import { NO_CODE, redeemedName, type CodeLine, type LineCode } from '#lib/domain/entitlements/coupon-lines.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { priceOrder, type OrderCharge, type OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'

export interface SeatLine {
  readonly seat: OrderSeat
  readonly ticket: TicketAnswer
  /** Tickets that the seat may be sold under here, … */
  readonly choices: readonly TicketAnswer[]
  /** … and those that only the box office sells. */
  readonly walkins: readonly TicketAnswer[]
  /** What its ticket costs; nothing where another seat of the same use is paid. */
  readonly price: Agorot
  /** What the seat costs instead of, or null. */
  readonly oldPrice: Agorot | null
  /** What the group's first ticket costs (spec §9). */
  readonly firstPrice: Agorot
  readonly serviceCharge: Agorot
}

export interface ProductLine {
  readonly product: ProductAnswer
  readonly quantity: number
  readonly price: Agorot
}

export interface OrderLines {
  readonly seats: readonly SeatLine[]
  readonly products: readonly ProductLine[]
}

/** Quantities by product id. */
export type Quantities = Readonly<Record<number, number>>

/** A presentation of the order with the visitor's seats. */
export interface OrderPart {
  readonly presentation: PresentationAnswer
  readonly seats: readonly OrderSeat[]
}

/** What is in an order, with prices. A seat whose price is not a number stays out (spec §5). */
export function linesOf(presentation: PresentationAnswer, seats: readonly OrderSeat[], quantities: Quantities): OrderLines {
  return {
    seats: seats.map((seat) => seatLineOf(presentation, seat)).filter((line) => line !== undefined),
    products: productLinesOf(presentation.products, quantities),
  }
}

/** The products that are chosen of those that are offered. */
export function productLinesOf(products: readonly ProductAnswer[], quantities: Quantities): readonly ProductLine[] {
  return products
    .map((product) => ({ product, quantity: quantities[product.id] ?? 0, price: agorot(product.price) }))
    .filter((line) => line.quantity > 0)
}

/** The lines of all presentations of an order; a product that several of them offer stands once. */
export function linesOfAll(parts: readonly OrderPart[], quantities: Quantities): OrderLines {
  const each = parts.map(({ presentation, seats }) => linesOf(presentation, seats, quantities))
  const products = new Map(each.flatMap((lines) => lines.products).map((line) => [line.product.id, line]))
  return { seats: each.flatMap((lines) => lines.seats), products: [...products.values()] }
}

/** @param presentation the one whose handling fee the order carries */
export function totalsOf(lines: OrderLines, presentation: Pick<PresentationAnswer, 'serviceCharge'>): OrderTotals {
  return priceOrder({ seats: lines.seats, products: lines.products, serviceCharge: orderChargeOf(presentation.serviceCharge) })
}

/** A handling fee of the wire as the rules take it. */
export function orderChargeOf(charge: ServiceChargeAnswer | null): OrderCharge | null {
  return charge && { ...charge, amountPerOrder: charge.amountPerOrder === null ? null : agorot(charge.amountPerOrder) }
}

/** One handling fee an order: of its presentations that have one, that with the lowest id. */
export function chargedPart<P extends Pick<PresentationAnswer, 'id' | 'serviceCharge'>>(presentations: readonly P[]): P | undefined {
  return presentations.filter((one) => one.serviceCharge !== null).sort((one, other) => one.id - other.id)[0]
}

function seatLineOf(presentation: PresentationAnswer, seat: OrderSeat): SeatLine | undefined {
  const group = presentation.ticketGroups.find((one) => one.id === seat.ticketGroupId)
  if (!group) return undefined
  const own = allTickets(group).find((one) => one.id === seat.ticketId && (one.access === 'open' || seat.redeemed))
  const ticket = own ?? defaultTicket(group)
  if (!ticket || ticket.price === null) return undefined
  const { redeemed, ...plain } = seat
  const isSub = own !== undefined && redeemed?.isSub === true
  const price = isSub ? 0 : agorot(ticket.price)
  const before = priceBefore(group, ticket, own ? redeemed : undefined)
  const open = group.tickets.filter((one) => one.price !== null && one.access === 'open')
  return {
    seat: own ? seat : plain,
    ticket,
    price,
    choices: open.filter((one) => !one.walkin && one.multiplyFactor <= 1),
    walkins: open.filter((one) => one.walkin),
    oldPrice: before > price ? before : null,
    firstPrice: agorot(defaultTicket(group)?.price ?? ticket.price),
    serviceCharge: isSub ? 0 : agorot(ticket.serviceCharge),
  }
}

function allTickets({ tickets, voucherTickets }: TicketGroupAnswer): readonly TicketAnswer[] {
  return [...tickets, ...voucherTickets]
}

/** The ticket's own old price, or what the ticket cost that a code has replaced: whatever is more. */
function priceBefore(group: TicketGroupAnswer, ticket: TicketAnswer, redeemed: LineCode | undefined): Agorot {
  const replaced = group.tickets.find((one) => one.id === redeemed?.replacedTicketId)
  return Math.max(agorot(ticket.oldPrice ?? 0), agorot(replaced?.price ?? 0))
}

/** An amount of an answer; 0 for what is none. */
export function agorot(shekels: number): Agorot {
  return toAgorot(shekels) ?? 0
}

/** A seat as the rules of codes see it. */
export function codeLineOf({ seat, ticket, price, serviceCharge }: SeatLine): CodeLine {
  const { key, presentationId, ticketGroupId, redeemed = NO_CODE } = seat
  const { id: ticketId, multiplyFactor } = ticket
  return { ...redeemed, key, presentationId, ticketGroupId, ticketId, price: price + serviceCharge, multiplyFactor }
}

/** A line as the wire carries it (spec §7). */
export function cartSeatOf({ seat, ticket }: SeatLine): CartSeat {
  const isSub = seat.redeemed?.isSub === true
  return {
    XCoordinate: seat.x,
    YCoordinate: seat.y,
    RowName: seat.rowName,
    SeatName: seat.seatName,
    ...(seat.redeemed && { replacedTicketId: seat.redeemed.replacedTicketId }),
    ticket: {
      prsntId: seat.presentationId,
      ticketGroupId: seat.ticketGroupId,
      venueId: seat.venueId,
      seatplanId: seat.seatplanId,
      sectionId: seat.sectionId,
      ticketId: ticket.id,
      amount: isSub ? 0 : ticket.price,
      serviceCharge: isSub ? 0 : ticket.serviceCharge,
      pricePolicyId: ticket.pricePolicyId,
      allocationId: seat.allocationId,
      oldPrice: ticket.oldPrice,
      ...(isSub && { isMultiplyFactorSubTicket: true }),
      ...namesOf(seat.redeemed),
      ...(seat.ref1 !== '' && { ref1: seat.ref1 }),
      ...(seat.ref2 !== '' && { ref2: seat.ref2 }),
    },
  }
}

function namesOf({ code, memberNumber, systemVoucher }: LineCode = NO_CODE): Partial<CartSeat['ticket']> {
  return {
    ...(code !== null && { code }),
    ...(memberNumber !== null && { memberNumber }),
    ...(systemVoucher !== null && { systemVoucher }),
  }
}

/** What a stored line redeems; undefined where it has an ordinary ticket. */
export function redeemedOf({ ticket, replacedTicketId }: Pick<CartSeat, 'ticket' | 'replacedTicketId'>): LineCode | undefined {
  const code: LineCode = {
    code: ticket.code ?? null,
    memberNumber: ticket.memberNumber ?? null,
    systemVoucher: ticket.systemVoucher ?? null,
    isSub: ticket.isMultiplyFactorSubTicket === true,
    replacedTicketId: replacedTicketId ?? null,
  }
  return redeemedName(code) === null ? undefined : code
}
