import type { RefusalCode } from '#lib/domain/refusal.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { CLEAR_CART } from '#lib/server/orders/cart/carts.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inKeyedTransaction, inTransaction, sendAlong } from '#lib/server/platform/db/transactions.ts'
import { tellOrderSettled } from '#lib/server/orders/holds/order-news.ts'
import { enqueueMessages } from '#lib/server/outbox/outbox-queue.ts'
import { unorderUses } from '#lib/server/entitlements/entitlement-uses.ts'
import { recordVouchers, returnVouchers } from '#lib/server/entitlements/voucher-uses.ts'
import { keepGivenBack, lockOrder } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { settleChange } from '#lib/server/orders/changes/terms/ticket-change-settle.ts'
import { wakeReconciler } from '#lib/server/platform/jobs/wake.ts'
import { issueLines, releaseLines } from '#lib/server/sold/lines.ts'
import { ORDER_STATES, PAYMENT_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const PAID = stepOf(ORDER_STATES, 'paid')
const KEPT_UNPAID = stepOf(ORDER_STATES, 'unpaid')
const FAILED = stepOf(ORDER_STATES, 'failed', 'paying')
const DECLINED = stepOf(PAYMENT_STATES, 'declined')
const UNKNOWN = stepOf(PAYMENT_STATES, 'unknown')
const CAPTURED = stepOf(PAYMENT_STATES, 'captured', 'intended', 'unknown')

/** The charge with which an order is paid, as the provider has answered it. */
export interface SettledCharge {
  readonly paymentId: string
  readonly reference: string
}

/**
 * Transaction 2 of a commit: money was taken (or none was due: null), so what was bought is issued, messages queued, the ledger written.
 * Does nothing to an order that is settled already: commit, reconciler and a second process may all come here.
 * @returns false where the payment had been given up before: what was taken has to be given back.
 */
export async function settlePaid(orderId: string, charge: SettledCharge | null): Promise<boolean> {
  const after = { goesBack: false }
  const isPaid = await inKeyedTransaction(async (client) => {
    const [order, isOver] = await Promise.all([lockPaying(client, orderId), charge && isGivenUp(client, charge.paymentId)])
    if (isOver === true) return false
    if (!order) return isSettledPaid(client, orderId)
    after.goesBack = order.give_back > 0
    if (order.modifies !== null) await lockOrder(client, order.modifies)
    // The session before its claims: a lock takes them in the same order. The cart of a reservation that is paid later is long gone.
    if (order.kind === 'regular')
      sendAlong(client, client.query({ name: 'clear-cart', text: CLEAR_CART, values: [order.holder, order.cart_id] }))
    sendAlong(client, markPaid(client, orderId))
    if (isChange(order)) await settleChange(client, orderId, order)
    await issueLines(client, { orderId, holder: order.holder, kinds: order.kinds })
    noteSettled(client, order, charge)
    return true
  })
  tellOrderSettled(orderId)
  if (after.goesBack) wakeReconciler()
  return isPaid
}

async function markPaid(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-paid',
    text: `UPDATE orders SET ${PAID.set}, settled_at = now() WHERE order_id = $1 AND ${PAID.from}`,
    values: [orderId],
  })
}

/** What is written of a settlement beside what was bought: the money, the messages, the log. */
function noteSettled(client: Queryable, order: PayingOrder, charge: SettledCharge | null): void {
  const { order_id: orderId } = order
  if (charge) sendAlong(client, recordCharge(client, charge))
  if (order.voucher_amount > 0) sendAlong(client, recordVouchers(client, orderId))
  sendAlong(client, enqueueMessages(client, { orderId, email: order.email, mobileNumber: order.mobile_number }))
  sendAlong(client, audit(client, { action: 'paid', subject: orderId, uuid: order.holder }))
}

/**
 * Settles a payment that certainly did not happen: what was reserved returns to the visitor's cart for a short time; an unpaid hold stays held.
 * Does nothing to an order that is settled already.
 */
