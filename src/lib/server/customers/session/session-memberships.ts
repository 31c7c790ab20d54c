import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Removes the memberships of a signed-out customer. Memberships looked up by the visitor's own ID number stay. */
export async function forgetMemberships(client: Queryable, uuid: string, customerId: number | null): Promise<void> {
  await client.query({
    name: 'forget-memberships',
    text: `DELETE FROM session_grant g USING entitlement e
           WHERE g.uuid = $1 AND e.entitlement_id = g.entitlement_id AND e.kind = 'member' AND e.customer_id = $2`,
    values: [uuid, customerId],
  })
}
