import type { CheckedGift } from '#lib/domain/gifts/gift.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { forgetReceivers } from './forget-receivers.ts'
import { hashOfGiftKey, newGiftKey, sealGift } from './sealed-gift.ts'

/** Writes that a line of an order is a gift; nothing is sent before it is paid. */
export async function orderGift(
  client: Queryable,
  { orderId, line }: { readonly orderId: string; readonly line: number },
  { to, from, greeting, contact, picture, channel, dueAt }: CheckedGift,
): Promise<void> {
  const key = newGiftKey()
  await client.query({
    name: 'order-gift',
    text: `INSERT INTO voucher_gift (order_id, line, key_hash, sealed, picture, channel, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[orderId, line, hashOfGiftKey(key), sealGift({ key, to, from, greeting, contact }), picture, channel],
      dueAt === null ? null : new Date(dueAt),
    ],
  })
}

/** The gifts of an order that is paid wait for their time; one that its buyer hands over is done. */
export async function keepGifts(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'keep-gifts',
    text: `UPDATE voucher_gift SET state = CASE WHEN channel = 'print' THEN 'sent' ELSE 'waiting' END, sent_at = CASE WHEN channel = 'print' THEN now() END
           WHERE order_id = $1 AND state = 'ordered'`,
    values: [orderId],
  })
}

/** Days for which gifts of orders that were not paid are kept. */
const KEPT = 30

/** Deletes the gifts of failed orders after KEPT days, and the receivers' contacts of gifts of deleted buyers. */
export async function sweepGifts(): Promise<void> {
  await database().query(
    `DELETE FROM voucher_gift g USING orders o WHERE g.state = 'ordered' AND g.created_at < now() - $1::int * interval '1 day'
       AND o.order_id = g.order_id AND o.state = 'failed'`,
    [KEPT],
  )
  await inTransaction(forgetReceivers)
}
