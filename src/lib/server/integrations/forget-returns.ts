import type { Queryable } from '#lib/server/platform/db/connect.ts'

/**
 * Forgets where orders of a customer led back to: a return address may name a person or a basket of the outside system. What is nobody else's is no longer good
 * either. Messages that have told the address are swept as all of them are, in 30 days and failed ones in 90.
 */
export async function forgetReturns(client: Queryable, customerId: number): Promise<void> {
  await client.query({
    name: 'forget-returns',
    text: `UPDATE integration_opening v SET return_url = '', expires_at = least(v.expires_at, now())
           WHERE v.opening_id IN (SELECT o.opening_id FROM orders o WHERE o.customer_id = $1)
             AND NOT EXISTS (SELECT FROM orders n WHERE n.opening_id = v.opening_id AND n.customer_id IS DISTINCT FROM $1)`,
    values: [customerId],
  })
}
