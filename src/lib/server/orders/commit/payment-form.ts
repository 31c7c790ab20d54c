import { cutText } from '#lib/domain/cut-text.ts'
import { randomUUID } from 'node:crypto'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Seller } from '#lib/domain/cart/checked-line.ts'
import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { toAgorot, type Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { askOrUnknown } from '#lib/server/payments/ask-provider.ts'
import { checkWanted, readCart, toPayOf } from '#lib/server/orders/cart/carts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { extendHolds } from '#lib/server/seats/claims/holds.ts'
import { keptSsnOf } from '#lib/server/orders/cart/kept-ssn.ts'
import { checkProduced, soldByOf, type Producer } from '#lib/server/orders/cart/producer.ts'
import { checkCustomer } from '#lib/server/orders/cart/order-customer.ts'
import { sealBody } from '#lib/server/payments/payment-form-body.ts'
import { currentProvider } from '#lib/server/providers/payment/current-provider.ts'
import type { FormRequest, PaymentMethod } from '#lib/server/providers/payment/payment.ts'
import { isEmpty } from '#lib/server/sold/kinds.ts'
import { takesCart } from '#lib/server/sold/lines.ts'
import { heldNow, holdsAll } from '#lib/server/sold/held.ts'
import { checkedName } from './checkout-items.ts'
import { unpaidToPay } from './unpaid-payment.ts'

export interface Buyer {
  readonly uuid: string
  readonly locale: Locale
  /** Where the buyer's browser reaches us: the provider sends it back there. */
  readonly origin: string
  /** Set if it is a producer's sale. */
  readonly producer?: Producer | undefined
}

/** What the page says of the order, to be compared; and what it knows of the buyer that is stored nowhere. */
export interface FormQuery {
  readonly ssn?: string | undefined
  readonly total?: number | undefined
  readonly locationId?: number | undefined
  readonly authProfileId?: number | undefined
  readonly businessId?: number | undefined
  /** A reservation that was made without paying, instead of the cart. */
  readonly resId?: string | undefined
  readonly method: PaymentMethod
}

export interface OpenForm {
  readonly paymentFormURL: string
  readonly isFramed: boolean
}

/** What a form is to be opened for. */
interface ToPay {
  readonly amount: Agorot
  readonly presentations: readonly Presentation[]
  readonly seller: Seller | undefined
  /** What is bought for no presentation. */
  readonly names: readonly string[]
  readonly returnPath: string
  readonly orderId: string | null
  /** The cart that its order takes; null if it takes none. */
  readonly cartId: string | null
  readonly body: Buffer | null
  readonly mail: string | undefined
}

/**
 * Opens the provider's form for what the visitor holds now, or for an unpaid reservation. Starting to pay extends the hold, once in all.
 * Refusals: HOLD_EXPIRED (nothing is held, or not all seats of a series), PRICE_CHANGED (the sent total differs), CART_INCOMPATIBLE (another place, profile or business than that of the
 * seats), PAYMENT_UNPROCESSABLE (nothing is to be paid), PAYMENT_NO_RESPONSE, FORM_INVALID and WAIVER_AGE_MISMATCH (the form itself would charge, and who buys is
 * not known), those of the cart, of `checkProduced` if a producer sells, and of `unpaidToPay`.
 */
export async function openPaymentForm(buyer: Buyer, query: FormQuery): Promise<Result<OpenForm>> {
  const found = query.resId === undefined ? await cartForForm(buyer, query) : await unpaidToPay(buyer.uuid, query.resId)
  if (!found.ok) return found
  const { amount, orderId } = found.value
  if (query.total !== undefined && toAgorot(query.total) !== amount) return refuse('PRICE_CHANGED', { total: amount / 100 })
  if (await isElsewhere(found.value, query)) return refuse('CART_INCOMPATIBLE')
  if (amount === 0) return refuse('PAYMENT_UNPROCESSABLE')
  if (orderId === null) await extendHolds(buyer.uuid) // EXTENSION_USED is no reason to refuse payment
  return openAtProvider(buyer, query.method, found.value)
}

/** If the form itself charges, the buyer's details must be valid before it opens: an order may be made from it although the buyer does not return. */
async function cartForForm({ uuid, locale, producer }: Buyer, { ssn, method }: FormQuery): Promise<Result<ToPay>> {
  const { id: cartId, stored, readAt } = await readCart(uuid)
  const [from, { modify, ...wanted }] = await Promise.all([catalogue(locale), toPayOf(uuid, stored)])
  if (isEmpty(wanted)) return refuse('HOLD_EXPIRED')
  const checked = await checkWanted(uuid, { ...wanted, modify }, readAt)
  if (!checked.ok) return checked
  if (!(await holdsAll(uuid, checked.value.lines))) return refuse('HOLD_EXPIRED')
  const typed = ssn ?? (await keptSsnOf(uuid))
  const customer: CustomerInfo = { ...stored?.customerInfo, ...(typed !== undefined && { ssn: typed }) }
  const whole = producer
    ? checkProduced(producer, checked.value.lines, { mobileNumber: customer.mobileNumber, customerName: customer.firstName })
    : currentProvider().chargesInForm?.(method) === true
      ? checkCustomer(customer, checked.value)
      : accept(customer)
  if (!whole.ok) return whole
  return accept({
    amount: checked.value.totals.balanceDue,
    presentations: checked.value.presentations,
    seller: checked.value.seller,
    names: checked.value.lines.flatMap((line) => (line.presentation ? [] : checkedName(from, line))),
    returnPath: '/booking/checkout/payment',
    orderId: null,
    cartId: takesCart(checked.value.lines) ? cartId : null,
    body: sealBody({ wanted, modify, customer, locale, held: await heldNow(uuid), ...(producer && { soldBy: soldByOf(producer) }) }),
    mail: customer.email,
  })
}

/** Ids that the page names must be those of the first seat. */
async function isElsewhere({ presentations: [presentation], seller }: ToPay, asked: FormQuery): Promise<boolean> {
  const { venues } = await catalogue()
  const locationId = venues.get(presentation?.venueId ?? 0)?.locationId
  return (
    (asked.locationId !== undefined && asked.locationId !== locationId) ||
    (asked.authProfileId !== undefined && asked.authProfileId !== seller?.authProfileId) ||
    (asked.businessId !== undefined && asked.businessId !== seller?.businessId)
  )
}

/** The row is there before the provider is asked, and gets the form's name before anybody can pay in it. */
async function openAtProvider(buyer: Buyer, method: PaymentMethod, toPay: ToPay): Promise<Result<OpenForm>> {
  const provider = currentProvider()
  const formId = randomUUID()
  await database().query({
    name: 'insert-form',
    text: `INSERT INTO payment_form (form_id, holder, provider, amount, locale, order_id, cart_id, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [formId, buyer.uuid, provider.name, toPay.amount, buyer.locale, toPay.orderId, toPay.cartId, toPay.body],
  })
  const request: FormRequest = {
    formId,
    uuid: buyer.uuid,
    amount: toPay.amount,
    maxPayments: maxPaymentsOf(toPay),
    method,
    locale: buyer.locale,
    description: await describe(toPay, buyer.locale),
    mail: toPay.mail,
    returnUrl: `${buyer.origin}${toPay.returnPath}`,
    callbackUrl: `${buyer.origin}/api/payment/callback/${provider.name}`,
  }
  const opened = await askOrUnknown(provider, (one) => one.openForm(request))
  if (opened === 'unknown') return refuse('PAYMENT_NO_RESPONSE')
  await database().query({
    name: 'name-form',
    text: 'UPDATE payment_form SET provider_form = $2 WHERE form_id = $1',
    values: [formId, opened.formName],
  })
  return accept({ paymentFormURL: opened.url, isFramed: opened.isFramed })
}

/** What is bought for no presentation is paid at once. */
function maxPaymentsOf({ presentations }: ToPay): number {
  return presentations.length === 0 ? 1 : Math.min(...presentations.map(({ maxPayments }) => maxPayments))
}

async function describe({ presentations, names: others }: ToPay, locale: Locale): Promise<string> {
  const { features } = await catalogue(locale)
  const names = presentations.map(({ featureId }) => features.get(featureId)?.name ?? '')
  return cutText([...new Set(names.length === 0 ? others : names)].join(', '), 100)
}
