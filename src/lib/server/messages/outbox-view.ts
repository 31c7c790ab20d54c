import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { devOutbox } from '#lib/contract/system.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { mailOf, smsOf } from './message-bodies.ts'
import { renderSealedMail } from './message-sealed.ts'
import { nameOfProvider, type Channel } from '#lib/server/outbox/outbox-queue.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { isFromThisMachine, type Asked } from '#lib/server/platform/http/this-machine.ts'

export type OutboxMessage = AnswerOf<typeof devOutbox>['messages'][number]

const SHOWN = 50

interface MessageRow {
  readonly message_id: string
  /** null if it has a sealed body. */
  readonly order_id: string | null
  readonly channel: Channel
  readonly kind: string
  readonly recipient: string
  readonly state: string
  readonly created_at: Date
  readonly sealed_body: Buffer | null
}

/** The outbox shows names, numbers, codes and ticket links: only to this machine, and only if a provider is the outbox. */
export function isOutboxShown(asked: Asked): boolean {
  return isFromThisMachine(asked) && outboxChannels().length > 0
}

function outboxChannels(): readonly Channel[] {
  return (['mail', 'sms'] as const).filter((channel) => nameOfProvider(channel) === 'outbox')
}

/** The newest 50 messages of channels whose provider is the outbox, without those for nobody and those whose text was deleted. */
export async function outboxMessages(): Promise<readonly OutboxMessage[]> {
  const { rows } = await database().query<MessageRow>(
    `SELECT message_id, order_id, channel, kind, recipient, state, created_at, sealed_body FROM outbox
     WHERE channel = ANY ($1) AND state <> 'withheld' AND (order_id IS NOT NULL OR sealed_body IS NOT NULL)
     ORDER BY created_at DESC, message_id LIMIT $2`,
    [outboxChannels(), SHOWN],
  )
  const messages: OutboxMessage[] = []
  // Sequential: each makes several queries, and all at once would take every connection from buyers.
  for (const row of rows) messages.push(await showMessage(row))
  return messages
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The HTML of a mail that the outbox shows; undefined if it shows no such mail. */
export async function outboxLetter(messageId: string): Promise<string | undefined> {
  if (!UUID.test(messageId) || !outboxChannels().includes('mail')) return undefined
  const { rows } = await database().query<Pick<MessageRow, 'order_id' | 'kind' | 'sealed_body'>>(
    `SELECT order_id, kind, sealed_body FROM outbox WHERE message_id = $1 AND channel = 'mail' AND state <> 'withheld'`,
    [messageId],
  )
  const { order_id: orderId, kind = '', sealed_body: sealed } = rows[0] ?? {}
  if (sealed) return renderSealedMail(openSealed(sealed)).html
  return orderId ? (await mailOf(orderId, kind))?.html : undefined
}

async function showMessage(row: MessageRow): Promise<OutboxMessage> {
  return {
    id: row.message_id,
    channel: row.channel,
    kind: row.kind,
    to: row.recipient,
    ...(row.order_id === null ? sealedBodyOf(row) : await bodyOf(row, row.order_id)),
    createdAt: row.created_at.toISOString(),
    state: row.state,
  }
}

type Body = Pick<OutboxMessage, 'subject' | 'text' | 'attachments'>

function sealedBodyOf({ sealed_body: sealed }: MessageRow): Body {
  const { subject = '', text } = sealed ? openSealed(sealed) : { text: '' }
  return { subject, text, attachments: [] }
}

async function bodyOf(row: MessageRow, orderId: string): Promise<Body> {
  if (row.channel === 'sms') return { subject: '', text: (await smsOf(orderId, row.kind)) ?? '', attachments: [] }
  const mail = await mailOf(orderId, row.kind)
  if (!mail) return { subject: '', text: '', attachments: [] }
  const { subject, text, attachments } = mail
  return {
    subject,
    text,
    attachments: attachments.map(({ filename, contentType }) => ({ filename, contentType })),
  }
}
