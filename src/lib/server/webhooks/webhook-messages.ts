import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** Days for which the log keeps messages that arrived, and those that were given up. */
const DELIVERED_DAYS = 30
const FAILED_DAYS = 90

/** A message as the log shows it. */
export interface LoggedMessage {
  readonly messageId: string
  readonly webhookId: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
  readonly state: 'queued' | 'delivered' | 'failed'
  readonly attempts: number
  /** Of the last attempt: 'HTTP 500', 'timeout' …; null: it arrived, or was not tried. */
  readonly failure: string | null
  readonly nextAttemptAt: Date
}

/** Which messages of the log are meant. */
export interface Wanted {
  readonly webhookId?: number | undefined
  readonly isFailed?: boolean
  /** Of webhooks that tell of nothing else than these businesses; null or left out: of any. */
  readonly businessIds?: readonly number[] | null
}

const LISTED = 50

/** The newest messages, the newest last. */
export async function logOfMessages({ webhookId, isFailed = false, businessIds = null }: Wanted): Promise<readonly LoggedMessage[]> {
  const { rows } = await database().query<LoggedMessage>({
    name: 'log-of-messages',
    text: `SELECT message_id AS "messageId", webhook_id AS "webhookId", event, data, at, state, attempts, failure, next_attempt_at AS "nextAttemptAt"
     FROM webhook_message m WHERE ($1::int IS NULL OR webhook_id = $1) AND (NOT $2 OR state = 'failed')
       AND ($4::int[] IS NULL OR EXISTS (SELECT FROM webhook w WHERE w.webhook_id = m.webhook_id AND w.business_ids <@ $4))
     ORDER BY at DESC, message_id LIMIT $3`,
    values: [webhookId ?? null, isFailed, LISTED, businessIds],
  })
  return rows.toReversed()
}

/** Queues a message that says nothing but that it arrived. @returns whether there is such a webhook, and it has not ended */
export async function queueTest(webhookId: number, client: Queryable = database()): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO webhook_message (webhook_id, event, data) SELECT webhook_id, 'test', '{}' FROM webhook WHERE webhook_id = $1 AND ended_at IS NULL`,
    [webhookId],
  )
  return rowCount === 1
}

/**
 * Sends messages again, from the first attempt on, under the same id: a receiver that had one knows it. Those of a webhook that ended stay as they are.
 * @param messageId one of them, delivered or failed; undefined: all that failed @returns how many
 */
export async function queueAgain(
  messageId: string | undefined,
  { webhookId, businessIds = null }: Wanted,
  client: Queryable = database(),
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'webhook-again',
    text: `UPDATE webhook_message m SET state = 'queued', attempts = 0, next_attempt_at = now(), failure = NULL, closed_at = NULL FROM webhook w
           WHERE w.webhook_id = m.webhook_id AND w.ended_at IS NULL AND m.state <> 'queued' AND ($2::int IS NULL OR m.webhook_id = $2)
             AND ($3::int[] IS NULL OR w.business_ids <@ $3)
             AND CASE WHEN $1::uuid IS NULL THEN m.state = 'failed' ELSE m.message_id = $1 END`,
    values: [messageId ?? null, webhookId ?? null, businessIds],
  })
  return rowCount ?? 0
}

/** Sends one message again for an API key. @returns whether there is such a message of webhooks of the key's businesses, and it is not on its way */
export function sendAgainByKey(messageId: string, { apiKeyId, businessIds }: KeyActor): Promise<boolean> {
  return inTransaction(async (client) => {
    const count = await queueAgain(messageId, { businessIds }, client)
    if (count > 0) await audit(client, { action: 'webhook message again', subject: messageId, facts: { apiKeyId } })
    return count > 0
  })
}

interface KeyActor {
  readonly apiKeyId: number
  readonly businessIds: readonly number[] | null
}

/** Forgets what was told long ago. */
export async function sweepWebhookMessages(): Promise<void> {
  await database().query(
    `DELETE FROM webhook_message WHERE state <> 'queued' AND closed_at < now() - (CASE state WHEN 'failed' THEN $2::int ELSE $1::int END) * interval '1 day'`,
    [DELIVERED_DAYS, FAILED_DAYS],
  )
}
