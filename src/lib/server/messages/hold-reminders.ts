import { database } from '#lib/server/platform/db/connect.ts'
import { nameOfProvider } from '#lib/server/outbox/outbox-queue.ts'

/** Minutes before an unpaid hold lapses at which its reminder is sent. */
const BEFORE = 60
/** Holds made less than this many minutes before they lapse get no reminder: their own message was just sent. */
const NEEDS_NONE = 75

/**
 * Queues one SMS for every unpaid hold that lapses within the hour, by the database's clock; idempotent per deadline across processes, and none for cancelled
 * shows. Reminders still unsent when the hold lapses are dropped. @returns how many
 */
export async function queueReminders(): Promise<number> {
  const { rowCount } = await database().query({
    name: 'queue-reminders',
    text: `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at, expires_at)
           SELECT gen_random_uuid(), o.order_id, 'sms', 'reminder' || CASE WHEN EXISTS (SELECT FROM outbox m WHERE m.order_id = o.order_id AND m.channel = 'sms' AND m.kind = 'reminder')
               THEN ':' || extract(epoch FROM o.pay_until)::bigint ELSE '' END, o.mobile_number, CASE WHEN $1 THEN 'sent' ELSE 'queued' END,
             CASE WHEN $1 THEN now() END, o.pay_until
           FROM orders o
           WHERE o.state = 'unpaid' AND o.pay_until > now() AND o.pay_until <= now() + $2::int * interval '1 minute'
             AND o.created_at <= o.pay_until - $3::int * interval '1 minute' AND o.mobile_number <> ''
             AND NOT is_called_off(o)
             AND NOT EXISTS (SELECT FROM outbox m WHERE m.order_id = o.order_id AND m.channel = 'sms' AND m.kind LIKE 'reminder%'
               AND m.expires_at = o.pay_until)
           ON CONFLICT (order_id, channel, kind) DO NOTHING`,
    values: [nameOfProvider('sms') === 'outbox', BEFORE, NEEDS_NONE],
  })
  return rowCount ?? 0
}
