import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** A seat or place that somebody has: by a ticket, an order that is not paid yet, a lock, or as the seat of a member. */
export interface Holding {
  /** null: the seat of a member, on all dates of the membership. */
  readonly presentationId: number | null
  readonly seatplanId: number
  readonly seatId: number
  /** The same text for the same person, as far as it is known who that is. */
  readonly person: string
}

/** A customer, else a mobile number, else an address, else a browser. */
const BUYER = `coalesce('customer ' || o.customer_id, 'mobile ' || nullif(o.mobile_number, ''), 'mail ' || lower(nullif(o.email, '')), 'browser ' || o.holder)`

/** Who has something of these plans, or of these presentations, that is still to come. What was called off nobody has any more. */
export async function readHoldings(
  client: Queryable,
  seatplanIds: readonly number[],
  presentationIds: readonly number[],
): Promise<readonly Holding[]> {
  if (seatplanIds.length + presentationIds.length === 0) return []
  const { rows } = await client.query<Holding>(
    `WITH shown AS MATERIALIZED (
       SELECT presentation_id, seatplan_id FROM presentation
       WHERE (seatplan_id = ANY ($1::int[]) AND starts_at > now() OR presentation_id = ANY ($2::int[])) AND NOT is_cancelled)
     SELECT presentation_id AS "presentationId", seatplan_id AS "seatplanId", seat_id AS "seatId", ${BUYER} AS person
     FROM shown JOIN order_seat s USING (presentation_id) JOIN orders o USING (order_id) WHERE o.state IN ('paid', 'unpaid', 'paying') AND NOT is_gone(s)
     UNION ALL
     SELECT presentation_id, seatplan_id, seat_id, 'browser ' || holder FROM shown JOIN seat_claim c USING (presentation_id)
     WHERE c.state = 'H' AND c.expires_at > now()
     UNION ALL
     SELECT NULL, m.seatplan_id, m.seat_id, coalesce('customer ' || e.customer_id, 'member ' || e.entitlement_id)
     FROM member_seat m JOIN entitlement e USING (entitlement_id) WHERE m.seatplan_id = ANY ($1::int[]) AND e.is_active`,
    [seatplanIds, presentationIds],
  )
  return rows
}
