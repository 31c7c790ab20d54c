import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

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

/**
 * Whether the buyer of an order that is being written has one of these memberships by another order, paid or being paid. Orders of one buyer wait for each other
 * here until they are written.
 */
export async function isEnrolled(client: Queryable, orderId: string, membershipIds: readonly number[]): Promise<boolean> {
  await client.query({
    name: 'enrolments-in-turn',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('enrolment ' || coalesce(customer_id::text, holder::text), 0)) FROM orders WHERE order_id = $1`,
    values: [orderId],
  })
  const { rowCount } = await client.query({
    name: 'is-enrolled',
    text: `SELECT FROM orders n JOIN orders o ON o.order_id <> n.order_id AND is_order_of(o, n.holder) JOIN order_item i ON i.order_id = o.order_id
           WHERE n.order_id = $1 AND i.kind = 'membership' AND i.subject_id = ANY ($2::int[]) AND i.cancellation_id IS NULL AND o.state IN ('unpaid', 'paying', 'paid')
           LIMIT 1`,
    values: [orderId, membershipIds],
  })
  return rowCount === 1
}
