import { RESALE_STATES } from '#lib/domain/orders/states.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const ENDED = stepOf(RESALE_STATES, 'ended')

/** Locks what an order has given back for resale until the transaction ends, so that none of it is sold on meanwhile. */
export async function lockResales(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'lock-resales-of-order',
    text: 'SELECT FROM resale WHERE order_id = $1 ORDER BY resale_id FOR UPDATE',
    values: [orderId],
  })
}

/** Ends the offers of memberships that are cancelled: the seats stay for sale, as the house's. */
export async function endResales(client: Queryable, orderId: string, membershipLines: readonly number[]): Promise<void> {
  await client.query({
    name: 'end-resales',
    text: `UPDATE resale r SET ${ENDED.set}, closed_at = now() FROM order_seat s
           WHERE r.order_id = $1 AND ${ENDED.from} AND s.order_id = r.order_id AND s.line = r.line AND s.membership_line = ANY ($2::int[])`,
    values: [orderId, membershipLines],
  })
}
