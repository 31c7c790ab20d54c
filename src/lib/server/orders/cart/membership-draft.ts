import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { releaseAll } from '#lib/server/seats/claims/release-all.ts'

type Memberships = NonNullable<StoredCart['memberships']>

/** Whether the locked seats leave with the other carts, or are those of the memberships themselves. */
type Seats = 'release seats' | 'keep seats'

/**
 * Keeps memberships in the visitor's cart that still lack their seats or dates, so that nothing typed is lost between the steps. They take the place of the other
 * carts (spec §4). Nothing is checked or priced: that is done when the whole cart is stored.
 */
export async function keepMemberships(uuid: string, memberships: Memberships, seats: Seats): Promise<void> {
  await inTransaction(async (client) => {
    await client.query({
      name: 'keep-memberships',
      text: 'UPDATE session SET cart = $2, last_seen_at = now() WHERE uuid = $1',
      values: [uuid, JSON.stringify({ memberships, presentations: [], products: [] } satisfies StoredCart)],
    })
    if (seats === 'release seats') await releaseAll(client, uuid)
  })
}
