import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { listSessions } from '#lib/contract/area/customers.ts'
import { describeDevice } from '#lib/domain/customers/device-name.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit, inTransaction } from '#lib/server/platform/db/transactions.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { logSecurity } from './security-log.ts'
import { forgetSid } from './visitor-memory.ts'
import type { Visitor } from './visitors.ts'

/** A session in which a customer is signed in. */
export type Device = AnswerOf<typeof listSessions>['sessions'][number]

interface SessionRow {
  readonly uuid: string
  readonly device: string
  readonly signedInAt: Date
  readonly lastSeenAt: Date
  readonly by: string | null
}

/** A customer's devices, the current one first, then by last use. @param visitor the current device */
export async function devicesOf(visitor: Visitor, customerId: number): Promise<Device[]> {
  const rows = await sessionsOf(database(), customerId)
  const devices = rows.map((row) => deviceOf(row, row.uuid === visitor.uuid))
  return devices.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

function deviceOf({ uuid, device, signedInAt, lastSeenAt, by }: SessionRow, isCurrent: boolean): Device {
  return {
    id: idOf(uuid),
    device: describeDevice(device),
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    by: by ?? '',
    isCurrent,
  }
}

async function sessionsOf(client: Queryable, customerId: number): Promise<readonly SessionRow[]> {
  const { rows } = await client.query<SessionRow>({
    name: 'sessions-of-customer',
    text: `SELECT uuid, device, signed_in_at AS "signedInAt", last_seen_at AS "lastSeenAt", signed_in_by AS by FROM session s
           WHERE (area_customer_id = $1 OR customer_id = $1) AND is_signed_in(s) ORDER BY last_seen_at DESC, uuid LIMIT 200`,
    values: [customerId],
  })
  return rows
}

/** A session's id in the list; the uuid, which names its cart, cannot be derived from it. */
function idOf(uuid: string): string {
  return createHmac('sha256', keyFor('session')).update(`device:${uuid}`).digest().subarray(0, 18).toString('base64url')
}

/** Signs out one of a customer's devices immediately. Refusals: NOT_FOUND, for another customer's session as for an unknown one. */
export async function endDevice(customerId: number, id: string, caller: string | null): Promise<Result<null>> {
  const ended = await inTransaction(async (client) => {
    const found = (await sessionsOf(client, customerId)).find(({ uuid }) => isSameId(idOf(uuid), id))
    if (!found) return undefined
    await killSessions(client, customerId, [found.uuid])
    await logSecurity(client, { action: 'device signed out', customerId, uuid: found.uuid, caller })
    await audit(client, { action: 'end session', subject: String(customerId), uuid: found.uuid })
    return found
  })
  return ended ? accept(null) : refuse('NOT_FOUND')
}

function isSameId(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Ends all sessions of a customer except one, in the transaction of the cause: a new password or a deletion. */
export async function endSessionsOf(client: Queryable, customerId: number, exceptUuid: string | null): Promise<void> {
  const { rows } = await client.query<{ uuid: string }>({
    name: 'other-sessions-of-customer',
    text: 'SELECT uuid FROM session WHERE (area_customer_id = $1 OR customer_id = $1) AND uuid IS DISTINCT FROM $2 ORDER BY uuid',
    values: [customerId, exceptUuid],
  })
  await killSessions(
    client,
    customerId,
    rows.map(({ uuid }) => uuid),
  )
}

/**
 * Replaces the secret by a random one instead of removing it: without a secret the uuid could be used by header alone. Customer data is deleted; the cart stays
 * with the uuid's own cookie.
 */
async function killSessions(client: Queryable, customerId: number, uuids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ hash: Buffer }>({
    name: 'kill-sessions',
    text: `UPDATE session s SET sid_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), customer_id = NULL, area_customer_id = NULL,
             signed_in_at = NULL, signed_in_by = NULL, orders_since = now(), customer_info = NULL, ssn_encrypted = NULL
           FROM session b WHERE s.uuid = ANY($1::uuid[]) AND b.uuid = s.uuid AND b.sid_hash IS NOT NULL RETURNING b.sid_hash AS hash`,
    values: [uuids],
  })
  await client.query({
    name: 'kill-grants',
    text: `DELETE FROM session_grant g USING entitlement e WHERE g.uuid = ANY($1::uuid[]) AND e.entitlement_id = g.entitlement_id AND e.customer_id = $2`,
    values: [uuids, customerId],
  })
  afterCommit(client, () => {
    for (const { hash } of rows) forgetSid(hash)
  })
}
