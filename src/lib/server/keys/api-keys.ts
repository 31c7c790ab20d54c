import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '#lib/domain/key-scopes.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, inTransaction } from '#lib/server/platform/db/connect.ts'

/** A key by which another server calls. */
export interface ApiKey {
  readonly apiKeyId: number
  readonly scopes: readonly KeyScope[]
  /** Whose orders and webhooks it reads; null: everybody's, empty: nobody's. */
  readonly businessIds: readonly number[] | null
  readonly callsPerMinute: number
}

/** A key as its operator sees it. */
export interface ListedKey extends ApiKey {
  readonly name: string
  /** How it begins, by which it is told from others. */
  readonly prefix: string
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

export type NewKey = Pick<ListedKey, 'name' | 'scopes' | 'businessIds' | 'callsPerMinute'>

const PREFIX_BYTES = 4
const SECRET_BYTES = 32

const COLUMNS = `api_key_id AS "apiKeyId", scopes, business_ids AS "businessIds", calls_per_minute AS "callsPerMinute"`

/** Makes a key: `shk_`, eight signs, and 256 random bits. @returns the whole of it, shown this once, and its prefix */
export function addKey({ name, scopes, businessIds, callsPerMinute }: NewKey): Promise<{ readonly key: string; readonly prefix: string }> {
  const prefix = `shk_${randomBytes(PREFIX_BYTES).toString('hex')}`
  const key = `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`
  return inTransaction(async (client) => {
    await client.query({
      name: 'add-api-key',
      text: 'INSERT INTO api_key (name, prefix, key_hash, scopes, business_ids, calls_per_minute) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [name, prefix, hashOfKey(key), scopes, businessIds, callsPerMinute],
    })
    await audit(client, { action: 'API key added', subject: prefix, facts: { scopes, businessIds } })
    return { key, prefix }
  })
}

/** All of them, those that were revoked last. */
export async function listKeys(): Promise<readonly ListedKey[]> {
  const { rows } = await database().query<ListedKey>(
    `SELECT ${COLUMNS}, name, prefix, last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_key ORDER BY revoked_at IS NOT NULL, api_key_id`,
  )
  return rows
}

/** Ends a key at once. @returns whether there was such a one */
export function revokeKey(prefix: string): Promise<boolean> {
  return inTransaction(async (client) => {
    const { rowCount } = await client.query({
      name: 'revoke-api-key',
      text: 'UPDATE api_key SET revoked_at = now() WHERE prefix = $1 AND revoked_at IS NULL',
      values: [prefix],
    })
    if (rowCount === 1) await audit(client, { action: 'API key revoked', subject: prefix })
    return rowCount === 1
  })
}

/** The key that somebody sends, unless it was revoked; notes, once a minute, that it was used. */
export async function useKey(key: string): Promise<ApiKey | undefined> {
  const { rows } = await database('holds').query<ApiKey>({
    name: 'use-api-key',
    text: `WITH used AS (
             UPDATE api_key SET last_used_at = now()
             WHERE key_hash = $1 AND revoked_at IS NULL AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
           SELECT ${COLUMNS} FROM api_key WHERE key_hash = $1 AND revoked_at IS NULL ORDER BY api_key_id LIMIT 1`,
    values: [hashOfKey(key)],
  })
  return rows[0]
}

/** 256 random bits need no slow hash. */
function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
