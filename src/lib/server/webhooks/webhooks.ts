import { randomBytes } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { LOOPBACK_HOST } from '#lib/server/platform/config/loopback.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'

/** What others can be told of (db/functions/webhooks.sql tells it). */
export const WEBHOOK_EVENTS = ['order.held', 'order.paid', 'order.changed', 'order.cancelled', 'order.lapsed', 'ticket.used'] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Somebody outside who is told what becomes of orders. */
export interface Webhook {
  readonly webhookId: number
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** null: of everything. */
  readonly businessIds: readonly number[] | null
  /** The integration whose orders it is told of; null: of everybody's. */
  readonly integrationId: number | null
  readonly endedAt: Date | null
  /** Messages that are not delivered yet, and those that were given up. */
  readonly queued: number
  readonly failed: number
}

/** Whom to tell, and of what. */
export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'businessIds'> & Partial<Pick<Webhook, 'integrationId'>>

const SECRET_BYTES = 24

/**
 * Whether messages may go to an address: by https, or by http to this machine, and without a name or password in it.
 * @param typed as the operator has written it
 */
export function isWebhookUrl(typed: string): boolean {
  if (!URL.canParse(typed)) return false
  const { protocol, hostname, username, password } = new URL(typed)
  return (protocol === 'https:' || (protocol === 'http:' && LOOPBACK_HOST.test(hostname))) && username === '' && password === ''
}

/** Tells somebody of events from now on. @returns the secret that signs the messages, which is shown this once */
export async function addWebhook({
  url,
  events,
  businessIds,
  integrationId = null,
}: NewWebhook): Promise<Pick<Webhook, 'webhookId'> & { readonly secret: string }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const { rows } = await database().query<Pick<Webhook, 'webhookId'>>(
    'INSERT INTO webhook (url, events, business_ids, integration_id, sealed_secret) VALUES ($1, $2, $3, $4, $5) RETURNING webhook_id AS "webhookId"',
    [url, events, businessIds, integrationId, encryptText(secret)],
  )
  const [added] = rows
  if (!added) throw new Error('The webhook was not written.')
  return { ...added, secret }
}

/** All of them, those that ended last. */
export async function listWebhooks(): Promise<readonly Webhook[]> {
  const { rows } = await database().query<Webhook>(
    `SELECT webhook_id AS "webhookId", url, events, business_ids AS "businessIds", integration_id AS "integrationId", ended_at AS "endedAt",
       (SELECT count(*)::int FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state = 'queued') AS queued,
       (SELECT count(*)::int FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state = 'failed') AS failed
     FROM webhook w ORDER BY ended_at IS NOT NULL, webhook_id`,
  )
  return rows
}

/** Tells somebody nothing any more; what was queued is given up. @returns whether there was such a one */
export async function endWebhook(webhookId: number): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'end-webhook',
    text: `WITH ended AS (UPDATE webhook SET ended_at = now() WHERE webhook_id = $1 AND ended_at IS NULL RETURNING webhook_id),
             given_up AS (
               UPDATE webhook_message m SET state = 'failed', failure = 'ended', closed_at = now() FROM ended
               WHERE m.webhook_id = ended.webhook_id AND m.state = 'queued')
           SELECT FROM ended`,
    values: [webhookId],
  })
  return rowCount === 1
}

/** Tells an integration nothing any more. */
export async function endWebhooksOf(integrationId: number): Promise<void> {
  const { rows } = await database().query<{ id: number }>({
    name: 'webhooks-of-integration',
    text: 'SELECT webhook_id AS id FROM webhook WHERE integration_id = $1 AND ended_at IS NULL',
    values: [integrationId],
  })
  for (const { id } of rows) await endWebhook(id)
}
