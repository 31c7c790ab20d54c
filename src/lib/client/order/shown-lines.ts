import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer } from '#lib/contract/wire.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderCharge } from '#lib/domain/pricing/price-order.ts'
import { shownPrice, shownPrices } from '#lib/domain/pricing/share-charge.ts'
import { agorot, orderChargeOf, type OrderLines } from './order-lines.ts'

/** An order as it is shown: everything in it adds up to `total`. */
export interface ShownOrder {
  /** For each seat: what it is shown to cost, and what instead of (null: nothing). */
  readonly seats: readonly { readonly price: Agorot; readonly oldPrice: Agorot | null }[]
  /** For each product: all of its pieces. */
  readonly products: readonly Agorot[]
  /** Charges that are named beside the lines; 0 where they are inside. */
  readonly ticketCharges: Agorot
  readonly orderCharge: Agorot
  /** Some agorot by which a percentage differs from its shares in the lines. */
  readonly rounding: Agorot
  readonly total: Agorot
  /** How much less than the struck prices. */
  readonly saved: Agorot
}

type Charged = Pick<PresentationAnswer, 'serviceCharge' | 'isPriceTotal'>

/** @param charged the presentation whose handling fee the order carries; null where there is nothing in it */
export function shownOrder({ seats, products }: OrderLines, charged: Charged | null): ShownOrder {
  const [charge, isTotal] = [orderCharge(charged), charged?.isPriceTotal ?? true]
  const pieces = products.map(({ price, quantity }) => ({ price: price * quantity }))
  const shown = shownPrices([...seats, ...pieces], charge, isTotal)
  const shownSeats = seats.map(({ oldPrice, ticket }, at) => {
    const old = oldPrice === null ? null : shownPrice({ price: oldPrice, serviceCharge: agorot(ticket.serviceCharge) }, charge, isTotal)
    return { price: shown.lines[at] ?? 0, oldPrice: old }
  })
  const { ticketCharges, orderCharge: fee, rounding } = shown
  return {
    seats: shownSeats,
    products: shown.lines.slice(seats.length),
    ticketCharges,
    orderCharge: fee,
    rounding,
    total: shown.lines.reduce((sum, amount) => sum + amount, ticketCharges + fee + rounding),
    saved: shownSeats.reduce((sum, { price, oldPrice }) => sum + Math.max(0, (oldPrice ?? price) - price), 0),
  }
}

/** What one piece of a product is shown to cost. */
export function shownPiece(price: Agorot, presentation: Charged | null): Agorot {
  return shownPrice({ price }, orderCharge(presentation), presentation?.isPriceTotal ?? true)
}

/** What one ticket is shown to cost, before it is in an order. */
export function shownTicket({ price, serviceCharge }: Pick<TicketAnswer, 'price' | 'serviceCharge'>, presentation: Charged | null): Agorot {
  const line = { price: agorot(price ?? 0), serviceCharge: agorot(serviceCharge) }
  return shownPrice(line, orderCharge(presentation), presentation?.isPriceTotal ?? true)
}

function orderCharge(charged: Charged | null): OrderCharge | null {
  return orderChargeOf(charged?.serviceCharge ?? null)
}
