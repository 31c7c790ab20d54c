import { freeUses } from '#lib/server/entitlements/entitlement-uses.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { ClaimId } from './returned-tickets.ts'
import { returnVouchers } from '#lib/server/entitlements/voucher-uses.ts'

/** An unpaid hold is over, whoever ended it: its seats are free, and what it was to be paid with is its owner's again. @returns the claims that are gone. */
export async function freeHold(client: Queryable, orderId: string): Promise<ClaimId[]> {
  const { rows } = await client.query<ClaimId>({
    name: 'free-unpaid',
    text: `DELETE FROM seat_claim c USING (
             SELECT presentation_id, seat_id FROM seat_claim WHERE order_id = $1 AND state = 'P' ORDER BY presentation_id, seat_id FOR UPDATE
           ) own WHERE c.presentation_id = own.presentation_id AND c.seat_id = own.seat_id RETURNING c.presentation_id, c.seat_id`,
    values: [orderId],
  })
  await freeUses(client, orderId)
  await returnVouchers(client, orderId)
  return rows
}
