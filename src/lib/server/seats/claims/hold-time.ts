import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { COLLECTED_MINUTES } from '#lib/domain/orders/unpaid-hold.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The payment deadline of an unpaid hold. */
export interface UnpaidTerms {
  readonly payUntil: Date
}

/**
 * The payment deadline of an unpaid hold that is being written. Locks the presentations' starts until the commit, as the first lock of its transaction: an
 * import, which locks presentations before orders and customers, moves them before it or finds the hold. Refusal: HOLD_TOO_LATE.
 */
export async function lockHoldTime(client: Queryable, presentationIds: readonly number[]): Promise<Result<UnpaidTerms>> {
  const { rows } = await client.query<UnpaidTerms & { isOver: boolean }>({
    name: 'lock-hold-time',
    text: `SELECT pay_until AS "payUntil", pay_until <= now() AS "isOver" FROM (
             SELECT min(starts_at) - $2::int * interval '1 minute' AS pay_until FROM (
               SELECT starts_at FROM presentation WHERE presentation_id = ANY ($1::int[]) ORDER BY presentation_id FOR SHARE
             ) shown) AS hold`,
    values: [presentationIds, COLLECTED_MINUTES],
  })
  const [hold] = rows
  return hold && !hold.isOver ? accept({ payUntil: hold.payUntil }) : refuse('HOLD_TOO_LATE')
}
