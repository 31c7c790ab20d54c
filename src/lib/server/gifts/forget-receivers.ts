import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { openSealedGift, sealGift } from './sealed-gift.ts'

/** Gifts of one round. */
const BATCH = 500

/**
 * Forgets where gifts of deleted buyers went, once they are sent; one that waits is sent before. Names and greeting stay on the card, which is its receiver's,
 * whose link holds the key. Skips gifts that are being sent: the sweep finds them later.
 */
export async function forgetReceivers(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ id: string; sealed: Buffer }>({
    name: 'receivers-to-forget',
    text: `SELECT g.gift_id AS id, g.sealed FROM voucher_gift g JOIN orders o USING (order_id) JOIN customer c USING (customer_id)
           WHERE g.state IN ('sent', 'withdrawn') AND NOT g.is_forgotten AND c.deleted_at IS NOT NULL LIMIT $1 FOR UPDATE OF g SKIP LOCKED`,
    values: [BATCH],
  })
  for (const { id, sealed } of rows) {
    await client.query({
      name: 'forget-receiver',
      text: 'UPDATE voucher_gift SET sealed = $2, is_forgotten = true WHERE gift_id = $1',
      values: [id, sealGift({ ...openSealedGift(sealed), key: '', contact: '' })],
    })
  }
}
