import { createHash } from 'node:crypto'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** The same cart has the same hash, whatever the order of its keys. */
export function hashOf(cart: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(cart)))
    .digest()
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}

/**
 * No payment identifier tells a free order that is asked again from a second one of the same kind, as general admission allows. Who has locked
 * places since the first, or without places stored a new cart, means a second one.
 */
export async function keyOfFree(uuid: string, { seats }: OrderCart, bodyHash: Buffer): Promise<string> {
  const { rows } = await database().query<{ key: string; at: string; holds_more: boolean }>({
    name: 'last-free-order',
    text: `SELECT idempotency_key AS key, extract(epoch FROM created_at)::text AS at, EXISTS (
             SELECT 1 FROM seat_claim c WHERE c.holder = $1 AND c.presentation_id = ANY ($3::int[]) AND c.state = 'H' AND c.expires_at > now()
               AND c.claimed_at > o.created_at)
               OR cardinality($3::int[]) = 0 AND EXISTS (SELECT FROM session s WHERE s.uuid = $1 AND s.cart IS NOT NULL) AS holds_more
           FROM orders o WHERE holder = $1 AND body_hash = $2 ORDER BY created_at DESC LIMIT 1`,
    values: [uuid, bodyHash, seats.map((seat) => seat.ticket.prsntId)],
  })
  const last = rows[0]
  if (!last) return `free:${bodyHash.toString('hex')}`
  return last.holds_more ? `free:${bodyHash.toString('hex')}:${last.at}` : last.key
}
