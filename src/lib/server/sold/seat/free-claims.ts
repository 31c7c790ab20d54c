import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { tellLater, type ClaimId } from './seat-claims.ts'

/** Everybody locks claims in the order of seats. */
export async function lockClaims(client: Queryable, orderIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'lock-claims-of-orders',
    text: 'SELECT FROM seat_claim WHERE order_id = ANY ($1::uuid[]) ORDER BY presentation_id, seat_id FOR UPDATE',
    values: [orderIds],
  })
}

/** The seats of tickets that an order has given back are free. @param cause the order that they were given back for, or the cancellation. */
export async function freeClaims(client: Queryable, orderId: string, cause: string): Promise<void> {
  const { rows } = await client.query<ClaimId>({
    name: 'free-given-back',
    text: `DELETE FROM seat_claim c USING order_seat s WHERE (s.released_by = $1 OR s.cancellation_id = $1) AND s.order_id = $2 AND c.order_id = $2
             AND c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id RETURNING c.presentation_id, c.seat_id`,
    values: [cause, orderId],
  })
  tellLater(client, rows)
}

/**
 * One use for each ticket given back that made one, which no sub-ticket did; of references, which no line names, once no ticket of the presentation that carries
 * one is left: one that waits for another change to be paid is still there.
 * @param cause as of freeClaims.
 */
export async function returnUses(client: Queryable, orderId: string, cause: string): Promise<void> {
  await client.query({
    name: 'return-uses',
    text: `WITH own AS (
             SELECT u.use_id, u.quantity, CASE
               WHEN EXISTS (SELECT FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id AND s.entitlement_id = u.entitlement_id)
                 THEN least(u.quantity, (SELECT count(*) FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id
                   AND s.entitlement_id = u.entitlement_id AND (s.released_by = $2 OR s.cancellation_id = $2) AND NOT s.is_sub_ticket))
               WHEN NOT EXISTS (SELECT FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id
                 AND s.ref1 IS NOT NULL AND NOT is_gone(s)) THEN u.quantity
               ELSE 0 END AS back
             FROM entitlement_use u WHERE u.order_id = $1),
           gone AS (DELETE FROM entitlement_use u USING own WHERE u.use_id = own.use_id AND own.back = own.quantity)
           UPDATE entitlement_use u SET quantity = u.quantity - own.back::int FROM own WHERE u.use_id = own.use_id AND own.back BETWEEN 1 AND own.quantity - 1`,
    values: [orderId, cause],
  })
}