export async function settleFailed(orderId: string, paymentId: string, code: RefusalCode): Promise<void> {
  await inTransaction(async (client) => {
    const order = await lockPaying(client, orderId)
    if (!order) return
    const { rowCount } = await client.query({
      name: 'payment-declined',
      text: `UPDATE payment SET ${DECLINED.set}, failure_code = $2, attempts = attempts + 1, updated_at = now()
             WHERE payment_id = $1 AND ${DECLINED.from}`,
      values: [paymentId, code],
    })
    if (rowCount === 0) return
    if (order.kind === 'hold') await keepUnpaid(client, orderId)
    else await giveUp(client, order, code)
    await client.query({ name: 'form-to-close', text: FORM_TO_CLOSE, values: [paymentId] })
    await audit(client, { action: 'payment failed', subject: orderId, uuid: order.holder, facts: { code } })
  })
  tellOrderSettled(orderId)
  wakeReconciler()
}

/** The form of payment $1 is to be looked at: what it has prepared may not be charged any more, and the reconciler closes it. */
const FORM_TO_CLOSE = `UPDATE payment_form f SET told_at = now() FROM payment p WHERE p.payment_id = $1 AND f.form_id = p.form_id`

async function keepUnpaid(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-unpaid',
    text: `UPDATE orders SET ${KEPT_UNPAID.set} WHERE order_id = $1 AND ${KEPT_UNPAID.from}`,
    values: [orderId],
  })
}

async function giveUp(client: Queryable, { order_id: orderId, holder, kinds }: PayingOrder, code: RefusalCode): Promise<void> {
  await client.query({
    name: 'order-failed',
    text: `UPDATE orders SET ${FAILED.set}, failure_code = $2, settled_at = now() WHERE order_id = $1 AND ${FAILED.from}`,
    values: [orderId, code],
  })
  await releaseLines(client, { orderId, holder, kinds }, 'unpaid')
  await unorderUses(client, orderId)
  await returnVouchers(client, orderId)
  await keepGivenBack(client, orderId)
}

/** Remembers that the provider was asked about a payment that was given up, so that the others have their turn first. */
export async function markAsked(paymentId: string): Promise<void> {
  await database().query({
    name: 'payment-asked',
    text: 'UPDATE payment SET attempts = attempts + 1, updated_at = now() WHERE payment_id = $1',
    values: [paymentId],
  })
}

/** No answer came. The order stays as it is; the reconciler asks until there is one. */
export async function markUnknown(paymentId: string): Promise<void> {
  await database().query({
    name: 'payment-unknown',
    text: `UPDATE payment SET ${UNKNOWN.set}, attempts = attempts + 1, updated_at = now()
           WHERE payment_id = $1 AND (${UNKNOWN.from} OR ${UNKNOWN.set})`,
    values: [paymentId],
  })
}

interface PayingOrder {
  readonly order_id: string
  readonly kind: 'regular' | 'hold'
  readonly kinds: readonly string[]
  readonly holder: string
  /** null if it took none. */
  readonly cart_id: string | null
  readonly email: string
  readonly mobile_number: string
  /** Of a ticket change: the order whose tickets are given back. */
  readonly modifies: string | null
  readonly modified_amount: number
  readonly give_back: number
  /** What vouchers of money pay of it. */
  readonly voucher_amount: number
}

function isChange(order: PayingOrder): order is PayingOrder & { readonly modifies: string } {
  return order.modifies !== null
}

async function lockPaying(client: Queryable, orderId: string): Promise<PayingOrder | undefined> {
  const { rows } = await client.query<PayingOrder>({
    name: 'lock-order',
    text: `SELECT order_id, kind, kinds, holder, cart_id, email, mobile_number, modifies, modified_amount, give_back, voucher_amount FROM orders WHERE order_id = $1 AND state = 'paying' FOR UPDATE`,
    values: [orderId],
  })
  return rows[0]
}

async function isGivenUp(client: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>({
    name: 'lock-payment',
    text: 'SELECT state FROM payment WHERE payment_id = $1 FOR UPDATE',
    values: [paymentId],
  })
  return rows[0]?.state === 'declined'
}

async function isSettledPaid(client: Queryable, orderId: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'order-is-paid',
    text: `SELECT FROM orders WHERE order_id = $1 AND state IN ('paid', 'refunding', 'refunded')`,
    values: [orderId],
  })
  return rowCount === 1
}

async function recordCharge(client: Queryable, { paymentId, reference }: SettledCharge): Promise<void> {
  await client.query({
    name: 'record-charge',
    text: `WITH captured AS (
             UPDATE payment SET ${CAPTURED.set}, provider_reference = $2, attempts = attempts + 1, updated_at = now()
             WHERE payment_id = $1 AND ${CAPTURED.from} RETURNING payment_id, order_id, amount)
           INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', amount FROM captured`,
    values: [paymentId, reference],
  })
}
