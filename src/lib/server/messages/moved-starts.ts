import { inTransaction } from '#lib/server/platform/db/connect.ts'
import { MOVED } from './message-moved.ts'
import { enqueueMessages, type Recipients } from '#lib/server/outbox/outbox-queue.ts'

/** Buyers who locked seats this many minutes before a move, and paid since, have seen the earlier start: no lock lasts longer. */
const HOLD_MINUTES = 15

/**
 * Queues one mail and one SMS for every order with tickets for presentations that an import has moved, paid or unpaid; idempotent per import across processes
 * and crashes. An order that is being paid is notified afterwards. Skips presentations that are over, called off, or moved again since. @returns number of
 * orders
 */
export async function queueMoved(): Promise<number> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<Recipients & { importId: string }>({
      name: 'orders-to-tell-moved',
      text: `SELECT DISTINCT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber", m.import_id AS "importId"
             FROM start_move m JOIN presentation p USING (presentation_id) JOIN order_seat s USING (presentation_id) JOIN orders o USING (order_id)
             WHERE NOT m.is_told AND o.state IN ('paid', 'unpaid') AND NOT is_gone(s) AND o.created_at < m.at + $1::int * interval '1 minute'
               AND p.starts_at = m.to_at AND NOT p.is_cancelled AND greatest(m.from_at, m.to_at) > now() AND start_known(o, m) <> m.to_at
               AND NOT EXISTS (SELECT FROM start_move later WHERE later.presentation_id = m.presentation_id AND later.move_id > m.move_id)
             ORDER BY 1`,
      values: [HOLD_MINUTES],
    })
    for (const { importId, ...order } of rows) await enqueueMessages(client, order, `${MOVED}${importId}`)
    await client.query({
      name: 'all-told-of-move',
      text: `UPDATE start_move m SET is_told = true WHERE NOT is_told AND at < now() - 2 * $1::int * interval '1 minute' AND NOT EXISTS (
               SELECT FROM order_seat s JOIN orders o USING (order_id) WHERE s.presentation_id = m.presentation_id AND o.state = 'paying' AND o.created_at < m.at
                 + $1::int * interval '1 minute')`,
      values: [HOLD_MINUTES],
    })
    return rows.length
  })
}
