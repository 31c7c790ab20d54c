import { log } from '#lib/server/platform/log/log.ts'
import { mailOf, smsOf } from './message-bodies.ts'
import { withFiles } from './messages.ts'
import { renderSealedMail } from './message-sealed.ts'
import {
  AFTER_ORDERS,
  leaseMessages,
  markSent,
  putBack,
  renewLease,
  URGENT,
  type Leased,
  type Queue,
} from '#lib/server/outbox/outbox-lease.ts'
import { openSealed, type SealedBody } from '#lib/server/outbox/outbox-sealed.ts'
import { MessageRefused, type MailProvider } from '#lib/server/providers/messages/mail.ts'
import { mailProvider, smsProvider } from '#lib/server/providers/messages/messages-by-name.ts'
import type { SmsProvider } from '#lib/server/providers/messages/sms.ts'

/**
 * Sends messages after their transactions commit. The intent is a row written in the same transaction, one per channel; the body is rendered from the order
 * when it is sent or viewed, or is sealed in the row. A lease keeps two processes from sending the same message. Codes have a queue of their own, so they wait
 * neither for tickets nor for each other.
 */
const BATCH = 10
/** Maximum number of urgent messages that one process sends concurrently. */
const AT_ONCE = 20
/** Timeout of a provider, in ms; a letter with attached tickets may take longer. */
const PATIENCE = 10_000
const PATIENCE_FOR_LETTERS = 60_000

export interface Providers {
  readonly mail: MailProvider
  readonly sms: SmsProvider
}

function chosenProviders(): Providers {
  return { mail: mailProvider(), sms: smsProvider() }
}

/**
 * Sends due messages of orders in batches until none is left.
 * @returns number of messages handed over
 */
export async function sendQueued(providers: Providers = chosenProviders()): Promise<number> {
  let sent = 0
  for (;;) {
    const batch = await leaseMessages(AFTER_ORDERS, BATCH)
    for (const message of batch) if ((await renewLease(message, AFTER_ORDERS)) && (await sendOne(message, AFTER_ORDERS, providers))) sent++
    if (batch.length < BATCH) return sent
  }
}

const underWay = new Set<Promise<unknown>>()

/**
 * Starts sending due urgent messages without awaiting their providers, so that one that hangs delays no other code.
 * @returns number of messages started
 */
export async function startUrgent(providers: Providers = chosenProviders()): Promise<number> {
  const messages = underWay.size < AT_ONCE ? await leaseMessages(URGENT, AT_ONCE - underWay.size) : []
  for (const message of messages) {
    const sending: Promise<unknown> = sendOne(message, URGENT, providers)
      .catch((error: unknown) => {
        log().error({ err: error, messageId: message.message_id }, 'a message is in an unknown state')
      })
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }
  return messages.length
}

/** Resolves when all started messages are done. */
export async function urgentSent(): Promise<void> {
  await Promise.all(underWay)
}

async function sendOne(message: Leased, queue: Queue, providers: Providers): Promise<boolean> {
  const { message_id: messageId, channel, kind, attempts } = message
  try {
    await inTime(handOver(message, providers), channel === 'sms' || queue.isUrgent ? PATIENCE : PATIENCE_FOR_LETTERS)
  } catch (error) {
    const isOver = await putBack(message, queue, { isRefused: error instanceof MessageRefused, reason: reasonOf(error) })
    log().warn({ messageId, channel, kind: kind.split(':')[0], attempts, isOver }, 'a message was not taken')
    return false
  }
  await markSent(message, providers[channel].name === 'outbox')
  return true
}

/** @throws on a timeout: the outcome is unknown, and the message is sent again */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error('The provider did not answer.'), { code: 'ETIMEDOUT' }))
    }, ms)
  })
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer)
  })
}

async function handOver(message: Leased, { mail, sms }: Providers): Promise<void> {
  const { message_id: messageId, recipient: to, order_id: orderId, channel, kind } = message
  const sealed = orderId === null ? opened(message) : undefined
  if (channel === 'sms')
    await sms.send({ messageId, to, text: sealed?.text ?? requireBody(orderId === null ? undefined : await smsOf(orderId, kind)) })
  else
    await mail.send({
      messageId,
      to,
      ...(await withFiles(sealed ? renderSealedMail(sealed) : requireBody(orderId === null ? undefined : await mailOf(orderId, kind)))),
    })
}

function opened({ sealed_body: body }: Leased): SealedBody {
  try {
    if (body) return openSealed(body)
  } catch (error) {
    throw new MessageRefused('What the message says cannot be read any more.', { cause: error })
  }
  throw new MessageRefused('The message has nothing to say any more.')
}

function requireBody<Body>(body: Body | undefined): Body {
  if (body === undefined) throw new MessageRefused('The order has nothing to say.')
  return body
}

/** The reason of a failure, without quotations of the recipient. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? error.cause : error
  const code: unknown = 'responseCode' in cause ? cause.responseCode : 'code' in cause ? cause.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? `${cause.name} ${String(code)}` : cause.name
}
