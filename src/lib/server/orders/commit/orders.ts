import type { BodyOf } from '#lib/contract/endpoint.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import type { commitOrder } from '#lib/contract/order/orders.ts'
import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import type { WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { carriesCardData } from '#lib/server/platform/http/card-data.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { answerOfEarlier, findEarlier, type Committed, type OrderKey } from '#lib/server/orders/place/order-answers.ts'
import { buyerOf } from '#lib/server/orders/cart/order-customer.ts'
import { checkProduced, namesCustomer, soldByOf, type Producer } from '#lib/server/orders/cart/producer.ts'
import type { Intent } from '#lib/server/orders/place/order-rows.ts'
import { hashOf, keyOfFree } from '#lib/server/orders/place/order-key.ts'
import { isEmpty, wantedItems } from '#lib/server/sold/kinds.ts'
import { checkPayment } from './payment-check.ts'
import { settleChargedForm } from './payment-form-fate.ts'
import { placeOrder } from '#lib/server/orders/place/place-order.ts'
import type { UnpaidTerms } from '#lib/server/seats/claims/hold-time.ts'
import { checkUnpaidHold } from '#lib/server/orders/holds/unpaid-hold.ts'

/** A call of commit, and by what a repetition of it is known. */
interface Asked extends OrderKey {
  readonly cart: OrderCart
  readonly locale: Locale
  /** Set if a producer sells to whom the cart names. */
  readonly producer: Producer | undefined
}

/** A cart to order, and from where it is asked for. */
interface Asking extends Pick<BodyOf<typeof commitOrder>, 'cart'> {
  /** The address that donations are counted for; null: this machine, which is not limited. */
  readonly caller?: string | null
  /** The producer who calls. It is a producer's sale only if the cart names a customer; without a producer that name is ignored. */
  readonly producer?: Producer | undefined
}

/**
 * Turns a cart into an order, once per payment identifier and body: asked again, it answers the same.
 * Refusals: those of the cart, the form and the payment, of an unpaid hold where it asks for one, of `checkProduced` of a producer's sale; ORDER_CONFLICT for the same key with another body;
 * PAYMENT_PENDING while nobody knows; PAID_TWICE, PAYMENT_RETURNED where a form had charged for seats that are gone: the money goes back;
 * TOO_MANY_DONATIONS before anything is charged.
 */
export async function commit(uuid: string, { cart, caller = null, producer }: Asking, locale: Locale): Promise<Result<Committed>> {
  if (carriesCardData(cart)) return refuse('CARD_DATA_REFUSED')
  const bodyHash = hashOf(cart)
  const idempotencyKey = cart.paymentIdentifier ?? (await keyOfFree(uuid, cart, bodyHash))
  const asked = { uuid, cart, locale, bodyHash, idempotencyKey, producer: namesCustomer(cart) ? producer : undefined }
  const earlier = await findEarlier(asked)
  if (earlier.answer) return earlier.answer
  const checked = await prepare(asked, earlier.now)
  const prepared = checked.ok && checked.value.payment ? await countDonation(checked, cart, caller) : checked
  // The same call may have been quicker since: then there is nothing left to order.
  const made = prepared.ok ? await placeOrder(prepared.value) : ((await answerOfEarlier(asked)) ?? prepared)
  return made.ok || !cart.paymentIdentifier ? made : afterRefusal(asked, made, cart.paymentIdentifier)
}

/** Counts an order with donations that is about to be charged, so that nobody tries out stolen cards on them. */
async function countDonation(prepared: Result<Intent>, { donations = [] }: OrderCart, caller: string | null): Promise<Result<Intent>> {
  const seconds = donations.length === 0 ? undefined : await countCall('donation', 'caller', caller)
  return seconds === undefined ? prepared : refuse('TOO_MANY_DONATIONS', { seconds })
}

/** Refusals that leave the form as it is: the buyer can correct the order and retry with the same payment, or the payment itself gave the answer. */
const LEFT_TO_BUYER: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'FORM_INVALID',
  'ITEMS_NOT_SOLD',
  'ORDER_CONFLICT',
  'PAYMENT_PENDING',
  'PAYMENT_FORM_INVALID',
])

