import { createHash } from 'node:crypto'
import { isReturnAddress } from '#lib/domain/orders/return-address.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { integrationByKey } from './integrations.ts'
import { isSignedBy, readRequestKey, type SignedRequest } from './request-key.ts'

/** How far `TS` may be from the database's clock, in ms. */
const LEEWAY = 300_000
/** How long an integrationId is good (decision 51). */
const GOOD_FOR = '2 hours'
/** 130 random bits. */
const LENGTH = 26

/** A request that was found in order. */
interface Opening {
  readonly integrationId: number
  readonly signature: Buffer
  readonly uuid: string
  readonly ret: string
  readonly sentAt: number
}

/**
 * Opens an order of an outside system for a visitor: what the visitor orders next leads back to `ret`, and what it opened for this visitor before is no longer good.
 * Refusals: INTEGRATION_REFUSED (no such key, another signature, or an address that is not allowed), INTEGRATION_STALE (TS is too old or too far ahead, or the
 * request was used).
 * @returns the integrationId, good for this visitor
 */
export async function openIntegration(request: SignedRequest, uuid: string): Promise<Result<string>> {
  const checked = await checkRequest(request, uuid)
  if (!checked.ok) return checked
  const id = unguessable(LENGTH)
  return inTransaction(async (client) => {
    if (!(await insertOpening(client, checked.value, id))) return refuse('INTEGRATION_STALE')
    await audit(client, { action: 'integration opened', subject: `integration ${String(checked.value.integrationId)}`, uuid })
    return accept(id)
  })
}

async function checkRequest(request: SignedRequest, uuid: string): Promise<Result<Opening>> {
  const { TS, ret } = request
  const key = readRequestKey(request.key)
  const integration = key && (await integrationByKey(key.keyId))
  if (!integration || !isSignedBy(request, key, integration.secret)) return refuse('INTEGRATION_REFUSED')
  if (!isReturnAddress(ret, integration.returnBases)) return refuse('INTEGRATION_REFUSED')
  return accept({ integrationId: integration.integrationId, signature: key.signature, uuid, ret, sentAt: Number(TS) })
}

/** @returns false if the request is too old, comes from too far ahead, or was used before */
async function insertOpening(client: Queryable, { integrationId, signature, uuid, ret, sentAt }: Opening, id: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'open-integration',
    text: `WITH opened AS (
             INSERT INTO integration_opening (integration_id, id_hash, signature, uuid, return_url, expires_at)
             SELECT $1, $2, $3, $4, $5, now() + $8::interval WHERE abs(extract(epoch FROM now()) * 1000 - $6::float8) <= $7::int
             ON CONFLICT (integration_id, signature) DO NOTHING RETURNING opening_id),
           ended AS (
             UPDATE integration_opening v SET expires_at = now() FROM opened
             WHERE v.uuid = $4 AND v.opening_id < opened.opening_id AND v.order_id IS NULL AND v.expires_at > now())
           SELECT FROM opened`,
    values: [integrationId, hashOfId(id), signature, uuid, ret, sentAt, LEEWAY, GOOD_FOR],
  })
  return rowCount === 1
}

/** Whether this visitor has opened it by this very request, and it is good still: a page that is loaded again goes on. */
export async function isOpenedBy(request: SignedRequest, uuid: string): Promise<boolean> {
  const key = readRequestKey(request.key)
  const { rowCount } = await database().query({
    name: 'opened-by-request',
    text: `SELECT FROM integration_opening v JOIN integration i USING (integration_id)
           WHERE i.key_id = $1 AND v.signature = $2 AND v.uuid = $3 AND is_opening_good(v)`,
    values: [key?.keyId, key?.signature, uuid],
  })
  return rowCount === 1
}

/** How an integrationId is stored. */
export function hashOfId(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

/** Forgets what was opened and not ordered, long after its request could be repeated. */
export async function sweepOpenings(): Promise<void> {
  await database().query(
    `DELETE FROM integration_opening v WHERE expires_at < now() - interval '1 day' AND NOT EXISTS (SELECT FROM orders o WHERE o.opening_id = v.opening_id)`,
  )
}
