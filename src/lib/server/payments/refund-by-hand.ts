import { randomUUID } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { REFUND_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const ASKED_ANEW = stepOf(REFUND_STATES, 'intended')
const SETTLED = stepOf(REFUND_STATES, 'settled')

/** Retries a permanently refused refund under a new key, in one conditional statement: of two concurrent retries one wins. @returns its order; undefined for the other */
export async function askRefundAnew(client: Queryable, refundId: string): Promise<string | undefined> {
  const { rows } = await client.query<{ order_id: string }>({
    name: 'intend-refund-anew',
    text: `UPDATE refund SET ${ASKED_ANEW.set}, attempts = 0, attempt_keys = attempt_keys || $2::uuid, updated_at = now()
           WHERE refund_id = $1 AND ${ASKED_ANEW.from} RETURNING order_id`,
    values: [refundId, randomUUID()],
  })
  return rows[0]?.order_id
}

/**
 * Records that a permanently refused refund was paid back in another way: a correction in the order's ledger, since no money moves at the provider.
 * @param by how, for accounting. @returns its order; undefined if somebody else, or the provider, was quicker
 */
export async function bookPaidBack(client: Queryable, refundId: string, by: string): Promise<string | undefined> {
  const { rows } = await client.query<{ order_id: string }>({
    name: 'refund-settled',
    text: `WITH settled AS (
             UPDATE refund SET ${SETTLED.set}, settled_by = $2, updated_at = now() WHERE refund_id = $1 AND ${SETTLED.from} RETURNING *)
           INSERT INTO ledger (order_id, refund_id, kind, amount) SELECT order_id, refund_id, 'correction', -amount FROM settled RETURNING order_id`,
    values: [refundId, by],
  })
  return rows[0]?.order_id
}
