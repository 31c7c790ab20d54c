import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { hashOf } from '#lib/server/orders/place/order-key.ts'
import { openBody } from '#lib/server/payments/payment-form-body.ts'
import type { OrderPayment } from '#lib/server/orders/place/order-rows.ts'
import type { FormRow, MoneyFate } from '#lib/server/payments/payment-form-row.ts'
import { askOrUnknown } from '#lib/server/payments/ask-provider.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { finishRefund, intendRefund } from '#lib/server/payments/refunds.ts'
import { rivalOrderOf } from '#lib/server/orders/place/rival-order.ts'
import type { RivalOrder } from '#lib/server/sold/port/held-rules.ts'

/**
 * Gives back what a form has charged for seats that are gone. All money has an order: this one begins as failed, without lines, and carries the charge and
 * the refund. While another order of the visitor for the same seats is still being paid, nothing is decided.
 */
export async function returnPayment(form: FormRow, payment: OrderPayment): Promise<MoneyFate> {
  const rival = await rivalOf(form)
  if (rival && rival.state === 'paying') return 'waiting'
  const reference = await referenceOf(form, payment)
  if (reference === undefined) return 'waiting'
  try {
    const refundId = await inTransaction((client) => writeReturned(client, { form, payment, rival }, reference))
    if (refundId !== undefined) await finishRefund(refundId)
    return 'returned'
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505') return 'waiting' // another process is at it
    throw error
  }
}

async function rivalOf(form: FormRow): Promise<RivalOrder | undefined> {
  if (form.order_id !== null) {
    const { rows } = await database().query<RivalOrder>(
      `SELECT order_id, state FROM orders WHERE order_id = $1 AND state IN ('paying', 'paid')`,
      [form.order_id],
    )
    return rows[0]
  }
  return rivalOrderOf(database(), form, form.body ? openBody(form.body).held : {})
}

/** The provider's own name of the finished charge. */
async function referenceOf(form: FormRow, payment: OrderPayment): Promise<string | undefined> {
  const request = { paymentIdentifier: payment.paymentIdentifier, amount: payment.amount, idempotencyKey: form.form_id }
  const found = await askOrUnknown(payment.provider, (one) => one.find(request))
  return found !== 'unknown' && found.outcome === 'charged' ? found.reference : undefined
}

/** A form that has charged for what cannot be had. */
interface ChargedForm {
  readonly form: FormRow
  readonly payment: OrderPayment
  /** Another order of the visitor that has it; undefined: it is gone. */
  readonly rival: RivalOrder | undefined
}

async function writeReturned(client: Queryable, charged: ChargedForm, reference: string): Promise<string | undefined> {
  const { form, payment, rival } = charged
  const orderId = randomUUID()
  const paymentId = randomUUID()
  await insertFailedOrder(client, orderId, charged)
  await client.query({
    name: 'insert-returned-payment',
    text: `WITH taken AS (
             INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, form_id, last4, method, provider_reference)
             VALUES ($1, $2, $3, $4, $5, 'captured', $6, $7, $8, $9) RETURNING payment_id, order_id, amount)
           INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', amount FROM taken`,
    values: [
      paymentId,
      orderId,
      payment.provider,
      payment.paymentIdentifier,
      payment.amount,
      form.form_id,
      payment.last4,
      payment.method,
      reference,
    ],
  })
  await audit(client, { action: 'order', subject: orderId, uuid: form.holder, facts: { amount: payment.amount, isReturned: true } })
  return intendRefund(client, {
    paymentId,
    orderId,
    reason: rival ? 'double' : 'late',
    cause: rival?.order_id ?? null,
    amount: payment.amount,
  })
}

async function insertFailedOrder(client: Queryable, orderId: string, { form, payment, rival }: ChargedForm): Promise<void> {
  const customer = form.body ? openBody(form.body).customer : await customerOfReservation(client, form.order_id)
  await client.query({
    name: 'insert-returned-order',
    text: `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, failure_code, idempotency_key, body_hash, amount_due, seats_price,
             products_price, global_service_charge, first_name, last_name, email, mobile_number, ssn_encrypted, locale, made_from_form, settled_at)
           VALUES ($1, $2, $3, $4, 'failed', $5, $6, $7, 0, 0, 0, 0, $8, $9, $10, $11, $12, $13, true, now())`,
    values: [
      ...[orderId, unguessable(20), unguessable(26), form.holder, rival ? 'PAID_TWICE' : 'PAYMENT_RETURNED'],
      ...[payment.paymentIdentifier, hashOf({ form: form.form_id }), customer.firstName ?? '', customer.lastName ?? ''],
      ...[customer.email ?? '', customer.mobileNumber ?? '', customer.ssn ? encryptText(customer.ssn) : null, form.locale],
    ],
  })
}

/** Who had reserved what the form was to pay. */
async function customerOfReservation(client: Queryable, orderId: string | null): Promise<CustomerInfo> {
  const { rows } = await client.query<CustomerInfo>({
    name: 'customer-of-reservation',
    text: `SELECT first_name AS "firstName", last_name AS "lastName", email, mobile_number AS "mobileNumber" FROM orders WHERE order_id = $1`,
    values: [orderId],
  })
  return rows[0] ?? {}
}
