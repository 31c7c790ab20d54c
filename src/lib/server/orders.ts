import { createHash } from 'node:crypto'
import type { AnswerOf, BodyOf } from '#lib/contract/endpoint.ts'
import type { commitOrder, CustomerInfo, OrderCart } from '#lib/contract/orders.ts'
import type { CheckedCart } from '#lib/domain/check-cart.ts'
import { checkOrderForm, normaliseOrderInfo, orderFormFor } from '#lib/domain/order-form.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { carriesCardData } from './card-data.ts'
import { checkWanted, wantedSeat } from './carts.ts'
import { chargeOrder } from './charging.ts'
import { database } from './db/connect.ts'
import { DuplicateIntent, writeIntent, type Intent } from './order-intent.ts'
import { settlePaid } from './order-settle.ts'
import { paymentProvider } from './providers/payments-by-name.ts'

type Committed = AnswerOf<typeof commitOrder>

/** How long a repeated commit waits for the first one to be settled, in ms, and how often it looks. */
const WAIT_FOR_FIRST = 20_000
const LOOK_EVERY = 50

/**
 * Turns a cart into an order, once per payment identifier and body: asked again, it answers the same.
 * Refusals: those of the cart, the form and the payment; ORDER_CONFLICT for the same key with another body; PAYMENT_PENDING while nobody knows.
 */
export async function commit(uuid: string, body: BodyOf<typeof commitOrder>, locale: Locale): Promise<Result<Committed>> {
  const { cart } = body
  if (carriesCardData(cart)) return refuse('CARD_DATA_REFUSED')
  const bodyHash = hashOf(cart)
  const idempotencyKey = cart.paymentIdentifier ?? (await keyOfFree(uuid, cart, bodyHash))
  const earlier = await answerOfEarlier(uuid, idempotencyKey, bodyHash)
  if (earlier) return earlier
  const prepared = await prepare(uuid, cart, idempotencyKey, bodyHash, locale)
  if (!prepared.ok) return prepared
  try {
    const written = await writeIntent(prepared.value)
    if (!written.ok) return (await answerOfEarlier(uuid, idempotencyKey, bodyHash)) ?? written
    const failure = await pay(written.value, prepared.value)
    return await (failure ? refusePayment(failure, written.value) : answerOf(written.value))
  } catch (error) {
    if (!(error instanceof DuplicateIntent)) throw error
    return (await answerOfEarlier(uuid, idempotencyKey, bodyHash)) ?? refuse('ORDER_CONFLICT')
  }
}

/**
 * No payment identifier tells a free order that is asked again from a second one of the same kind, as general admission allows. Who has locked
 * places since the first means a second one.
 */
async function keyOfFree(uuid: string, { seats }: OrderCart, bodyHash: Buffer): Promise<string> {
  const { rows } = await database().query<{ key: string; at: string; holds_more: boolean }>({
    name: 'last-free-order',
    text: `SELECT idempotency_key AS key, extract(epoch FROM created_at)::text AS at, EXISTS (
             SELECT 1 FROM seat_claim c WHERE c.holder = $1 AND c.presentation_id = ANY ($3::int[]) AND c.state = 'H' AND c.expires_at > now()
               AND c.claimed_at > o.created_at) AS holds_more
           FROM orders o WHERE holder = $1 AND body_hash = $2 ORDER BY created_at DESC LIMIT 1`,
    values: [uuid, bodyHash, seats.map((seat) => seat.ticket.prsntId)],
  })
  const last = rows[0]
  if (!last) return `free:${bodyHash.toString('hex')}`
  return last.holds_more ? `free:${bodyHash.toString('hex')}:${last.at}` : last.key
}

async function prepare(uuid: string, cart: OrderCart, idempotencyKey: string, bodyHash: Buffer, locale: Locale): Promise<Result<Intent>> {
  if (cart.seats.length === 0) return refuse('CART_EMPTY')
  const checked = await checkWanted(
    uuid,
    { seats: cart.seats.map(wantedSeat), products: cart.products ?? [], vouchers: cart.voucherPayments ?? [] },
    cart.modify,
  )
  if (!checked.ok) return checked
  const mismatch = profileMismatch(cart, checked.value)
  if (mismatch) return refuse(mismatch)
  const customer = checkCustomer(cart.customerInfo ?? {}, checked.value)
  if (!customer.ok) return customer
  const payment = await checkPayment(uuid, cart, checked.value)
  if (!payment.ok) return payment
  return accept({
    uuid,
    idempotencyKey,
    bodyHash,
    cart: checked.value,
    customer: customer.value,
    numberOfPayments: payment.value?.numberOfPayments ?? 1,
    staffNote: staffNoteOf(cart),
    payment: payment.value,
    locale,
    handlingFeeName: checked.value.serviceCharge?.name ?? textOf(locale)('common.handlingFee'),
  })
}

