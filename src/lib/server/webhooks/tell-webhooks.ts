import { log } from '#lib/server/platform/log/log.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { NOT_PUBLIC } from './outside-only.ts'
import { postMessage } from './post-message.ts'
import { signMessage } from './sign-message.ts'
import { leaseWebhookMessages, markDelivered, putMessageBack, type LeasedMessage } from './webhook-lease.ts'
import { endWebhook } from './webhooks.ts'

/** Messages that one receiver is sent at once: one that is slow holds up neither the shop nor other receivers. */
const AT_ONCE = 50
/** Maximum time in which a receiver answers, in ms. */
const PATIENCE = 10_000
/** The answer of a receiver that wants nothing more. */
const GONE = 410
/** What is wrong with a message that cannot be signed: the key of its webhook's secret is lost. */
const UNREADABLE = 'unreadable secret'

const underWay = new Map<Promise<unknown>, number>()

/**
 * Starts sending due messages without awaiting the receivers. What was told and not acknowledged by a crash is sent again under the same id.
 * @returns number of messages started
 */
export async function startWebhooks(): Promise<number> {
  const messages = await leaseWebhookMessages(busyWebhooks(), AT_ONCE)
  for (const message of messages) {
    const sending: Promise<unknown> = deliver(message)
      .catch((error: unknown) => {
        log().error({ err: error, messageId: message.messageId }, 'a webhook message is in an unknown state')
      })
      .finally(() => underWay.delete(sending))
    underWay.set(sending, message.webhookId)
  }
  return messages.length
}

/** Resolves when all started messages are done. */
export async function webhooksTold(): Promise<void> {
  await Promise.all(underWay.keys())
}

function busyWebhooks(): readonly number[] {
  return [...new Set(underWay.values())]
}

async function deliver(message: LeasedMessage): Promise<void> {
  const failure = await post(message)
  if (failure === undefined) return markDelivered(message)
  const isGivenUp = await putMessageBack(message, failure)
  const { messageId, webhookId, event, attempts } = message
  log().warn({ messageId, webhookId, event, attempts, failure, isGivenUp }, 'a webhook message was not taken')
  if (failure === `HTTP ${String(GONE)}`) await endWebhook(webhookId)
}

/** @returns undefined if the receiver has taken it, else what was wrong */
async function post({ messageId, url, sealedSecret, event, data, at }: LeasedMessage): Promise<string | undefined> {
  const secret = readSecret(sealedSecret)
  if (secret === undefined) return UNREADABLE
  const body = JSON.stringify({ type: event, timestamp: at.toISOString(), data })
  const headers = signMessage({ messageId, body }, secret, Date.now())
  try {
    const status = await postMessage(new URL(url), { headers, body }, PATIENCE)
    return status >= 200 && status < 300 ? undefined : `HTTP ${String(status)}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** @returns undefined if it was sealed under a key that is not known here, or not known yet: another process may have begun with a new one */
function readSecret(sealed: Buffer): string | undefined {
  try {
    return decryptText(sealed)
  } catch {
    return undefined
  }
}

/** In a word or two, without the address: 'timeout', 'ECONNREFUSED' … */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  if (error.message === NOT_PUBLIC) return NOT_PUBLIC
  return 'code' in error ? String(error.code) : 'no answer'
}
