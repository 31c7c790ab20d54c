import { computed } from 'nanostores'
import type { CustomerInfo, ModifyCart, OrderCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import { toShekels, type Agorot } from '#lib/domain/money/money.ts'
import { normaliseOrderInfo } from '#lib/domain/customers/order-form.ts'
import { $checkout, checkoutLines, orderFormOf, type Checkout, type PayingVoucher } from './checkout.ts'
import { $details } from '#lib/client/customer/details.ts'
import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { cartSeatOf, type ProductLine, type SeatLine } from '#lib/client/order/order-lines.ts'
import { $paidForm, type CreditCardInfo } from './payment-frame.ts'
import { $payment } from './payment.ts'

/** A presentation of the order with its seats. */
export interface SelectedPresentation {
  readonly presentation: PresentationAnswer
  readonly seats: readonly SeatLine[]
}

/** Order state (spec §3): all that an order is, from the details to the confirmation. */
export interface OrderState {
  /** Seats are held without paying. */
  readonly isHoldOrder: boolean
  /** Of the outside system that the order comes from. */
  readonly integrationData: Checkout['integrationData']
  readonly presentations: readonly SelectedPresentation[]
  /** Of the form that was paid; null before, and where nothing is to be paid. */
  readonly paymentIdentifier: string | null
  /** As the order's form takes it. */
  readonly customerInfo: CustomerInfo
  readonly creditCardInfo: CreditCardInfo | null
  /** Of the order that was made; null before. */
  readonly reservationIdentifier: string | null
  /** Empty before the order is made, and where its own page tells them. */
  readonly ticketIdentifiers: readonly string[]
  readonly availableMembers: readonly MemberAnswer[]
  readonly globalServiceCharge: Agorot
  readonly numberOfPayments: number
  readonly voucherPayments: readonly PayingVoucher[]
  /** Beyond the spec's fields: add-on products, and a ticket change under way. */
  readonly products: readonly ProductLine[]
  readonly modify: ModifyCart | null
  readonly asked: Checkout['asked']
  readonly seller: Checkout['seller']
  readonly isProduced: boolean
}

/** What the form was paid for, and the order that came of it. */
const $outcome = computed([$paidForm, $payment], (paid, payment) => {
  const made = payment.at === 'done' ? payment : null
  return {
    paymentIdentifier: paid?.paymentIdentifier ?? null,
    creditCardInfo: paid?.creditCardInfo ?? null,
    numberOfPayments: paid?.numberOfPayments ?? 1,
    reservationIdentifier: made?.reservationIdentifier ?? null,
    ticketIdentifiers: made?.ticketIdentifiers ?? [],
  }
})

/** What is ordered, and by whom; null before the checkout is open. */
const $ordered = computed([$checkout, $details], (checkout, details) => checkout && orderedIn(checkout, details))

/** null before the checkout is open. */
export const $orderState = computed(
  [$ordered, $outcome, $isHold],
  (ordered, outcome, isHoldOrder): OrderState | null => ordered && { ...ordered, ...outcome, isHoldOrder },
)

function orderedIn(checkout: Checkout, details: CustomerInfo) {
  const lines = checkoutLines(checkout)
  return {
    presentations: checkout.presentations.map((presentation) => ({
      presentation,
      seats: lines.seats.filter(({ seat }) => seat.presentationId === presentation.id),
    })),
    customerInfo: normaliseOrderInfo(details, orderFormOf(checkout, lines)),
    availableMembers: checkout.members,
    globalServiceCharge: checkout.totals.globalServiceCharge,
    voucherPayments: checkout.vouchers,
    products: lines.products,
    modify: checkout.modify,
    asked: checkout.asked,
    seller: checkout.seller,
    isProduced: checkout.isProduced,
    integrationData: checkout.integrationData,
  }
}

/**
 * The cart payload of a commit (spec §7). The same order makes the same payload, so that a repeated commit is recognised: after a reload nothing is known
 * of the card and its instalments, so neither is in it, and the server asks the provider. null: a voucher has no amount, and no cart is made (spec §5).
 */
export function orderCartOf(state: OrderState): OrderCart | null {
  const { customerInfo, paymentIdentifier, voucherPayments, modify, presentations, products, isHoldOrder, asked, seller, isProduced } =
    state
  const vouchers = voucherPayments.flatMap(({ id, code, amount }) =>
    amount === null ? [] : [{ id, amount: toShekels(amount), systemVoucher: code }],
  )
  if (vouchers.length < voucherPayments.length) return null
  const first = presentations[0]?.presentation
  return {
    customerInfo,
    ...(isProduced && { customerName: customerInfo.firstName ?? '', mobileNumber: customerInfo.mobileNumber ?? '' }),
    ...(paymentIdentifier !== null && { paymentIdentifier }),
    ...(vouchers.length > 0 && { voucherPayments: vouchers }),
    ...(modify && { modify }),
    ...asked,
    seats: presentations.flatMap(({ seats }) => seats.map(cartSeatOf)),
    products: products.map(({ product, quantity }) => ({ id: product.id, quantity })),
    authProfileId: seller?.authProfileId ?? null,
    businessId: seller?.businessId ?? null,
    locationId: first?.locationId ?? null,
    isHold: isHoldOrder,
  }
}
