import type { CartSeat } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { ProductAnswer, TicketAnswer } from '#lib/contract/wire.ts'
import { toAgorot, type Agorot } from '#lib/domain/money.ts'
import type { OrderSeat } from '#lib/domain/order-seat.ts'
import { priceOrder, type OrderTotals } from '#lib/domain/price-order.ts'
import { defaultTicket } from '#lib/domain/tickets.ts'

export interface SeatLine {
  readonly seat: OrderSeat
  readonly ticket: TicketAnswer
  /** Tickets that the seat may be sold under. */
  readonly choices: readonly TicketAnswer[]
  readonly price: Agorot
  /** What the ticket costs instead of, or null. */
  readonly oldPrice: Agorot | null
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

/** What is in an order, with prices. A seat whose price is not a number stays out (spec §5). */
export function linesOf(presentation: PresentationAnswer, seats: readonly OrderSeat[], quantities: Quantities): OrderLines {
  return {
    seats: seats.map((seat) => seatLineOf(presentation, seat)).filter((line) => line !== undefined),
    products: presentation.products
      .map((product) => ({ product, quantity: quantities[product.id] ?? 0, price: agorot(product.price) }))
      .filter((line) => line.quantity > 0),
  }
}

export function totalsOf(lines: OrderLines, presentation: PresentationAnswer): OrderTotals {
  const charge = presentation.serviceCharge
  return priceOrder({
    seats: lines.seats,
    products: lines.products,
    serviceCharge: charge && {
      amountPerOrder: charge.amountPerOrder === null ? null : agorot(charge.amountPerOrder),
      percentRatePerOrder: charge.percentRatePerOrder,
    },
  })
}

/** How much less than the full prices the order costs. */
export function savedOf(lines: OrderLines): Agorot {
  return lines.seats.reduce((sum, line) => sum + Math.max(0, (line.oldPrice ?? line.price) - line.price), 0)
}

function seatLineOf(presentation: PresentationAnswer, seat: OrderSeat): SeatLine | undefined {
  const group = presentation.ticketGroups.find((one) => one.id === seat.ticketGroupId)
  const ticket = group?.tickets.find((one) => one.id === seat.ticketId) ?? defaultTicket(group)
  if (!group || !ticket || ticket.price === null) return undefined
  const price = agorot(ticket.price)
  return {
    seat,
    ticket,
    price,
    choices: group.tickets.filter((one) => one.price !== null),
    oldPrice: ticket.oldPrice === null || agorot(ticket.oldPrice) <= price ? null : agorot(ticket.oldPrice),
    serviceCharge: agorot(ticket.serviceCharge),
  }
}

function agorot(shekels: number): Agorot {
  return toAgorot(shekels) ?? 0
}

/** A line as the wire carries it (spec §7). */
export function cartSeatOf({ seat, ticket }: SeatLine): CartSeat {
  return {
    XCoordinate: seat.x,
    YCoordinate: seat.y,
    RowName: seat.rowName,
    SeatName: seat.seatName,
    ticket: {
      prsntId: seat.presentationId,
      ticketGroupId: seat.ticketGroupId,
      venueId: seat.venueId,
      seatplanId: seat.seatplanId,
      sectionId: seat.sectionId,
      ticketId: ticket.id,
      amount: ticket.price,
      serviceCharge: ticket.serviceCharge,
      pricePolicyId: ticket.pricePolicyId,
      allocationId: seat.allocationId,
      oldPrice: ticket.oldPrice,
      ...(seat.ref1 !== '' && { ref1: seat.ref1 }),
      ...(seat.ref2 !== '' && { ref2: seat.ref2 }),
    },
  }
}
