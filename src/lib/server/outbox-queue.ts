import { randomUUID } from 'node:crypto'
import type { Queryable } from './db/connect.ts'
import { mailProvider, smsProvider } from './providers/messages-by-name.ts'

export type Channel = 'mail' | 'sms'

const KIND = 'tickets'

interface Recipients {
  readonly orderId: string
  /** Empty where there is none; then that channel gets no message. */
  readonly email: string
  readonly mobileNumber: string
}

/** One mail and one SMS for a paid order, however often it is asked (`kind`: another message about it, for example of a replaced ticket); with a provider that is the outbox a message counts as sent at once. */
export async function enqueueMessages(client: Queryable, order: Recipients, kind = KIND): Promise<void> {
  await enqueue(client, order.orderId, 'mail', order.email, kind)
  await enqueue(client, order.orderId, 'sms', order.mobileNumber, kind)
}

async function enqueue(client: Queryable, orderId: string, channel: Channel, recipient: string, kind: string): Promise<void> {
  if (recipient === '') return
  await client.query({
    name: 'enqueue-message',
    text: `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state, sent_at)
           VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN 'sent' ELSE 'queued' END, CASE WHEN $6 THEN now() END)
           ON CONFLICT (order_id, channel, kind) DO NOTHING`,
    values: [randomUUID(), orderId, channel, kind, recipient, nameOfProvider(channel) === 'outbox'],
  })
}

export function nameOfProvider(channel: Channel): string {
  return channel === 'mail' ? mailProvider().name : smsProvider().name
}
