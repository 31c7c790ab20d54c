import { randomUUID } from 'node:crypto'
import type { Agorot } from '#lib/domain/money.ts'
import { audit } from '#lib/server/audit.ts'
import { database, inTransaction, type Queryable } from '#lib/server/db/connect.ts'
import { log } from '#lib/server/log.ts'
import { askOrUnknown } from './ask-provider.ts'
import type { RefundOutcome, RefundRequest } from '#lib/server/providers/payment.ts'
import { tellReturned } from '#lib/server/messages/returned-money.ts'

/** What is given back, of which payment, and why; `cause`: of a change the order that it led to, of a second payment the order that was paid first. */
export interface WantedRefund {
  readonly paymentId: string
  readonly orderId: string
  readonly reason: 'late' | 'double' | 'change' | 'cancel'
  readonly cause?: string | null
  readonly amount: Agorot
}

/** Who asks the provider for a refund is alone with it so long, in seconds: longer than any provider may take. */
const LEASE = 45
/** How often a refund that the provider refuses is asked for again before a person has to look. */
const MOST_REFUSALS = 10

/**
 * Writes the intent to give money back, in the caller's transaction; `finishRefund` or the reconciler does the rest. The same refund is written once.
 * The database refuses one that exceeds what was captured.
 * @returns its id, or undefined where it was written before.
 */
export async function intendRefund(
  client: Queryable,
  { paymentId, orderId, reason, cause, amount }: WantedRefund,
): Promise<string | undefined> {
  const { rows } = await client.query<{ refund_id: string }>({
    name: 'intend-refund',
    text: `INSERT INTO refund (refund_id, payment_id, order_id, reason, cause, amount) SELECT $1, $2, $3, $4, $5, $6
           WHERE NOT EXISTS (SELECT 1 FROM refund WHERE payment_id = $2 AND reason = $4 AND coalesce(cause, order_id) = coalesce($5, $3::uuid))
           RETURNING refund_id`,
    values: [randomUUID(), paymentId, orderId, reason, cause ?? null, amount],
  })
  if (rows[0]) await audit(client, { action: 'refund intended', subject: orderId, facts: { reason, amount } })
  return rows[0]?.refund_id
}

/** A charge that came after its payment was given up: it goes into the ledger all the same, and is to be given back. @returns the refund's id, once. */
export async function captureLateCharge(paymentId: string, reference: string): Promise<string | undefined> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<{ order_id: string; amount: number }>({
      name: 'late-charge',
      text: `WITH captured AS (
               UPDATE payment SET state = 'captured', provider_reference = $2, attempts = attempts + 1, updated_at = now()
               WHERE payment_id = $1 AND state = 'declined' RETURNING payment_id, order_id, amount),
             noted AS (INSERT INTO ledger (order_id, payment_id, kind, amount) SELECT order_id, payment_id, 'charge', amount FROM captured)
           SELECT order_id, amount FROM captured`,
      values: [paymentId, reference],
    })
    const late = rows[0]
    return late && intendRefund(client, { paymentId, orderId: late.order_id, reason: 'late', amount: late.amount })
  })
}

interface RefundRow {
  readonly refund_id: string
  readonly amount: number
  readonly attempts: number
  readonly provider: string
  readonly payment_id: string
  readonly payment_identifier: string
  readonly charged: number
  readonly reference: string
}

/**
 * Asks the provider for one refund that is intended, unless another process is just doing that: not every provider knows a repeated call. What gets no answer is
 * asked for again by the reconciler.
 */
export async function finishRefund(refundId: string): Promise<void> {
  const { rows } = await database().query<RefundRow>({
    name: 'refund-to-do',
    text: `UPDATE refund r SET attempts = r.attempts + 1, updated_at = now() + $2::int * interval '1 second' FROM payment p
           WHERE r.refund_id = $1 AND r.state = 'intended' AND r.updated_at <= now() AND p.payment_id = r.payment_id
           RETURNING r.refund_id, r.amount, r.attempts, p.provider, p.payment_id, p.payment_identifier, p.amount AS charged,
             coalesce(p.provider_reference, '') AS reference`,
    values: [refundId, LEASE],
  })
  const refund = rows[0]
  if (!refund) return
  const outcome = await askForRefund(refund)
  if (outcome !== 'unknown' && outcome.outcome === 'refunded') return settleRefunded(refundId, outcome.reference)
  await noteAttempt(refundId, outcome === 'unknown' ? 'no answer' : 'refused')
}

