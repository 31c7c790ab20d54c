import type { CustomerInfo } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { CheckedCart } from '#lib/domain/check-cart.ts'
import type { WantedSeat } from '#lib/domain/check-seat.ts'
import type { OrderSeat } from '#lib/domain/order-seat.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { textOf } from '#lib/text/text.ts'
import type { Locale } from '#lib/text/locales.ts'
import { cartOf, cartToPay, checkWanted } from './carts.ts'
import { presentationAnswer } from './presentations.ts'
import { recentOrderOf } from './recent-order.ts'

/** What the checkout is about to sell: only what is really held now. */
export interface Checkout {
  readonly presentations: readonly PresentationAnswer[]
  readonly seats: readonly OrderSeat[]
  readonly quantities: Readonly<Record<number, number>>
  readonly totals: OrderTotals
  readonly serviceChargeName: string
  /** What the visitor typed before; never an ID number. */
  readonly customerInfo: CustomerInfo
}

/**
 * The visitor's checkout.
 * Refusals: CART_EMPTY, HOLD_EXPIRED (with the presentation to go back to), and those of `checkCart`.
 */
export async function checkoutOf(uuid: string, locale: Locale): Promise<Result<Checkout>> {
  const [wanted, stored] = await Promise.all([cartToPay(uuid), cartOf(uuid)])
  if (wanted.seats.length === 0) {
    const lost = stored?.presentations?.find((presentation) => presentation.seats.length > 0)
    return lost ? refuse('HOLD_EXPIRED', { presentationId: lost.id }) : refuse('CART_EMPTY')
  }
  const checked = await checkWanted(uuid, wanted, wanted.modify)
  if (!checked.ok) return checked
  return accept({
    presentations: await presentationsOf(checked.value, locale),
    seats: wanted.seats.map((seat, place) => heldSeat(seat, checked.value, place)),
    quantities: Object.fromEntries(checked.value.products.map(({ product, quantity }) => [product.id, quantity])),
    totals: checked.value.totals,
    serviceChargeName: checked.value.serviceCharge?.name ?? textOf(locale)('common.handlingFee'),
    customerInfo: stored?.customerInfo ?? {},
  })
}

async function presentationsOf(checked: CheckedCart, locale: Locale): Promise<PresentationAnswer[]> {
  const ids = [...new Set(checked.seats.map((seat) => seat.presentation.id))]
  const answers = await Promise.all(ids.map((id) => presentationAnswer(id, locale)))
  return answers.filter((answer) => answer !== undefined)
}

/** The checked seats stand in the order of the wanted ones. */
function heldSeat(wanted: WantedSeat, checked: CheckedCart, place: number): OrderSeat {
  const found = checked.seats[place]
  return {
    key: `${String(wanted.presentationId)}:${String(wanted.sectionId)}:${String(place)}`,
    presentationId: wanted.presentationId,
    venueId: wanted.venueId,
    seatplanId: wanted.seatplanId,
    sectionId: wanted.sectionId,
    ticketGroupId: wanted.ticketGroupId,
    ticketId: wanted.ticketId,
    x: wanted.x,
    y: wanted.y,
    allocationId: found?.presentation.prices.find((price) => price.ticketGroupId === wanted.ticketGroupId)?.allocationId ?? 1,
    sectionName: found?.section.name ?? '',
    rowName: found?.seat?.rowName ?? null,
    seatName: found?.seat?.seatName ?? null,
    ref1: '',
    ref2: '',
  }
}

/**
 * Where a visitor of the checkout belongs: on it, or on the page of an order that was just made or is still being paid. Coming back, reloading
 * and a second tab therefore never begin a second order.
 */
export async function checkoutPageOf(
  uuid: string | undefined,
  locale: Locale,
): Promise<{ readonly goTo: string } | { readonly checkout: Result<Checkout> }> {
  if (uuid === undefined) return { checkout: refuse('CART_EMPTY') }
  const [checkout, recent] = await Promise.all([checkoutOf(uuid, locale), recentOrderOf(uuid)])
  const isOver = recent?.state === 'paying' || (recent?.state === 'paid' && !checkout.ok && checkout.refusal.code === 'CART_EMPTY')
  return isOver ? { goTo: `/cart/${recent.reservationIdentifier}` } : { checkout }
}
