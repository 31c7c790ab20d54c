import { refundLateCharge, resolveCharge, SURELY_OVER, type Charge } from '#lib/server/orders/settlement/charging.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { settlePaid } from '#lib/server/orders/settlement/order-settle.ts'
import { settleForm } from './payment-form-fate.ts'
import { FORM_COLUMNS, type FormRow } from '#lib/server/payments/payment-form-row.ts'
import { finishRefund, refundsDue } from '#lib/server/payments/refunds.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'

/** Maximum number of items of each kind per round. */
const BATCH = 50
/** How many of them at once: most of their time is the provider's. */
const AT_ONCE = 25
/** Seconds between two checks of an open form about which the provider has sent no callback. */
const LOOK_AT_FORMS = 30

/**
 * Finishes whatever a crash, a silent provider or a closed browser left open: asks the provider for the truth and settles. Safe to run in several processes at
 * once, because settling does nothing to what is settled. @returns how many orders were in doubt.
 */
export async function reconcile(): Promise<number> {
  const [inDoubt] = await Promise.all([settleDoubts(), finishRefunds(), refundLateCharges(), settleForms(), releaseUnpaid(BATCH)])
  return inDoubt
}

interface OpenOrder extends Omit<Charge, 'paymentId'> {
  /** null where nothing was to be paid. */
  readonly paymentId: string | null
  /** In agorot. */
  readonly due: number
  readonly age: number
}

const CHARGE_COLUMNS = `o.order_id AS "orderId", p.payment_id AS "paymentId", p.provider, p.payment_identifier AS "paymentIdentifier", p.amount`

/** An order whose payment is only intended may have its commit at work still, so it is left alone until it surely is not. */
async function settleDoubts(): Promise<number> {
  const { rows } = await database().query<OpenOrder>(
    `SELECT ${CHARGE_COLUMNS}, o.amount_due AS due, extract(epoch FROM now() - coalesce(p.created_at, o.created_at))::int AS age
     FROM orders o LEFT JOIN payment p ON p.order_id = o.order_id AND p.state IN ('intended', 'unknown')
     WHERE o.state = 'paying' AND (p.state = 'unknown' OR coalesce(p.created_at, o.created_at) < now() - $1::int * interval '1 second')
     ORDER BY coalesce(p.updated_at, o.created_at) LIMIT $2`,
    [SURELY_OVER, BATCH],
  )
  await eachAlone(rows, async ({ paymentId, due, age, ...order }) => {
    if (paymentId !== null) await resolveCharge({ ...order, paymentId }, age)
    else if (due === 0)
      await settlePaid(order.orderId, null) // nothing was to be paid: only the last step is missing
    else log().error({ orderId: order.orderId }, 'an order is being paid without a payment')
  })
  return rows.length
}

async function finishRefunds(): Promise<void> {
  await eachAlone(await refundsDue(BATCH), finishRefund)
}

/** A payment was given up because the provider had not seen its charge: for an hour it is asked whether one came after all. */
async function refundLateCharges(): Promise<void> {
  const { rows } = await database().query<Charge>(
    `SELECT ${CHARGE_COLUMNS} FROM payment p JOIN orders o USING (order_id)
     WHERE p.state = 'declined' AND p.failure_code = 'PAYMENT_TIMEOUT' AND p.created_at > now() - interval '1 hour'
       AND p.updated_at < now() - $1::int * interval '1 second'
     ORDER BY p.updated_at LIMIT $2`,
    [SURELY_OVER, BATCH],
  )
  await eachAlone(rows, refundLateCharge)
}

/**
 * Checks forms with a callback at once, other open ones every LOOK_AT_FORMS seconds, the longest unchecked first, and a limited number of each kind, so that a
 * provider that no longer answers, or a flood of opened forms, delays no others.
 */
async function settleForms(): Promise<void> {
  const { rows } = await database().query<FormRow>(
    `(SELECT ${FORM_COLUMNS} FROM payment_form WHERE told_at IS NOT NULL ORDER BY looked_at NULLS FIRST LIMIT $2)
     UNION ALL
     (SELECT ${FORM_COLUMNS} FROM payment_form
      WHERE told_at IS NULL AND state = 'open' AND coalesce(looked_at, created_at) < now() - $1::int * interval '1 second'
      ORDER BY looked_at NULLS FIRST LIMIT $2)`,
    [LOOK_AT_FORMS, BATCH],
  )
  await eachAlone(rows, settleForm)
}

/** One that fails, or waits for a provider that hangs, does not keep the others from being finished. */
async function eachAlone<Open>(open: readonly Open[], finish: (one: Open) => Promise<unknown>): Promise<void> {
  const left = [...open]
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      await finish(one).catch((error: unknown) => {
        log().error({ err: error }, 'what was left open could not be reconciled')
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