/** One that was asked for before is looked for first; a provider that never saw it is asked again, under the same key. */
async function askForRefund(row: RefundRow): Promise<RefundOutcome | 'unknown'> {
  const request: RefundRequest = {
    idempotencyKey: row.refund_id,
    charge: { paymentIdentifier: row.payment_identifier, amount: row.charged, idempotencyKey: row.payment_id },
    reference: row.reference,
    amount: row.amount,
  }
  if (row.attempts > 1) {
    const found = await askOrUnknown(row.provider, (one) => one.findRefund(request))
    if (found === 'unknown' || found.outcome === 'refunded') return found
  }
  return askOrUnknown(row.provider, (one) => one.refund(request))
}

/** A cancelled order is over as soon as all of its money is back: what a provider refuses for good is still owed. */
export async function closeRefunded(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-refunded',
    text: `UPDATE orders SET state = 'refunded', settled_at = now() WHERE order_id = $1 AND state = 'refunding'
           AND NOT EXISTS (SELECT 1 FROM refund WHERE order_id = $1 AND state <> 'done')`,
    values: [orderId],
  })
}

/** The order before its payment: who cancels more of it locks them in the same order. */
async function settleRefunded(refundId: string, reference: string): Promise<void> {
  await inTransaction(async (client) => {
    await client.query({
      name: 'lock-order-of-refund',
      text: 'SELECT FROM orders o JOIN refund r USING (order_id) WHERE r.refund_id = $1 FOR NO KEY UPDATE OF o',
      values: [refundId],
    })
    const { rows } = await client.query<{ order_id: string }>({
      name: 'refund-done',
      text: `WITH done AS (
               UPDATE refund SET state = 'done', provider_reference = $2, updated_at = now()
               WHERE refund_id = $1 AND state = 'intended' RETURNING *),
             noted AS (INSERT INTO ledger (order_id, payment_id, refund_id, kind, amount) SELECT order_id, payment_id, refund_id, 'refund', -amount FROM done),
             whole AS (
               UPDATE payment p SET state = 'refunded', updated_at = now() FROM done
               WHERE p.payment_id = done.payment_id AND p.state = 'captured' AND p.amount = done.amount
                 + (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.payment_id = p.payment_id AND r.state = 'done' AND r.refund_id <> done.refund_id))
             SELECT order_id FROM done`,
      values: [refundId, reference],
    })
    const orderId = rows[0]?.order_id
    if (orderId === undefined) return
    await closeRefunded(client, orderId)
    await tellReturned(client, refundId)
    await audit(client, { action: 'refunded', subject: orderId, facts: { refundId } })
  })
}

/** The provider has said no, or nothing. A no is taken for final only when it was said often. */
async function noteAttempt(refundId: string, failure: 'no answer' | 'refused'): Promise<void> {
  const { rows } = await database().query<{ state: string }>({
    name: 'refund-attempt',
    text: `UPDATE refund SET updated_at = now(), failure = $2, state = CASE WHEN $2 = 'refused' AND attempts >= $3 THEN 'refused' ELSE state END
           WHERE refund_id = $1 AND state = 'intended' RETURNING state`,
    values: [refundId, failure, MOST_REFUSALS],
  })
  log().error({ refundId, failure, isGivenUp: rows[0]?.state === 'refused' }, 'a refund could not be made yet')
}

/** Refunds that are to be asked for now, the longest waiting first; each waits longer after each attempt, at most half a minute. */
export async function refundsDue(most: number): Promise<string[]> {
  const { rows } = await database().query<{ refund_id: string }>({
    name: 'refunds-due',
    text: `SELECT refund_id FROM refund WHERE state = 'intended' AND (attempts = 0 OR updated_at < now() - least(30, 2 ^ least(attempts, 5)) * interval '1 second')
           ORDER BY updated_at LIMIT $1`,
    values: [most],
  })
  return rows.map((row) => row.refund_id)
}
