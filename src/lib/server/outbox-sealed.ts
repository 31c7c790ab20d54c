import { randomUUID } from 'node:crypto'
import type { Queryable } from './db/connect.ts'
import { nameOfProvider, type Channel } from './outbox-queue.ts'
import { encryptText } from './secrets.ts'

/** What a message says that is about no order: kept sealed, and forgotten once it is sent. */
export interface SealedBody {
  /** Of a mail. */
  readonly subject?: string
  readonly text: string
}

export interface SealedMessage {
  readonly channel: Channel
  /** What it is, in one word: 'code', 'link', 'contact changed' … */
  readonly kind: string
  readonly recipient: string
  readonly body: SealedBody
  /** After so many seconds it is worth nothing, and is not sent any more. */
  readonly expiresIn: number
  /** True where there is nobody to send it to: the row is written all the same, so that both cases do the same work, and nothing is ever sent. */
  readonly isWithheld?: boolean
}

/** Codes go before tickets. */
const PRIORITY = 10

/** Queues a message with a body of its own, in the transaction of what it tells of. */
export async function enqueueSealed(client: Queryable, message: SealedMessage): Promise<void> {
  const { channel, kind, recipient, body, expiresIn, isWithheld = false } = message
  const state = isWithheld ? 'withheld' : nameOfProvider(channel) === 'outbox' ? 'sent' : 'queued'
  await client.query({
    name: 'enqueue-sealed',
    text: `INSERT INTO outbox (message_id, channel, kind, recipient, state, sent_at, sealed_body, priority, expires_at)
           VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 = 'sent' THEN now() END, $6, $7, now() + $8::int * interval '1 second')`,
    values: [randomUUID(), channel, kind, isWithheld ? '' : recipient, state, encryptText(JSON.stringify(body)), PRIORITY, expiresIn],
  })
}
