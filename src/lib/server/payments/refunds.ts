import { randomUUID } from 'node:crypto'
import type { Agorot } from '#lib/domain/money/money.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { askOrUnknown } from './ask-provider.ts'
import type { RefundOutcome, RefundRequest } from '#lib/server/providers/payment/payment.ts'
import { tellReturned } from './tell-returned.ts'
import { ORDER_STATES, PAYMENT_STATES, REFUND_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const CAPTURED_LATE = stepOf(PAYMENT_STATES, 'captured', 'declined')
const GIVEN_BACK = stepOf(PAYMENT_STATES, 'refunded')
const REFUNDED = stepOf(ORDER_STATES, 'refunded')
const DONE = stepOf(REFUND_STATES, 'done')

/** What is given back, of which payment, and why; `cause`: of a change the order that it led to, of a second payment the order that was paid first. */
export interface WantedRefund {
  readonly paymentId: string
  readonly orderId: string
  readonly reason: 'late' | 'double' | 'change' | 'cancel'
  readonly cause?: string | null
  readonly amount: Agorot
}

/** Lease on a refund while the provider is asked, in seconds, and what each earlier key adds: longer than any provider's timeout. */
const LEASE = 45
const LEASE_PER_KEY = 20
/** How often a refund that the provider refuses is asked for again before a person has to look. */
const MOST_REFUSALS = 10
/** So much of a provider's reason is kept. */
const LONGEST_REASON = 200

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
               UPDATE payment SET ${CAPTURED_LATE.set}, provider_reference = $2, attempts = attempts + 1, updated_at = now()
               WHERE payment_id = $1 AND ${CAPTURED_LATE.from} RETURNING payment_id, order_id, amount),
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
  readonly attempt_keys: readonly string[]
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
    text: `UPDATE refund r SET attempts = r.attempts + 1,
             updated_at = now() + ($2::int + $3::int * cardinality(r.attempt_keys)) * interval '1 second' FROM payment p
           WHERE r.refund_id = $1 AND r.state = 'intended' AND r.updated_at <= now() AND p.payment_id = r.payment_id
           RETURNING r.refund_id, r.amount, r.attempts, p.provider, p.payment_id, p.payment_identifier, r.attempt_keys, p.amount AS charged,
             coalesce(p.provider_reference, '') AS reference`,
    values: [refundId, LEASE, LEASE_PER_KEY],
  })
  const refund = rows[0]
  if (!refund) return
  const outcome = await askForRefund(refund)
  if (typeof outcome === 'object' && outcome.outcome === 'refunded') return settleRefunded(refundId, outcome.reference)
  await noteAttempt(refundId, outcome)
}

/** 'sent': it may still be made, even after nobody waits for its answer; 'unknown': nothing was sent this time. */
type Asked = RefundOutcome | 'sent' | 'unknown'

/** One that was asked for before is looked for first, under each of its keys; a provider that never saw it is asked again, under the last one. */
async function askForRefund(row: RefundRow): Promise<Asked> {
  const keys = [row.refund_id, ...row.attempt_keys]
  const asked = row.attempts > 1 ? keys : keys.slice(0, -1)
  for (const key of asked) {
    const found = await askOrUnknown(row.provider, (one) => one.findRefund(requestOf(row, key)))
    if (found === 'unknown' || found.outcome === 'refunded') return found
  }
  const made = await askOrUnknown(row.provider, (one) => one.refund(requestOf(row, keys.at(-1) ?? row.refund_id)))
  return made === 'unknown' ? 'sent' : made
}

function requestOf(row: RefundRow, idempotencyKey: string): RefundRequest {
  return {
    idempotencyKey,
    charge: { paymentIdentifier: row.payment_identifier, amount: row.charged, idempotencyKey: row.payment_id },
    reference: row.reference,
    amount: row.amount,
  }
}

/** A cancelled order is over as soon as all of its money is back: what a provider refuses for good is still owed. */
export async function closeRefunded(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-refunded',
    text: `UPDATE orders SET ${REFUNDED.set}, settled_at = now() WHERE order_id = $1 AND ${REFUNDED.from}
           AND NOT EXISTS (SELECT 1 FROM refund WHERE order_id = $1 AND state IN ('intended', 'refused'))`,
    values: [orderId],
  })
}

