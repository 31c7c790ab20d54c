import { randomBytes } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { addWebhook, endWebhooksOf, type WebhookEvent } from '#lib/server/webhooks/webhooks.ts'

/** An outside system that sends people here to order. */
export interface Integration {
  readonly integrationId: number
  readonly keyId: string
  /** By language; Hebrew is always there. */
  readonly names: Readonly<Record<string, string>>
  /** As `readReturnBase` gives them. */
  readonly returnBases: readonly string[]
  /** null: of everything. */
  readonly businessIds: readonly number[] | null
  readonly endedAt: Date | null
}

/** What an operator says of a new one. */
export type NewIntegration = Pick<Integration, 'keyId' | 'names' | 'returnBases' | 'businessIds'>

/** What it is told unless the operator says otherwise. */
export const CALLBACK_EVENTS: readonly WebhookEvent[] = ['order.held', 'order.paid', 'order.changed', 'order.cancelled', 'order.lapsed']

const SECRET_BYTES = 32

const COLUMNS = `integration_id AS "integrationId", key_id AS "keyId", names, return_bases AS "returnBases", business_ids AS "businessIds", ended_at AS "endedAt"`

/**
 * Lets an outside system open orders from now on.
 * @param secret for a demo, whose secret is public; else it is drawn @returns the secret that signs its requests, shown this once; undefined if the key's name is taken
 */
export function addIntegration(
  { keyId, names, returnBases, businessIds }: NewIntegration,
  secret: string = randomBytes(SECRET_BYTES).toString('base64url'),
): Promise<{ readonly integrationId: number; readonly secret: string } | undefined> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<Pick<Integration, 'integrationId'>>({
      name: 'add-integration',
      text: `INSERT INTO integration (key_id, names, return_bases, business_ids, sealed_secret) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (key_id) DO NOTHING RETURNING integration_id AS "integrationId"`,
      values: [keyId, JSON.stringify(names), returnBases, businessIds, encryptText(secret)],
    })
    const [added] = rows
    if (!added) return undefined
    await audit(client, { action: 'integration added', subject: `integration ${String(added.integrationId)}` })
    return { ...added, secret }
  })
}

/** All of them, those that ended last. */
export async function listIntegrations(): Promise<readonly Integration[]> {
  const { rows } = await database().query<Integration>(`SELECT ${COLUMNS} FROM integration ORDER BY ended_at IS NOT NULL, integration_id`)
  return rows
}

/** One that has not ended, with its secret. */
export async function integrationByKey(keyId: string): Promise<(Integration & { readonly secret: string }) | undefined> {
  const { rows } = await database().query<Integration & { sealed: Buffer }>({
    name: 'integration-by-key',
    text: `SELECT ${COLUMNS}, sealed_secret AS sealed FROM integration WHERE ended_at IS NULL AND key_id = $1`,
    values: [keyId],
  })
  const [found] = rows
  if (!found) return undefined
  const { sealed, ...integration } = found
  return { ...integration, secret: decryptText(sealed) }
}

/**
 * Tells an integration what becomes of the orders that it begins, at this address alone: one that it had before is ended.
 * @returns the secret that signs the messages, shown this once; undefined if there is no such integration
 */
export function setCallback(
  keyId: string,
  { url, events = CALLBACK_EVENTS }: { readonly url: string; readonly events?: readonly WebhookEvent[] | undefined },
): Promise<string | undefined> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<Pick<Integration, 'integrationId'>>({
      name: 'lock-integration',
      text: 'SELECT integration_id AS "integrationId" FROM integration WHERE key_id = $1 AND ended_at IS NULL FOR NO KEY UPDATE',
      values: [keyId],
    })
    const [found] = rows
    if (!found) return undefined
    await endWebhooksOf(client, found.integrationId)
    const { secret } = await addWebhook({ url, events, businessIds: null, integrationId: found.integrationId }, client)
    return secret
  })
}

/** Ends one: what it has opened is no longer good, nothing leads back to it, and it is told nothing more. @returns whether there was such a one */
export function endIntegration(keyId: string): Promise<boolean> {
  return inTransaction(async (client) => {
    const { rows } = await client.query<{ id: number }>({
      name: 'end-integration',
      text: 'UPDATE integration SET ended_at = now() WHERE key_id = $1 AND ended_at IS NULL RETURNING integration_id AS id',
      values: [keyId],
    })
    const id = rows[0]?.id
    if (id === undefined) return false
    await endWebhooksOf(client, id)
    await audit(client, { action: 'integration ended', subject: `integration ${String(id)}` })
    return true
  })
}

/** Its name in a language, else in Hebrew. */
export function nameIn(names: Integration['names'], locale: string): string {
  return names[locale] ?? names.he ?? ''
}
