import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import { usedUpCode, type GrantUse } from '#lib/domain/entitlements/check-grants.ts'
import { accept, type Refusal, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction, sendAlong } from '#lib/server/platform/db/transactions.ts'

/**
 * Replaces the uses reserved by a visitor's cart with those of the new cart, after `store` and in the same transaction. They count while the visitor has locks
 * on seats of its presentations. Refusals: the last use is gone, by kind; nothing is stored then.
 */
export function reserveFor(uuid: string, cart: CheckedCart, store: (client: Queryable) => Promise<void>): Promise<Result<CheckedCart>> {
  return inTransaction(async (client): Promise<Result<CheckedCart>> => {
    await store(client)
    const taken = takeUses(client, { uuid, orderId: null }, cart.uses)
    if (cart.uses.length === 0) {
      sendAlong(client, taken) // only drops what an earlier cart had reserved
      return accept(cart)
    }
    const short = await taken
    return short === null ? accept(cart) : { ok: false, refusal: usedUp(cart, short) }
  })
}

/** The refusal of a cart whose entitlement has too few uses left. */
export function usedUp({ lines }: Pick<CheckedCart, 'lines'>, entitlementId: number): Refusal {
  const kind = lines.flatMap(({ redeems }) => redeems).find(({ grant }) => grant.id === entitlementId)?.grant.kind
  return { code: kind ? usedUpCode(kind) : 'TICKET_BALANCE_INSUFFICIENT' }
}

/** Whose uses are reserved: the visitor's, for an order or for the cart (null). */
interface UseHolder {
  readonly uuid: string
  readonly orderId: string | null
}

/**
 * Reserves uses for an order, or for the visitor's cart, inside a transaction.
 * @returns the entitlement with too few uses left, in which case nothing is reserved; null: all reserved
 */
export async function takeUses(client: Queryable, { uuid, orderId }: UseHolder, uses: readonly GrantUse[]): Promise<number | null> {
  const { rows } = await client.query<{ short: number | null }>({
    name: 'reserve-uses',
    text: 'SELECT reserve_uses($1, $2::int[], $3::int[], $4::int[], $5) AS short',
    values: [uuid, uses.map((use) => use.entitlementId), uses.map((use) => use.presentationId), uses.map((use) => use.quantity), orderId],
  })
  return rows[0]?.short ?? null
}

/** Releases the uses of an order that was given up. */
export async function freeUses(client: Queryable, orderId: string): Promise<void> {
  await client.query({ name: 'free-uses', text: 'DELETE FROM entitlement_use WHERE order_id = $1', values: [orderId] })
}

/** Returns the uses of an unpaid order to its cart's reservation. */
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