/** Who changes what became of a refund locks its order first, before the payment, as who cancels more of it does. */
export async function lockOrderOfRefund(client: Queryable, refundId: string): Promise<void> {
  await client.query({
    name: 'lock-order-of-refund',
    text: 'SELECT FROM orders o JOIN refund r USING (order_id) WHERE r.refund_id = $1 FOR NO KEY UPDATE OF o',
    values: [refundId],
  })
}

/** What the provider says counts, also where it comes after a no was taken for final. */
async function settleRefunded(refundId: string, reference: string): Promise<void> {
  await inTransaction(async (client) => {
    await lockOrderOfRefund(client, refundId)
    const { rows } = await client.query<{ order_id: string }>({
      name: 'refund-done',
      text: `WITH done AS (
               UPDATE refund SET ${DONE.set}, provider_reference = $2, updated_at = now()
               WHERE refund_id = $1 AND ${DONE.from} RETURNING *),
             noted AS (INSERT INTO ledger (order_id, payment_id, refund_id, kind, amount) SELECT order_id, payment_id, refund_id, 'refund', -amount FROM done),
             whole AS (
               UPDATE payment p SET ${GIVEN_BACK.set}, updated_at = now() FROM done
               WHERE p.payment_id = done.payment_id AND p.${GIVEN_BACK.from} AND p.amount = done.amount
                 + (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.payment_id = p.payment_id AND r.state = 'done' AND r.refund_id <> done.refund_id))
             SELECT order_id FROM done`,
      values: [refundId, reference],
    })
    const orderId = rows[0]?.order_id
    if (orderId === undefined) return tellTooLate(client, refundId)
    await closeRefunded(client, orderId)
    await tellReturned(client, refundId)
    await audit(client, { action: 'refunded', subject: orderId, facts: { refundId } })
  })
}

/** Logs a late provider's refund of what staff had already paid back in another way: a person has to ask the buyer for the money. */
async function tellTooLate(client: Queryable, refundId: string): Promise<void> {
  const { rowCount } = await client.query({
    name: 'refund-is-settled',
    text: `SELECT FROM refund WHERE refund_id = $1 AND state = 'settled'`,
    values: [refundId],
  })
  if (rowCount === 1) log().error({ refundId }, 'a provider has given back what had been paid back in another way')
}

interface Attempt {
  readonly state: string
  readonly orderId: string
  readonly amount: number
  readonly provider: string
}

/**
 * Records a refusal by the provider, or no answer. A refusal is final only after MOST_REFUSALS attempts. One that may have been sent is leased for longer: not
 * every provider knows a repeated call, so nothing is sent again while the first may still be on its way.
 */
async function noteAttempt(refundId: string, asked: Exclude<Asked, { outcome: 'refunded' }>): Promise<void> {
  const outcome = typeof asked === 'object' ? asked : undefined
  const failure = outcome ? (outcome.reason ?? 'refused') : 'no answer'
  const { rows } = await database().query<Attempt>({
    name: 'refund-attempt',
    text: `UPDATE refund r SET updated_at = CASE WHEN $5 THEN now() + $6::int * interval '1 second' ELSE now() END, failure = $2,
             state = CASE WHEN $4 AND r.attempts >= $3 THEN 'refused' ELSE r.state END FROM payment p
           WHERE r.refund_id = $1 AND r.state = 'intended' AND p.payment_id = r.payment_id
           RETURNING r.state, r.order_id AS "orderId", r.amount, p.provider`,
    values: [refundId, failure.slice(0, LONGEST_REASON), MOST_REFUSALS, outcome !== undefined, asked === 'sent', LEASE],
  })
  const [noted] = rows
  if (noted?.state !== 'refused') log().error({ refundId, failure }, 'a refund could not be made yet')
  else log().warn({ refundId, ...noted, failure }, 'a refund was refused for good: npm run refunds')
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
