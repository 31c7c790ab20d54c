import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Numbers the places of an order's memberships without seats, per membership; its payment has to be in the same transaction. */
export async function numberVirtualSeats(client: Queryable, orderId: string): Promise<void> {
  const { rows } = await client.query<{ membershipId: number; line: number }>({
    name: 'virtual-seats-to-number',
    text: `SELECT i.subject_id AS "membershipId", p.line FROM membership_purchase p
           JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
           WHERE p.order_id = $1 AND p.is_virtual ORDER BY i.subject_id, p.line`,
    values: [orderId],
  })
  for (const { membershipId, line } of rows)
    await client.query({
      name: 'number-virtual-seat',
      text: `WITH next AS (
               INSERT INTO virtual_seat_series AS s (membership_id, last_number) VALUES ($2, 1)
               ON CONFLICT (membership_id) DO UPDATE SET last_number = s.last_number + 1 RETURNING last_number)
             INSERT INTO virtual_seat (membership_id, seat_number, order_id, line) SELECT $2, last_number, $1, $3 FROM next`,
      values: [orderId, membershipId, line],
    })
}
