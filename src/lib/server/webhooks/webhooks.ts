import { randomBytes } from 'node:crypto'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
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
  /** Since when it is told nothing for now; null: it is told. */
  readonly pausedAt: Date | null
  /** Messages that are not delivered yet, and those that were given up. */
  readonly queued: number
  readonly failed: number
  /** Messages of the last 24 hours that arrived, and that were given up. */
  readonly arrivedLately: number
  readonly failedLately: number
  /** What was wrong with the last message that was tried; null: it arrived, or none was. */
  readonly failure: string | null
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
export async function addWebhook(
  { url, events, businessIds, integrationId = null }: NewWebhook,
  client: Queryable = database(),
): Promise<Pick<Webhook, 'webhookId'> & { readonly secret: string }> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const { rows } = await client.query<Pick<Webhook, 'webhookId'>>(
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
    `SELECT webhook_id AS "webhookId", url, events, business_ids AS "businessIds", integration_id AS "integrationId", ended_at AS "endedAt", paused_at AS "pausedAt",
       lately.arrived AS "arrivedLately", lately.failed AS "failedLately",
       (SELECT failure FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND attempts > 0 ORDER BY at DESC LIMIT 1) AS failure,
       (SELECT count(*)::int FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state = 'queued') AS queued,
       (SELECT count(*)::int FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state = 'failed') AS failed
     FROM webhook w CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE state = 'delivered')::int AS arrived, count(*) FILTER (WHERE state = 'failed')::int AS failed
       FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state <> 'queued' AND m.closed_at > now() - interval '24 hours') AS lately
     ORDER BY ended_at IS NOT NULL, webhook_id`,
  )
  return rows
}

/** Tells somebody nothing any more; what was queued is given up. @returns whether there was such a one */
export async function endWebhook(webhookId: number, client: Queryable = database()): Promise<boolean> {
  const { rowCount } = await client.query({
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

/** Pauses a webhook, or resumes it with the messages queued meanwhile. @returns whether that changed anything */
export async function pauseWebhook(client: Queryable, webhookId: number, way: 'pause' | 'resume'): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'pause-webhook',
    text: `UPDATE webhook SET paused_at = CASE WHEN $2 THEN now() END WHERE webhook_id = $1 AND ended_at IS NULL AND (paused_at IS NULL) = $2`,
    values: [webhookId, way === 'pause'],
  })
  return rowCount === 1
}

/** Tells an integration nothing any more, in the transaction of whoever has locked it. */
export async function endWebhooksOf(client: Queryable, integrationId: number): Promise<void> {
  const { rows } = await client.query<{ id: number }>({
    name: 'webhooks-of-integration',
    text: 'SELECT webhook_id AS id FROM webhook WHERE integration_id = $1 AND ended_at IS NULL',
    values: [integrationId],
  })
  for (const { id } of rows) await endWebhook(id, client)
}
