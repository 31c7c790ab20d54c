import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterCommit, type Queryable } from '#lib/server/platform/db/connect.ts'
import { nameOfProvider, type Channel } from './outbox-queue.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { wakeUrgentMessages } from '#lib/server/platform/jobs/wake.ts'

const sealedBody = z.object({
  /** Of a mail. */
  subject: z.optional(z.string()),
  /** Of a mail: what stands large at its top; left out, the subject. */
  headline: z.optional(z.string()),
  text: z.string(),
  /** Of a mail: what stands on the button that a line which is a link alone becomes. */
  button: z.optional(z.string()),
  /** In which it is written; left out, the shop's first language. */
  locale: z.optional(z.string()),
})

/** What a message says that is about no order: kept sealed, and forgotten once it is sent. */
export type SealedBody = Readonly<z.output<typeof sealedBody>>

export interface SealedMessage {
  /** A new one, where it is left out. */
  readonly messageId?: string
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

/** Codes and links go before tickets; what is worth something for longer than this, in seconds, waits its turn with those, and is tried for longer. */
const PRIORITY = 10
const SHORT = 3_600

/** Queues a message with a body of its own, in the transaction of what it tells of; a code goes out as soon as that is committed. */
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

/** @throws where it was sealed under a secret that is not known any more. */
export function openSealed(sealed: Uint8Array): SealedBody {
  return sealedBody.parse(JSON.parse(decryptText(sealed)))
}
