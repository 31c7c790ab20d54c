import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { chargeOrder } from '#lib/server/orders/settlement/charging.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { insertPayment, type OrderPayment } from '#lib/server/orders/place/order-rows.ts'
import { orderNews } from '#lib/server/orders/holds/order-news.ts'
import { providerOf } from '#lib/server/providers/payment/current-provider.ts'
import { ORDER_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const PAYING = stepOf(ORDER_STATES, 'paying')

export interface Paid {
  readonly reservationIdentifier: string
}

/** One try to pay an unpaid reservation. */
export interface AttemptKey {
  readonly orderId: string
  readonly idempotencyKey: string
  readonly paymentIdentifier: string
  /** Empty where the shop itself made the payment of a form: it answers whatever is sent along. */
  readonly bodyHash: Buffer
}

/** Charges and settles one try; also for a form that was paid while nobody came back from it. */
export async function payUnpaid(key: AttemptKey, resId: string, payment: OrderPayment): Promise<Result<Paid>> {
  const paymentId = randomUUID()
  const amount = await beginPayment(key, paymentId, payment)
  if (amount === undefined) return (await answerOfAttempt(key, resId)) ?? refuse('ORDER_IN_PROGRESS')
  const { provider, paymentIdentifier } = payment
  const failure = await chargeOrder(providerOf(provider), { orderId: key.orderId, paymentId, provider, paymentIdentifier, amount })
  return failure
    ? refuse(failure, failure === 'PAYMENT_PENDING' ? { reservationIdentifier: resId } : undefined)
    : accept({ reservationIdentifier: resId })
}

/** The intent, as for a first payment: the order is being paid, and the payment is written. undefined where it cannot be paid just now. */
async function beginPayment(key: AttemptKey, paymentId: string, payment: OrderPayment): Promise<number | undefined> {
  const { orderId } = key
  try {
    return await inTransaction(async (client) => {
      const { rows } = await client.query<{ amount_due: number; holder: string }>({
        name: 'begin-payment',
        text: `UPDATE orders SET ${PAYING.set}, number_of_payments = $2
               WHERE order_id = $1 AND ${PAYING.from} AND pay_until > now() AND amount_due = $3
                 AND NOT is_called_off(orders)
               RETURNING amount_due, holder`,
        values: [orderId, payment.numberOfPayments, payment.amount],
      })
      const order = rows[0]
      if (!order) return undefined
      await insertPayment(client, { orderId, paymentId }, { payment, amount: order.amount_due, key })
      await audit(client, { action: 'pay reservation', subject: orderId, uuid: order.holder, facts: { amount: order.amount_due } })
      return order.amount_due
    })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '23505') return undefined
    throw error
  }
}

/** How long a repetition waits for the first call, in ms, and how often it looks while it hears nothing. */
const WAIT_FOR_FIRST = 20_000
const LOOK_EVERY = 500

interface Attempt {
  readonly state: string
  readonly body_hash: Buffer
  readonly failure_code: RefusalCode | null
}

/** What an earlier call of the same try was answered, once that is known; undefined where there was none. */
export async function answerOfAttempt(
  { orderId, idempotencyKey, paymentIdentifier, bodyHash }: AttemptKey,
  resId: string,
): Promise<Result<Paid> | undefined> {
  const until = Date.now() + WAIT_FOR_FIRST
  for (;;) {
    const { rows } = await database().query<Attempt>({
      name: 'payment-by-key',
      text: `SELECT state, body_hash, failure_code FROM payment
             WHERE order_id = $1 AND (idempotency_key = $2 OR (body_hash = '' AND $3 IN (payment_identifier, form_id::text))) LIMIT 1`,
      values: [orderId, idempotencyKey, paymentIdentifier],
    })
    const attempt = rows[0]
    if (!attempt) return undefined
    if (attempt.body_hash.length > 0 && !attempt.body_hash.equals(bodyHash)) return refuse('ORDER_CONFLICT')
    if (attempt.state === 'declined') return refuse(attempt.failure_code ?? 'PAYMENT_ERROR')
    if (attempt.state === 'captured' || attempt.state === 'refunded') return accept({ reservationIdentifier: resId })
    if (Date.now() > until) return refuse('PAYMENT_PENDING', { reservationIdentifier: resId })
    await orderNews(orderId, LOOK_EVERY)
  }
}