/** Ids that the client names beside the seats must be those of the seats. */
function profileMismatch(cart: OrderCart, { seats }: CheckedCart): RefusalCode | undefined {
  const presentation = seats[0]?.presentation
  const isForeign =
    (cart.authProfileId != null && cart.authProfileId !== presentation?.authProfileId) ||
    (cart.businessId != null && cart.businessId !== presentation?.businessId)
  return isForeign ? 'CART_INCOMPATIBLE' : undefined
}

/** The terms are ticked in the page; a plain call that does not name them accepts them by ordering, and one that says no is refused. */
function checkCustomer(info: CustomerInfo, { products }: CheckedCart): Result<CustomerInfo> {
  const form = orderFormFor({ needsDelivery: products.some(({ product }) => product.isDeliveryRequired) })
  const problem = checkOrderForm({ ...info, termsAcceptance: info.termsAcceptance ?? true }, form)[0]
  return problem ? refuse('FORM_INVALID', { field: problem.field, rule: problem.rule }) : accept(normaliseOrderInfo(info))
}

async function checkPayment(uuid: string, cart: OrderCart, { totals }: CheckedCart) {
  if (totals.balanceDue === 0) return accept(undefined)
  const provider = paymentProvider()
  const prepared = cart.paymentIdentifier ? await provider.inspect(cart.paymentIdentifier) : undefined
  if (!cart.paymentIdentifier || prepared?.uuid !== uuid) return refuse('PAYMENT_FORM_INVALID')
  if (prepared.amount !== totals.balanceDue) return refuse('PRICE_CHANGED', { total: totals.balanceDue / 100 })
  return accept({ provider: provider.name, paymentIdentifier: cart.paymentIdentifier, numberOfPayments: prepared.numberOfPayments })
}

function staffNoteOf({ zoom, systemInquiry }: OrderCart): Record<string, string> | null {
  const note = { ...(zoom && { zoom }), ...(systemInquiry && { systemInquiry }) }
  return Object.keys(note).length === 0 ? null : note
}

async function pay(orderId: string, { payment, cart }: Intent): Promise<RefusalCode | undefined> {
  if (payment)
    return chargeOrder(paymentProvider(), { orderId, paymentIdentifier: payment.paymentIdentifier, amount: cart.totals.balanceDue })
  await settlePaid(orderId, null)
  return undefined
}

interface OrderRow {
  readonly order_id: string
  readonly state: string
  readonly body_hash: Buffer
  readonly failure_code: RefusalCode | null
}

/** The answer of an order with this key, once it is settled; undefined where there is none. */
async function answerOfEarlier(uuid: string, idempotencyKey: string, bodyHash: Buffer): Promise<Result<Committed> | undefined> {
  const until = Date.now() + WAIT_FOR_FIRST
  for (;;) {
    const { rows } = await database().query<OrderRow>({
      name: 'order-by-key',
      text: 'SELECT order_id, state, body_hash, failure_code FROM orders WHERE holder = $1 AND idempotency_key = $2',
      values: [uuid, idempotencyKey],
    })
    const order = rows[0]
    if (!order) return undefined
    if (!order.body_hash.equals(bodyHash)) return refuse('ORDER_CONFLICT')
    if (order.state === 'failed') return refusePayment(order.failure_code ?? 'PAYMENT_ERROR', order.order_id)
    if (order.state !== 'paying') return answerOf(order.order_id)
    if (Date.now() > until) return refusePayment('PAYMENT_PENDING', order.order_id)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
  }
}

/** A buyer whose payment is being checked is told where the answer will be. */
async function refusePayment(code: RefusalCode, orderId: string): Promise<Result<Committed>> {
  if (code !== 'PAYMENT_PENDING') return refuse(code)
  const { rows } = await database().query<{ reservation_identifier: string }>(
    'SELECT reservation_identifier FROM orders WHERE order_id = $1',
    [orderId],
  )
  return refuse(code, { reservationIdentifier: rows[0]?.reservation_identifier ?? '' })
}

async function answerOf(orderId: string): Promise<Result<Committed>> {
  const { rows } = await database().query<{ reservation_identifier: string; tickets: string[] }>({
    name: 'order-answer',
    text: `SELECT reservation_identifier, array(SELECT ticket_identifier FROM order_seat s WHERE s.order_id = o.order_id ORDER BY line) AS tickets
           FROM orders o WHERE order_id = $1`,
    values: [orderId],
  })
  const order = rows[0]
  if (!order) throw new Error('An order that was just written is gone.')
  return accept({ reservationIdentifier: order.reservation_identifier, ticketIdentifiers: order.tickets })
}

/** The same cart has the same hash, whatever the order of its keys. */
function hashOf(cart: OrderCart): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(cart)))
    .digest()
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
