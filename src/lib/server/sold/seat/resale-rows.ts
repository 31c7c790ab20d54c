import { RESALE_STATES } from '#lib/domain/orders/states.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const ENDED = stepOf(RESALE_STATES, 'ended')

/**
 * Locks what of an order is given back for resale until the transaction ends, so that none of it is sold on meanwhile; also what was had in exchange for evenings of
 * its memberships.
 */
export async function lockResales(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'lock-resales-of-order',
    text: `SELECT FROM resale WHERE (order_id, line) IN (SELECT order_id, line FROM order_seat WHERE order_id = $1 OR evening_order = $1)
           ORDER BY resale_id FOR UPDATE`,
    values: [orderId],
  })
}

/** Ends the offers of tickets that a cancellation has cancelled: the seats stay for sale, as the house's. */
export async function endResales(client: Queryable, orderId: string, cancellationId: string): Promise<void> {
  await client.query({
    name: 'end-resales',
    text: `UPDATE resale r SET ${ENDED.set}, closed_at = now() FROM order_seat s
           WHERE r.order_id = $1 AND ${ENDED.from} AND s.order_id = r.order_id AND s.line = r.line AND s.cancellation_id = $2`,
    values: [orderId, cancellationId],
  })
}

/** Of memberships that are cancelled: what was had in exchange and offered, and is past, is not credited any more if a payment of its seat comes late. */
export async function promiseNothing(client: Queryable, orderId: string, membershipLines: readonly number[]): Promise<void> {
  await client.query({
    name: 'promise-nothing-of-resales',
    text: `UPDATE resale r SET credit = 0, own_credit = 0 FROM order_seat s
           WHERE s.evening_order = $1 AND s.evening_line = ANY ($2::int[]) AND r.order_id = s.order_id AND r.line = s.line AND r.state = 'offered'`,
    values: [orderId, membershipLines],
  })
}
