import { database } from '#lib/server/platform/db/connect.ts'

/** A message leased to this process for one attempt. */
export interface LeasedMessage {
  readonly messageId: string
  readonly webhookId: number
  readonly url: string
  readonly sealedSecret: Buffer
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
  /** Including this one. */
  readonly attempts: number
}

/** Seconds after which the message of a process that died is tried by another; longer than an attempt takes. */
const LEASE = 60

/** Seconds before the second attempt, the third …; after the last one the message is given up. Three days in all. */
export const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/**
 * Leases due messages, the longest due first.
 * @param busy webhooks that are left out: their receivers have not answered to enough yet
 * @param most of each webhook
 */
export async function leaseWebhookMessages(busy: readonly number[], most: number): Promise<readonly LeasedMessage[]> {
  const { rows } = await database().query<LeasedMessage>({
    name: 'lease-webhook-messages',
    text: `WITH due AS MATERIALIZED (
             SELECT w.url, w.sealed_secret, one.message_id FROM webhook w CROSS JOIN LATERAL (
               SELECT message_id FROM webhook_message m WHERE m.webhook_id = w.webhook_id AND m.state = 'queued' AND m.next_attempt_at <= now()
               ORDER BY m.next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED) AS one
             WHERE w.ended_at IS NULL AND w.paused_at IS NULL AND w.webhook_id <> ALL ($1::int[]))
           UPDATE webhook_message m SET attempts = m.attempts + 1, next_attempt_at = now() + $3::int * interval '1 second' FROM due
           WHERE m.message_id = due.message_id
           RETURNING m.message_id AS "messageId", m.webhook_id AS "webhookId", due.url, due.sealed_secret AS "sealedSecret", m.event, m.data, m.at, m.attempts`,
    values: [busy, most, LEASE],
  })
  return rows
}

export async function markDelivered({ messageId }: LeasedMessage): Promise<void> {
  await database().query({
    name: 'webhook-delivered',
    text: `UPDATE webhook_message SET state = 'delivered', failure = NULL, closed_at = now() WHERE message_id = $1 AND state = 'queued'`,
    values: [messageId],
  })
}

/** Schedules the next attempt; after the last one the message is given up and stays in the log. @returns whether it was given up */
export async function putMessageBack({ messageId, attempts }: LeasedMessage, failure: string): Promise<boolean> {
  const pause = PAUSES[attempts - 1]
  await database().query({
    name: 'webhook-back',
    text: `UPDATE webhook_message SET failure = $2, state = CASE WHEN $3::int IS NULL THEN 'failed' ELSE 'queued' END,
             closed_at = CASE WHEN $3::int IS NULL THEN now() END, next_attempt_at = now() + coalesce($3::int, 0) * interval '1 second'
           WHERE message_id = $1 AND state = 'queued'`,
    values: [messageId, failure, pause ?? null],
  })
  return pause === undefined
}
