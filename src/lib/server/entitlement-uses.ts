import type { GrantUse } from '#lib/domain/check-grants.ts'
import { database, type Queryable } from './db/connect.ts'

/**
 * Reserves uses for a visitor's cart in place of those that it had reserved; they count as long as the visitor holds seats of their presentations.
 * @returns the entitlement that has not so many left; null: all are reserved.
 */
export function reserveUses(uuid: string, uses: readonly GrantUse[]): Promise<number | null> {
  return takeUses(database(), uuid, null, uses)
}

/** Makes uses an order's, in its transaction. @returns as `reserveUses`; nothing is taken then. */
export async function takeUses(client: Queryable, uuid: string, orderId: string | null, uses: readonly GrantUse[]): Promise<number | null> {
  const { rows } = await client.query<{ short: number | null }>({
    name: 'reserve-uses',
    text: 'SELECT reserve_uses($1, $2::int[], $3::int[], $4::int[], $5) AS short',
    values: [uuid, uses.map((use) => use.entitlementId), uses.map((use) => use.presentationId), uses.map((use) => use.quantity), orderId],
  })
  return rows[0]?.short ?? null
}

/** The uses of an order that was not paid are reserved for its cart again. */
export async function unorderUses(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'unorder-uses',
    text: `WITH back AS (DELETE FROM entitlement_use WHERE order_id = $1 RETURNING entitlement_id, holder, presentation_id, quantity)
           INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity) SELECT * FROM back
           ON CONFLICT (entitlement_id, holder, presentation_id) WHERE order_id IS NULL
             DO UPDATE SET quantity = greatest(entitlement_use.quantity, excluded.quantity)`,
    values: [orderId],
  })
}
