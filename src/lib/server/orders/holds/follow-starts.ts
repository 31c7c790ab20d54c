import { COLLECTED_MINUTES } from '#lib/domain/orders/unpaid-hold.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/**
 * Moves the payment deadlines of unpaid holds after their presentations' starts were moved in the same transaction: half an hour before the new start, also for
 * those being paid, in case the payment fails. Overdue ones lapse as usual. An unsent reminder waits for the new time; a sent one is sent again.
 */
export async function followStarts(client: Queryable, presentationIds: readonly number[]): Promise<void> {
  if (presentationIds.length === 0) return
  await client.query(
    `WITH own AS MATERIALIZED (
       SELECT order_id, holder FROM orders o WHERE kind = 'hold' AND state IN ('unpaid', 'paying')
         AND EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id AND s.presentation_id = ANY ($1::int[]))
       ORDER BY order_id FOR NO KEY UPDATE),
     due AS (
       SELECT order_id, holder, min(starts_at) - $2::int * interval '1 minute' AS pay_until
       FROM own JOIN order_seat USING (order_id) JOIN presentation USING (presentation_id) GROUP BY order_id, holder),
     moved AS (
       UPDATE orders o SET pay_until = due.pay_until FROM due WHERE o.order_id = due.order_id AND o.pay_until <> due.pay_until
       RETURNING o.order_id, o.holder, o.pay_until),
     reminders AS (
       DELETE FROM outbox m USING moved WHERE m.order_id = moved.order_id AND m.kind LIKE 'reminder%' AND m.state = 'queued')
     INSERT INTO audit (action, subject, uuid, facts)
       SELECT 'unpaid hold moved', order_id::text, holder, jsonb_build_object('payUntil', pay_until) FROM moved`,
    [presentationIds, COLLECTED_MINUTES],
  )
}
