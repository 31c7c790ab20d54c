import { database } from '#lib/server/platform/db/connect.ts'

/** The ids of these memberships that a visitor has: bought, or proved as a member in this session. */
export async function membershipsOf(uuid: string, membershipIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (membershipIds.length === 0) return new Set()
  const { rows } = await database().query<{ id: number }>({
    name: 'memberships-of-visitor',
    text: `SELECT i.subject_id AS id FROM order_item i JOIN orders o USING (order_id)
           WHERE i.kind = 'membership' AND i.subject_id = ANY ($2::int[]) AND i.cancellation_id IS NULL AND o.state = 'paid' AND is_order_of(o, $1)
           UNION
           SELECT e.membership_id FROM session_grant g JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND e.kind = 'member' AND e.membership_id = ANY ($2::int[]) AND e.is_active`,
    values: [uuid, membershipIds],
  })
  return new Set(rows.map(({ id }) => id))
}
