import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { MOVED } from './message-moved.ts'
import { followSeats } from '#lib/server/orders/holds/follow-seats.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'

/** Buyers who locked seats this many minutes before a move, and paid since, have seen what was there earlier: no lock lasts longer. */
const HOLD_MINUTES = 15

/** Orders with tickets of a date that begins at another time than they know, in another hall or with another show. */
const OF_DATES = `SELECT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber", m.import_id AS "importId"
  FROM start_move m JOIN presentation p USING (presentation_id) JOIN order_seat s USING (presentation_id) JOIN orders o USING (order_id)
  WHERE NOT m.is_told AND o.state IN ('paid', 'unpaid') AND NOT is_gone(s) AND o.created_at < m.at + $1::int * interval '1 minute'
    AND p.starts_at = m.to_at AND NOT p.is_cancelled AND greatest(m.from_at, m.to_at) > now()
    AND (start_known(o, m) <> m.to_at OR m.from_venue_id IS NOT NULL OR m.from_feature_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM start_move later WHERE later.presentation_id = m.presentation_id AND later.move_id > m.move_id)`

/** Orders with seats that are called something else than they know, or stand elsewhere. */
const OF_SEATS = `SELECT o.order_id, o.email, o.mobile_number, m.import_id
  FROM seat_move m JOIN presentation p USING (presentation_id) JOIN order_seat s USING (presentation_id, seat_id) JOIN orders o USING (order_id)
  WHERE NOT m.is_told AND o.state IN ('paid', 'unpaid') AND NOT is_gone(s) AND o.created_at < m.at + $1::int * interval '1 minute'
    AND NOT p.is_cancelled AND p.starts_at > now() AND (seat_known(o, m) <> m.to_name OR m.is_shifted)
    AND NOT EXISTS (SELECT FROM seat_move later WHERE later.presentation_id = m.presentation_id AND later.seat_id = m.seat_id AND later.move_id > m.move_id)`

/**
 * Queues one mail and one SMS for every order, paid or unpaid, whose presentations or seats an import has moved; idempotent per import across processes
 * and crashes. An order that is being paid is notified afterwards. Skips presentations that are over or called off, and what moved again since. @returns number
 * of orders
 */
export async function queueMoved(): Promise<number> {
  return inTransaction(async (client) => {
    await followFreshMoves(client)
    const { rows } = await client.query<Recipients & { importId: string }>({
      name: 'orders-to-tell-moved',
      text: `${OF_DATES} UNION ${OF_SEATS} ORDER BY 1`,
      values: [HOLD_MINUTES],
    })
    for (const { importId, ...order } of rows) await enqueueMessages(client, order, `${MOVED}${importId}`)
    await noteTold(client)
    return rows.length
  })
}

/** An order that another process wrote while an import committed may still have the names that this process read before. */
async function followFreshMoves(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ id: number }>({
    name: 'plans-just-moved',
    text: `SELECT DISTINCT p.seatplan_id AS id FROM seat_move m JOIN presentation p USING (presentation_id) WHERE NOT m.is_told AND m.at > now() - interval '2 minutes'`,
  })
  await followSeats(
    client,
    rows.map(({ id }) => id),
  )
}

/** Moves m of a while ago whose presentation nobody is still paying for. */
const ALL_TOLD = `NOT is_told AND at < now() - 2 * $1::int * interval '1 minute' AND NOT EXISTS (
  SELECT FROM order_seat s JOIN orders o USING (order_id) WHERE s.presentation_id = m.presentation_id AND o.state = 'paying' AND o.created_at < m.at
    + $1::int * interval '1 minute')`

async function noteTold(client: Queryable): Promise<void> {
  const values = [HOLD_MINUTES]
  await client.query({ name: 'all-told-of-move', text: `UPDATE start_move m SET is_told = true WHERE ${ALL_TOLD}`, values })
  await client.query({ name: 'all-told-of-seat-move', text: `UPDATE seat_move m SET is_told = true WHERE ${ALL_TOLD}`, values })
}
