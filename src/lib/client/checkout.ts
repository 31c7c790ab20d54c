import { atom } from 'nanostores'
import type { OrderSeat } from '#lib/domain/order-seat.ts'
import type { CustomerInfo, OrderCart } from '#lib/contract/orders.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { toShekels } from '#lib/domain/money.ts'
import { normaliseOrderInfo, orderFormFor, type OrderForm } from '#lib/domain/order-form.ts'
import type { OrderTotals } from '#lib/domain/price-order.ts'
import { call } from './call.ts'
import { cartSeatOf, linesOf, totalsOf, type OrderLines, type Quantities } from './order-lines.ts'
import type { Payable } from './payment.ts'

/** What the checkout sells, as the server has found it: only seats that are really held. */
export interface Checkout {
  readonly presentations: readonly PresentationAnswer[]
  readonly seats: readonly OrderSeat[]
  readonly quantities: Quantities
  readonly totals: OrderTotals
  readonly serviceChargeName: string
  readonly customerInfo: CustomerInfo
}

export type CheckoutView = 'details' | 'payment'
const PATHS = { details: '/booking/checkout', payment: '/booking/checkout/payment' } as const

/** null until the page is alive. */
export const $view = atom<CheckoutView | null>(null)

export function viewOf(pathname: string): CheckoutView {
  return pathname.replace(/\/$/, '') === PATHS.payment ? 'payment' : 'details'
}

/** Details and payment are one document, so that an ID number need not be kept anywhere between them. */
export function goToView(view: CheckoutView): void {
  if (location.pathname !== PATHS[view]) history.pushState(null, '', PATHS[view])
  $view.set(view)
}

export function replaceView(view: CheckoutView): void {
  history.replaceState(null, '', PATHS[view])
  $view.set(view)
}

export function followView(): () => void {
  const follow = (): void => $view.set(viewOf(location.pathname))
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
}

/** Lines of all presentations of the order; a product that several of them offer stands once. */
export function checkoutLines({ presentations, seats, quantities }: Checkout): OrderLines {
  const parts = presentations.map((one) =>
    linesOf(
      one,
      seats.filter((seat) => seat.presentationId === one.id),
      quantities,
    ),
  )
  const products = new Map(parts.flatMap((part) => part.products).map((line) => [line.product.id, line]))
  return { seats: parts.flatMap((part) => part.seats), products: [...products.values()] }
}

export function orderFormOf(lines: OrderLines): OrderForm {
  return orderFormFor({ needsDelivery: lines.products.some(({ product }) => product.isDeliveryRequired) })
}

/** The cart payload of a commit (spec §7). The same order makes the same payload, so that a repeated commit is recognised. */
export function orderCartOf(checkout: Checkout, details: CustomerInfo, paymentIdentifier: string | null): OrderCart {
  const lines = checkoutLines(checkout)
  const [first] = checkout.presentations
  return {
    customerInfo: normaliseOrderInfo(details),
    ...(paymentIdentifier !== null && { paymentIdentifier }),
    seats: lines.seats.map(cartSeatOf),
    products: lines.products.map(({ product, quantity }) => ({ id: product.id, quantity })),
    authProfileId: first?.authProfileId ?? null,
    businessId: first?.businessId ?? null,
    locationId: first?.locationId ?? null,
    isHold: false,
  }
}

export function payableOf({ presentations, totals }: Checkout, locale: string): Payable {
  const [first] = presentations
  return {
    locale,
    total: toShekels(totals.balanceDue),
    presentationId: first?.id ?? 0,
    locationId: first?.locationId ?? 0,
    authProfileId: first?.authProfileId ?? 0,
    businessId: first?.businessId ?? 0,
  }
}

/** The same checkout at today's prices; null where an answer is missing. */
export async function repriced(checkout: Checkout): Promise<Checkout | null> {
  const answers = await Promise.all(
    checkout.presentations.map(({ id }) => call('getPresentation', { params: { presentationId: id }, query: {} })),
  )
  const presentations = answers.flatMap((answer) => (answer.ok ? [answer.value.presentation] : []))
  if (presentations.length < checkout.presentations.length) return null
  const fresh = { ...checkout, presentations }
  const charged = presentations.find((one) => one.serviceCharge !== null) ?? presentations[0]
  return charged ? { ...fresh, totals: totalsOf(checkoutLines(fresh), charged) } : null
}
