import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { nameOfProvider, type Channel } from './outbox-queue.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { wakeUrgentMessages } from '#lib/server/platform/jobs/wake.ts'

const sealedBody = z.object({
  /** Mail only. */
  subject: z.optional(z.string()),
  /** Mail only: the large line at the top; omitted: the subject. */
  headline: z.optional(z.string()),
  text: z.string(),
  /** Mail only: the label of the button that replaces a line consisting of a link. */
  button: z.optional(z.string()),
  /** Mail only: the one line that is such a link, in a text that has words of somebody else and no code; '': none; omitted: every line that is a link. */
  link: z.optional(z.string()),
  /** Language of the text; omitted: the shop's first language. */
  locale: z.optional(z.string()),
})

/** The body of a message without an order: stored sealed, and deleted once it is sent. */
export type SealedBody = Readonly<z.output<typeof sealedBody>>

export interface SealedMessage {
  /** Omitted: a new one. */
  readonly messageId?: string
  readonly channel: Channel
  /** Its kind: 'code', 'link', 'contact changed' … */
  readonly kind: string
  readonly recipient: string
  readonly body: SealedBody
  /** Seconds after which it is useless and is dropped. */
  readonly expiresIn: number
  /** Set if there is no recipient: the row is written anyway, so that both cases take the same time, but never sent. */
  readonly isWithheld?: boolean
}

/** Codes and links precede tickets. Messages valid for longer than this, in seconds, queue with the tickets and are retried for longer. */
const PRIORITY = 10
const SHORT = 3_600

/** Queues a message with its own body inside the transaction that causes it; a code is sent as soon as that commits. */
export async function enqueueSealed(client: Queryable, message: SealedMessage): Promise<void> {
  const { messageId = randomUUID(), channel, kind, recipient, body, expiresIn, isWithheld = false } = message
  const isTaken = nameOfProvider(channel) === 'outbox'
  const state = isWithheld ? 'withheld' : isTaken ? 'sent' : 'queued'
  const priority = expiresIn <= SHORT ? PRIORITY : 0
  await client.query({
    name: 'enqueue-sealed',
    text: `INSERT INTO outbox (message_id, channel, kind, recipient, state, sent_at, sealed_body, priority, expires_at)
           VALUES ($1, $2, $3, $4, $5, CASE WHEN $5 = 'sent' THEN now() END, $6, $7, now() + $8::int * interval '1 second')`,
    values: [messageId, channel, kind, isWithheld ? '' : recipient, state, encryptText(JSON.stringify(body)), priority, expiresIn],
  })
  if (!isTaken && priority > 0) afterCommit(client, wakeUrgentMessages)
}

/** @throws if it was sealed under a secret that is no longer known */
export function openSealed(sealed: Uint8Array): SealedBody {
  return sealedBody.parse(JSON.parse(decryptText(sealed)))
}

/** Deletes messages of these kinds to these recipients that belong to no order, sent or not. */
export async function forgetMessages(client: Queryable, kinds: readonly string[], recipients: readonly string[]): Promise<void> {
  await client.query({
    name: 'forget-messages',
    text: 'DELETE FROM outbox WHERE order_id IS NULL AND kind = ANY ($1::text[]) AND recipient = ANY ($2::text[])',
    values: [kinds, recipients],
  })
}
