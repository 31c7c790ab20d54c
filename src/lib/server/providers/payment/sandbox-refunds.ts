import { randomBytes } from 'node:crypto'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { NeverSeen, RefundOutcome, RefundRequest } from './payment.ts'

/** Refunds once per key, and never more than the charge. */
export async function refund(request: RefundRequest): Promise<RefundOutcome> {
  return inTransaction(async (client) => {
    const key = await lockCharge(client, request)
    if (key === undefined) return { outcome: 'failed' }
    const known = await refundOf(client, request.idempotencyKey)
    if (known) return known.amount === request.amount ? { outcome: 'refunded', reference: known.reference } : { outcome: 'failed' }
    const reference = `sbr_${randomBytes(10).toString('hex')}`
    const { rowCount } = await client.query(
      `INSERT INTO sandbox_refund (idempotency_key, charge_key, amount, reference)
       SELECT $1, idempotency_key, $3, $4 FROM sandbox_charge
       WHERE idempotency_key = $2 AND $3::int + (SELECT coalesce(sum(r.amount), 0) FROM sandbox_refund r WHERE r.charge_key = $2) <= amount`,
      [request.idempotencyKey, key, request.amount, reference],
    )
    return rowCount === 1 ? { outcome: 'refunded', reference } : { outcome: 'failed' }
  })
}

/** Locks a charge by the reference from its outcome and returns its key, so that its refunds are serialised. */
async function lockCharge(client: Queryable, { reference }: RefundRequest): Promise<string | undefined> {
  const { rows } = await client.query<{ idempotency_key: string }>(
    `SELECT idempotency_key FROM sandbox_charge WHERE reference = $1 AND outcome = 'charged' FOR UPDATE`,
    [reference],
  )
  return rows[0]?.idempotency_key
}

export async function findRefund({ idempotencyKey }: RefundRequest): Promise<RefundOutcome | NeverSeen> {
  const known = await refundOf(database(), idempotencyKey)
  return known ? { outcome: 'refunded', reference: known.reference } : { outcome: 'none' }
}

async function refundOf(client: Queryable, idempotencyKey: string) {
  const { rows } = await client.query<{ amount: number; reference: string }>(
    'SELECT amount, reference FROM sandbox_refund WHERE idempotency_key = $1',
    [idempotencyKey],
  )
  return rows[0]
}