/** If the form has charged although the order is refused, the order that it was opened for is made, or the money is refunded. */
async function afterRefusal(asked: Asked, refused: Result<Committed>, paymentIdentifier: string): Promise<Result<Committed>> {
  if (refused.ok || LEFT_TO_BUYER.has(refused.refusal.code)) return refused
  const fate = await settleChargedForm(asked.uuid, paymentIdentifier, asked.cart.customerInfo)
  if (fate === 'none') return refused
  return (await answerOfEarlier(asked)) ?? refuse('PAYMENT_PENDING')
}

/** @param now by the database's clock, in ms since 1970 */
async function prepare({ cart, producer, ...asked }: Asked, now: number): Promise<Result<Intent>> {
  const { uuid, locale } = asked
  const checked = await checkAsked(uuid, cart, now)
  if (!checked.ok) return checked
  const customer = producer ? checkProduced(producer, checked.value.lines, cart) : await buyerOf(uuid, cart, checked.value)
  if (!customer.ok) return customer
  const paying = await checkWayToPay(uuid, cart, checked.value)
  if (!paying.ok) return paying
  return accept({
    ...asked,
    ...paying.value,
    cart: checked.value,
    customer: customer.value,
    staffNote: staffNoteOf(cart),
    isMadeFromForm: false,
    soldBy: producer && soldByOf(producer),
    handlingFeeName: checked.value.serviceCharge?.name ?? textOf(locale)('common.handlingFee'),
  })
}

/** What is asked for, checked and priced. Refusals: CART_EMPTY, BAD_REQUEST, CART_INCOMPATIBLE (ids of another seller), those of `checkWanted`. */
async function checkAsked(uuid: string, cart: OrderCart, now: number): Promise<Result<CheckedCart>> {
  const items = wantedItems(cart)
  if (!items.ok) return items
  if (isEmpty(items.value)) return refuse('CART_EMPTY')
  // Tickets are given back when the new ones are paid, so there is no change into an unpaid hold.
  if (cart.modify && cart.isHold === true) return refuse('BAD_REQUEST', { field: 'cart.isHold' })
  const checked = await checkWanted(uuid, { ...items.value, vouchers: amountsNamed(cart), modify: cart.modify }, now)
  if (!checked.ok) return checked
  const mismatch = profileMismatch(cart, checked.value)
  return mismatch ? refuse(mismatch) : checked
}

/** How the order is paid: now, later as an unpaid hold, or not at all. Refusals: those of `checkUnpaidHold` and `checkPayment`. */
async function checkWayToPay(uuid: string, cart: OrderCart, checked: CheckedCart): Promise<Result<Pick<Intent, 'unpaid' | 'payment'>>> {
  const amount = checked.totals.balanceDue
  // Where vouchers pay all there is nothing to pay later: it is an order like any other, if its buyer may hold these seats at all.
  const terms: Result<UnpaidTerms | undefined> = cart.isHold === true ? await checkUnpaidHold(uuid, checked) : accept(undefined)
  if (!terms.ok) return terms
  const unpaid = amount > 0 ? terms.value : undefined
  const isPaidNow = amount > 0 && !unpaid
  const payment = isPaidNow ? await checkPayment(cart.paymentIdentifier, { uuid, amount, orderId: null }) : accept(undefined)
  return payment.ok ? accept({ unpaid, payment: payment.value }) : payment
}

/** Whoever orders has seen what each voucher pays: one without an amount makes no order (spec §5). */
function amountsNamed({ voucherPayments = [] }: OrderCart): readonly WantedVoucher[] {
  return voucherPayments.map(({ id, amount = null }) => ({ id, amount }))
}

/** Ids that the client names beside the seats must be those of the seats. */
function profileMismatch(cart: OrderCart, { seller }: CheckedCart): RefusalCode | undefined {
  const isForeign =
    (cart.authProfileId != null && cart.authProfileId !== seller?.authProfileId) ||
    (cart.businessId != null && cart.businessId !== seller?.businessId)
  return isForeign ? 'CART_INCOMPATIBLE' : undefined
}

function staffNoteOf({ zoom, systemInquiry }: OrderCart): Record<string, string> | null {
  const note = { ...(zoom && { zoom }), ...(systemInquiry && { systemInquiry }) }
  return Object.keys(note).length === 0 ? null : note
}
