import { randomUUID } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { mailProvider, smsProvider } from '#lib/server/providers/messages/messages-by-name.ts'

export type Channel = 'mail' | 'sms'

const KIND = 'tickets'

export interface Recipients {
  readonly orderId: string
  /** Empty if there is none; that channel then gets no message. */
  readonly email: string
  readonly mobileNumber: string
}

/** Queues one mail and one SMS for an order, idempotent per `kind` (see message-bodies.ts). Marks a message as sent at once if no real provider is set (`MAIL_PROVIDER` or `SMS_PROVIDER` is `outbox`). */
export async function enqueueMessages(client: Queryable, order: Recipients, kind = KIND): Promise<void> {
  await enqueue(client, { orderId: order.orderId, kind }, [
    ['mail', order.email],
    ['sms', order.mobileNumber],
  ])
}

/** Queues messages to the contacts that the order itself names. */
export async function tellWhoOrdered(client: Queryable, orderId: string, kind: string): Promise<void> {
  const { rows } = await client.query<Recipients>({
    name: 'whom-to-tell',
    text: 'SELECT order_id AS "orderId", email, mobile_number AS "mobileNumber" FROM orders WHERE order_id = $1',
    values: [orderId],
  })
  if (rows[0]) await enqueueMessages(client, rows[0], kind)
}

/** Queues only the mail, for occasions that do not need an SMS. */
export async function enqueueMail(client: Queryable, { orderId, email }: Omit<Recipients, 'mobileNumber'>, kind: string): Promise<void> {
  await enqueue(client, { orderId, kind }, [['mail', email]])
}

/** The order that a message is about, and what for. */
interface Occasion {
  readonly orderId: string
  readonly kind: string
}

async function enqueue(
  client: Queryable,
  { orderId, kind }: Occasion,
  to: readonly (readonly [channel: Channel, recipient: string])[],
): Promise<void> {
  const reached = to.filter(([, recipient]) => recipient !== '')
  if (reached.length === 0) return
  await client.query({
    name: 'enqueue-messages',
    text: `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at)
           SELECT m.id, $1, m.channel, $2, m.recipient, CASE WHEN m.is_sent THEN 'sent' ELSE 'queued' END, CASE WHEN m.is_sent THEN now() END
           FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[]) AS m (id, channel, recipient, is_sent)
           ON CONFLICT (order_id, channel, kind) DO NOTHING`,
    values: [
      ...[orderId, kind, reached.map(() => randomUUID())],
      ...[reached.map(([channel]) => channel), reached.map(([, recipient]) => recipient)],
      reached.map(([channel]) => nameOfProvider(channel) === 'outbox'),
    ],
  })
}

export function nameOfProvider(channel: Channel): string {
  return channel === 'mail' ? mailProvider().name : smsProvider().name
}
