import { atom } from 'nanostores'
import type { CustomerInfo, ModifyCart, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { IntegrationData } from '#lib/contract/show/integration.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer, ProductAnswer } from '#lib/contract/wire.ts'
import { toShekels, type Agorot } from '#lib/domain/money/money.ts'
import { normaliseOrderInfo, PRODUCERS_FORM, type OrderForm } from '#lib/domain/customers/order-form.ts'
import { orderFormFor } from '#lib/domain/customers/order-form-of.ts'
import { PRES_LIVE } from '#lib/domain/orders/producer-area.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { OrderTotals } from '#lib/domain/pricing/price-order.ts'
import { storedCartOf } from '#lib/client/order/cart.ts'
import { chargedPart, linesOfAll, productLinesOf, type OrderLines, type Quantities } from '#lib/client/order/order-lines.ts'
import type { Payable } from './payment.ts'

/** What the checkout sells, as the server has found it: only seats that are really held. */
export interface Checkout {
  readonly presentations: readonly PresentationAnswer[]
  readonly seats: readonly OrderSeat[]
  readonly quantities: Quantities
  /** Products that are offered beside no presentation. */
  readonly offered: readonly ProductAnswer[]
  /** What else is sold, beside seats and products; amounts with their charges. */
  readonly items: readonly SoldItem[]
  /** What the order asks for of them; kinds of which there is nothing are left out. */
  readonly asked: Pick<StoredCart, 'memberships' | 'vouchers' | 'donations' | 'films'>
  /** Where the items are chosen; null if there are none. */
  readonly itemsPath: string | null
  /** Who is paid; null if nothing says so. */
  readonly seller: { readonly businessId: number; readonly authProfileId: number } | null
  readonly totals: OrderTotals
  readonly customerInfo: CustomerInfo
  /** What pays a part, in the order in which it pays. */
  readonly vouchers: readonly PayingVoucher[]
  /** Why a voucher of the stored cart pays nothing any more; null where all pay. */
  readonly lostVoucher: string | null
  readonly modify: ModifyCart | null
  /** The members that the visitor may order with. */
  readonly members: readonly MemberAnswer[]
  /** Until when seats that are held without paying are to be paid, in ms since 1970; null where the order is paid now. */
  readonly payUntil: number | null
  /** The ID number that is on file, as it may be shown: it need not be typed. */
  readonly keptSsn: string | null
  readonly isSignedIn: boolean
  /** Whether a producer sells, to somebody whose name and mobile number are asked for and nothing else. */
  readonly isProduced: boolean
  /** Of the outside system that the order will be told to; null if it comes from none. */
  readonly integrationData: IntegrationData | null
}

/** A line that is no seat and no product; of a series or season with its seat and evenings. */
export interface SoldItem {
  readonly name: string
  readonly amount: Agorot
  readonly place?: string
  /** The show of its first evening. */
  readonly featureId?: number | null
  /** `place` only where the seat is another one. */
  readonly evenings?: readonly { readonly date: string; readonly name: string; readonly place: string }[]
}

export interface PayingVoucher {
  readonly id: number
  /** As it may be shown: its last signs. */
  readonly code: string
  /** What it pays; null until the server has said it. */
  readonly amount: Agorot | null
  readonly balance: Agorot
  /** How many tickets a bundle has, in place of a balance. */
  readonly tickets?: number | null
}

/** The checkout of this page, at the prices that it shows; null before the page is alive. */
export const $checkout = atom<Checkout | null>(null)

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

type LinesFacts = Pick<Checkout, 'presentations' | 'seats' | 'quantities' | 'offered'>

/** Lines of all presentations of the order, and products beside what else is sold; a product that is offered more than once stands once. */
export function checkoutLines({ presentations, seats, quantities, offered }: LinesFacts): OrderLines {
  const parts = presentations.map((presentation) => ({
    presentation,
    seats: seats.filter((seat) => seat.presentationId === presentation.id),
  }))
  const lines = linesOfAll(parts, quantities)
  return { ...lines, products: [...lines.products, ...productLinesOf(offered, quantities)] }
}

/** The presentation whose handling fee the order carries. */
export function chargedOf({ presentations }: Checkout): PresentationAnswer | null {
  return chargedPart(presentations) ?? presentations[0] ?? null
}

/** The form of this order: what its presentations, products and tickets ask for. */
export function orderFormOf({ presentations, keptSsn, isProduced }: Checkout, lines: OrderLines): OrderForm {
  if (isProduced) return PRODUCERS_FORM
  const byId = new Map(presentations.map((one) => [one.id, one]))
  const form = orderFormFor({
    needsDelivery: lines.products.some(({ product }) => product.isDeliveryRequired),
    seats: lines.seats.flatMap(({ seat, ticket }) => {
      const presentation = byId.get(seat.presentationId)
      return presentation ? [{ presentation, startsAt: Date.parse(presentation.dateTime), ticket }] : []
    }),
  })
  const isKept = keptSsn !== null && form.fields.ssn === 'required'
  return isKept ? { ...form, fields: { ...form.fields, ssn: 'included' } } : form
}

/** The page on which what is sold is chosen again. */
export function choicePath({ presentations, itemsPath }: Checkout): string {
  return itemsPath ?? `/order/${String(presentations[0]?.id ?? '')}`
}

/** The cart as it is kept for a return. The server reckons anew what each voucher pays. */
export function keptCartOf(checkout: Checkout, more: Pick<StoredCart, 'customerInfo'> = {}): StoredCart {
  const { vouchers, modify, asked } = checkout
  return storedCartOf(checkoutLines(checkout), {
    ...asked,
    ...(vouchers.length > 0 && { voucherPayments: vouchers.map(({ id, code }) => ({ id, systemVoucher: code })) }),
    ...(modify && { modify }),
    ...more,
  })
}

/** What a payment form is opened for. The ID number travels along, because an order may be made of a form that nobody comes back from (spec §7). */
export function payableOf(checkout: Checkout, locale: string, details: CustomerInfo): Payable {
  const { presentations, totals, seller } = checkout
  const { ssn = '' } = normaliseOrderInfo(details, orderFormOf(checkout, checkoutLines(checkout)))
  const [first] = presentations
  return {
    locale,
    total: toShekels(totals.balanceDue),
    presentationId: first?.id ?? null,
    of: {
      ...(first && { locationId: first.locationId }),
      ...(seller ?? {}),
      ...(ssn !== '' && { ssn }),
      ...(checkout.isProduced && { domain: PRES_LIVE }),
    },
  }
}
