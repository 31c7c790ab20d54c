import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Lines of these plans' presentations to come that an order still has, with their orders. */
const LINES = `SELECT s.order_id, s.line, s.seat_id, s.presentation_id, p.seatplan_id FROM presentation p JOIN order_seat s USING (presentation_id) JOIN orders o USING (order_id)
  WHERE p.seatplan_id = ANY ($1::int[]) AND p.starts_at > now() AND o.state IN ('paid', 'unpaid', 'paying') AND NOT is_gone(s)`

/** What those lines are called now: of seats and of places of general admission. */
const NAMED = `SELECT l.order_id, l.line, z.section_id, z.name AS section_name, x.row_name, x.seat_name
    FROM lines l JOIN seat x ON x.seatplan_id = l.seatplan_id AND x.seat_id = l.seat_id JOIN section z ON z.seatplan_id = x.seatplan_id AND z.section_id = x.section_id
  UNION ALL
  SELECT l.order_id, l.line, z.section_id, z.name, NULL, NULL
    FROM lines l JOIN section z ON z.seatplan_id = l.seatplan_id AND l.seat_id >= z.first_place AND l.seat_id < z.first_place + z.capacity`

/**
 * Calls the tickets of these plans' presentations to come as the plans now call their seats. Locks the orders first, by id, as whoever settles or cancels one does.
 * Tickets of the past stay what they were.
 */
export async function followSeats(client: Queryable, seatplanIds: readonly number[]): Promise<void> {
  if (seatplanIds.length === 0) return
  await client.query(
    `WITH lines AS MATERIALIZED (${LINES}), named AS MATERIALIZED (${NAMED}),
       renamed AS MATERIALIZED (
         SELECT n.* FROM named n JOIN order_seat s USING (order_id, line)
         WHERE (s.section_id, s.section_name, s.row_name, s.seat_name) IS DISTINCT FROM (n.section_id, n.section_name, n.row_name, n.seat_name)),
       own AS MATERIALIZED (
         SELECT order_id FROM orders WHERE order_id IN (SELECT order_id FROM renamed) ORDER BY order_id FOR NO KEY UPDATE)
     UPDATE order_seat s SET section_id = n.section_id, section_name = n.section_name, row_name = n.row_name, seat_name = n.seat_name
     FROM renamed n JOIN own USING (order_id) WHERE s.order_id = n.order_id AND s.line = n.line`,
    [seatplanIds],
  )
}
