import { database } from './db/connect.ts'
import { log } from './log.ts'
import { mailOf, smsOf } from './message-bodies.ts'
import type { Channel } from './outbox-queue.ts'
import { MessageRefused, type MailProvider } from './providers/mail.ts'
import { mailProvider, smsProvider } from './providers/messages-by-name.ts'
import type { SmsProvider } from './providers/sms.ts'

/**
 * Messages after an order. The intent is a row written in the order's own transaction, one for each channel; the body is made from the order when
 * it is sent or looked at. A message is leased before it is sent, so that two processes never send the same one.
 */
const BATCH = 10
const ATTEMPTS = 8
/** A process that died while sending gives its messages back after this time, in seconds. */
const LEASE = 120
/** Seconds until the second attempt; it doubles with each further one, up to an hour. */
const BACK_OFF = 15
const LONGEST_BACK_OFF = 3_600

interface Leased {
  readonly message_id: string
  readonly order_id: string
  readonly channel: Channel
  readonly kind: string
  readonly recipient: string
  readonly attempts: number
}

export interface Providers {
  readonly mail: MailProvider
  readonly sms: SmsProvider
}

/**
 * Sends what is due, a batch at a time, until nothing is.
 * @returns how many messages were handed over.
 */
export async function sendQueued(providers: Providers = { mail: mailProvider(), sms: smsProvider() }): Promise<number> {
  let sent = 0
  for (;;) {
    const batch = await leaseBatch()
    for (const message of batch) if (await sendOne(message, providers)) sent++
    if (batch.length < BATCH) return sent
  }
}

async function leaseBatch(): Promise<readonly Leased[]> {
  const { rows } = await database().query<Leased>({
    name: 'lease-messages',
    text: `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
           WHERE message_id IN (
             SELECT message_id FROM outbox WHERE state = 'queued' AND next_attempt_at <= now()
             ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
           RETURNING message_id, order_id, channel, kind, recipient, attempts`,
    values: [LEASE, BATCH],
  })
  return rows
}

async function sendOne(message: Leased, providers: Providers): Promise<boolean> {
  try {
    await handOver(message, providers)
  } catch (error) {
    await putBack(message, error)
    return false
  }
  await database().query({
    name: 'message-sent',
    text: `UPDATE outbox SET state = 'sent', sent_at = now(), failure = NULL WHERE message_id = $1 AND state = 'queued'`,
    values: [message.message_id],
  })
  return true
}

async function handOver({ message_id: messageId, recipient: to, order_id, channel, kind }: Leased, providers: Providers): Promise<void> {
  if (channel === 'sms') await providers.sms.send({ messageId, to, text: said(await smsOf(order_id, kind)) })
  else await providers.mail.send({ messageId, to, ...said(await mailOf(order_id, kind)) })
}

function said<Body>(body: Body | undefined): Body {
  if (body === undefined) throw new MessageRefused('The order has nothing to say.')
  return body
}

/** Later again with growing pauses; after the last attempt, or a refusal for good, the message has failed and stays for people to see. */
async function putBack(message: Leased, error: unknown): Promise<void> {
  const isOver = error instanceof MessageRefused || message.attempts >= ATTEMPTS
  const pause = Math.min(BACK_OFF * 2 ** (message.attempts - 1), LONGEST_BACK_OFF)
  await database().query({
    name: 'message-back',
    text: `UPDATE outbox SET state = $2, failure = $3, next_attempt_at = now() + make_interval(secs => $4) WHERE message_id = $1 AND state = 'queued'`,
    values: [message.message_id, isOver ? 'failed' : 'queued', reasonOf(error), pause],
  })
  log().warn({ messageId: message.message_id, channel: message.channel, attempts: message.attempts, isOver }, 'a message was not taken')
}

/** What went wrong, without what a mail server may quote of the recipient. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  const code: unknown = 'responseCode' in cause ? cause.responseCode : 'code' in cause ? cause.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? `${cause.name} ${String(code)}` : cause.name
}
