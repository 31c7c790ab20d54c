import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Of a customer who was signed in. What somebody looked up by an ID number of their own stays. */
export async function forgetMemberships(client: Queryable, uuid: string, customerId: number | null): Promise<void> {
  await client.query({
    name: 'forget-memberships',
    text: `DELETE FROM session_grant g USING entitlement e
           WHERE g.uuid = $1 AND e.entitlement_id = g.entitlement_id AND e.kind = 'member' AND e.customer_id = $2`,
    values: [uuid, customerId],
  })
}
