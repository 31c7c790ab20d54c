import { randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'

/** Keeps seats (1000 × row + seat) of a presentation for subscribers, since a minute ago. @param until SQL of an instant @param membershipIds empty: of any membership */
export async function keepForSubscribers(
  presentationId: number,
  seatIds: readonly number[],
  until = `now() + interval '1 hour'`,
  membershipIds: readonly number[] = [],
): Promise<void> {
  await database().query(
    `INSERT INTO seat_keep (presentation_id, seat_id, kind, until, membership_ids, kept_at)
     SELECT $1, s, 'allocation', ${until}, $3, now() - interval '1 minute' FROM unnest($2::int[]) AS s`,
    [presentationId, seatIds, membershipIds],
  )
}

/** Makes the visitor's session know a member, as a look-up does. @returns the entitlement */
export async function proveMember(uuid: string, membershipId: number): Promise<number> {
  await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [uuid])
  const { rows } = await database().query<{ id: number }>(
    `WITH had AS (INSERT INTO entitlement (kind, lookup, public_code, membership_id) VALUES ('member', $2, $2, $3) RETURNING entitlement_id),
       known AS (INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM had)
     SELECT entitlement_id AS id FROM had`,
    [uuid, randomUUID(), membershipId],
  )
  return rows[0]?.id ?? 0
}

/** Makes the session of another browser know the same member. */
export async function proveTo(uuid: string, entitlementId: number): Promise<void> {
  await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [uuid])
  await database().query('INSERT INTO session_grant (uuid, entitlement_id) VALUES ($1, $2)', [uuid, entitlementId])
}
