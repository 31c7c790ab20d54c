import { refundLateCharge, resolveCharge, SURELY_OVER } from './charging.ts'
import { database } from './db/connect.ts'
import { log } from './log.ts'
import { settlePaid } from './order-settle.ts'
import { paymentProvider } from './providers/payments-by-name.ts'

/** Orders that one round looks at. */
const BATCH = 50

/**
 * Finishes every order that a crash or a silent provider left open: asks the provider for the truth and settles. Safe to run in several
 * processes at once, because settling does nothing to a settled order. An order whose payment is only intended may have its commit at work
 * still, so it is left alone until it surely is not.
 */
export async function reconcile(): Promise<number> {
  const { rows } = await database().query<OpenOrder>(
    `SELECT o.order_id AS "orderId", p.amount, extract(epoch FROM now() - o.created_at)::int AS age
     FROM orders o LEFT JOIN payment p USING (order_id)
     WHERE o.state = 'paying' AND (p.state = 'unknown' OR o.created_at < now() - $1::int * interval '1 second')
     ORDER BY coalesce(p.updated_at, o.created_at) LIMIT $2`,
    [SURELY_OVER, BATCH],
  )
  await eachAlone(rows, async ({ orderId, amount, age }) => {
    if (amount !== null) await resolveCharge(paymentProvider(), { orderId, amount }, age)
    else await settlePaid(orderId, null) // nothing was to be paid: only the last step is missing
  })
  await refundLateCharges()
  return rows.length
}

interface OpenOrder {
  readonly orderId: string
  /** null where nothing was to be paid. */
  readonly amount: number | null
  readonly age: number
}

/** An order was given up because the provider had not seen its charge: for an hour it is asked whether one came after all. */
async function refundLateCharges(): Promise<void> {
  const { rows } = await database().query<{ orderId: string; amount: number }>(
    `SELECT o.order_id AS "orderId", p.amount FROM orders o JOIN payment p USING (order_id)
     WHERE o.state = 'failed' AND o.failure_code = 'PAYMENT_TIMEOUT' AND o.created_at > now() - interval '1 hour' AND p.state = 'declined'
       AND p.updated_at < now() - $1::int * interval '1 second'
     ORDER BY p.updated_at LIMIT $2`,
    [SURELY_OVER, BATCH],
  )
  await eachAlone(rows, (order) => refundLateCharge(paymentProvider(), order))
}

/** One order that fails does not keep the others from being finished. */
async function eachAlone<Order extends { readonly orderId: string }>(orders: readonly Order[], finish: (order: Order) => Promise<unknown>) {
  for (const order of orders) {
    try {
      await finish(order)
    } catch (error) {
      log().error({ err: error, orderId: order.orderId }, 'an order could not be reconciled')
    }
  }
}
