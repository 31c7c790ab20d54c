import { createHash, randomBytes } from 'node:crypto'
import type { KeyScope } from '#lib/domain/key-scopes.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

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
  /** From when on it opens nothing; null: it does not end by itself. */
  readonly expiresAt: Date | null
}

export interface NewKey extends Pick<ListedKey, 'name' | 'scopes' | 'businessIds' | 'callsPerMinute'> {
  /** Days for which it opens its calls; undefined: until it is revoked. */
  readonly days?: number | undefined
}

/** A key at the one moment at which it is shown. */
export interface AddedKey {
  readonly key: string
  readonly prefix: string
  readonly expiresAt: Date | null
}

/** Days of the longest time for which a key can be made. */
export const MOST_KEY_DAYS = 3_650
/** Calls a minute of a key that says nothing of it. */
export const CALLS_PER_MINUTE = 600

const PREFIX_BYTES = 4
const SECRET_BYTES = 32

const COLUMNS = `api_key_id AS "apiKeyId", scopes, business_ids AS "businessIds", calls_per_minute AS "callsPerMinute"`

/** Makes a key: `shk_`, eight signs, and 256 random bits. @returns the whole of it, shown this once, and its prefix */
export async function addKey(client: Queryable, { name, scopes, businessIds, callsPerMinute, days }: NewKey): Promise<AddedKey> {
  const prefix = `shk_${randomBytes(PREFIX_BYTES).toString('hex')}`
  const key = `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`
  const { rows } = await client.query<Pick<AddedKey, 'expiresAt'>>({
    name: 'add-api-key',
    text: `INSERT INTO api_key (name, prefix, key_hash, scopes, business_ids, calls_per_minute, days, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $7::int * interval '1 day') RETURNING expires_at AS "expiresAt"`,
    values: [name, prefix, hashOfKey(key), scopes, businessIds, callsPerMinute, days ?? null],
  })
  await audit(client, { action: 'API key added', subject: prefix, facts: { scopes, businessIds, days } })
  return { key, prefix, expiresAt: rows[0]?.expiresAt ?? null }
}

/** Hours for which a key that was replaced still opens its calls: its server has to be told of the new one. */
const REPLACED_HOURS = 24

/**
 * Makes a key on the terms of another one, which ends a day later if it does not before; a key that is for a time has all of it again.
 * @returns undefined: there is no such key, or it opens nothing any more
 */
export async function replaceKey(client: Queryable, prefix: string): Promise<AddedKey | undefined> {
  const { rows } = await client.query<Omit<NewKey, 'days'> & { readonly days: number | null }>({
    name: 'replace-api-key',
    text: `UPDATE api_key k SET expires_at = least(k.expires_at, now() + $2::int * interval '1 hour')
           WHERE prefix = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
           RETURNING name, scopes, business_ids AS "businessIds", calls_per_minute AS "callsPerMinute", days`,
    values: [prefix, REPLACED_HOURS],
  })
  const [found] = rows
  if (!found) return undefined
  const added = await addKey(client, { ...found, days: found.days ?? undefined })
  await audit(client, { action: 'API key replaced', subject: prefix, facts: { by: added.prefix } })
  return added
}

/** All of them, those that were revoked last. */
export async function listKeys(): Promise<readonly ListedKey[]> {
  const { rows } = await database().query<ListedKey>(
    `SELECT ${COLUMNS}, name, prefix, last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", expires_at AS "expiresAt"
     FROM api_key ORDER BY revoked_at IS NOT NULL, api_key_id`,
  )
  return rows
}

/** Ends a key at once. @returns whether there was such a one */
export async function revokeKey(client: Queryable, prefix: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'revoke-api-key',
    text: 'UPDATE api_key SET revoked_at = now() WHERE prefix = $1 AND revoked_at IS NULL',
    values: [prefix],
  })
  if (rowCount === 1) await audit(client, { action: 'API key revoked', subject: prefix })
  return rowCount === 1
}

/** The key that somebody sends, unless it was revoked or its time is over; notes, once a minute, that it was used. */
export async function useKey(key: string): Promise<ApiKey | undefined> {
  const { rows } = await database('holds').query<ApiKey>({
    name: 'use-api-key',
    text: `WITH used AS (
             UPDATE api_key SET last_used_at = now()
             WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute'))
           SELECT ${COLUMNS} FROM api_key WHERE key_hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) ORDER BY api_key_id LIMIT 1`,
    values: [hashOfKey(key)],
  })
  return rows[0]
}

/** 256 random bits need no slow hash. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
