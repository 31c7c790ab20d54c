import type { CheckedCart } from '#lib/domain/cart/check-cart.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

type Vouchers = CheckedCart['vouchers']

/**
 * Takes an order's voucher payments, of money or of tickets, inside its transaction, in order of voucher id: one statement each, conditional on the balance.
 * @returns whether all had enough; otherwise the caller must roll back
 */
export async function takeVouchers(client: Queryable, orderId: string, vouchers: Vouchers): Promise<boolean> {
  for (const { id, amount, tickets } of [...vouchers].sort((a, b) => a.id - b.id)) {
    const { rowCount } = await client.query({
      name: 'take-voucher',
      text: `WITH taken AS (
               UPDATE system_voucher SET balance = balance - $2 WHERE system_voucher_id = $1 AND balance >= $2 AND state = 'active' AND (bundle IS NULL) = ($4::int IS NULL)
                 AND (starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now()) RETURNING system_voucher_id),
             noted AS (INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount) SELECT system_voucher_id, $3, 'use', -$2::int FROM taken)
           INSERT INTO order_voucher (order_id, system_voucher_id, amount, tickets) SELECT $3, system_voucher_id, $5, $4 FROM taken`,
      values: [id, tickets ?? amount, orderId, tickets ?? null, tickets === undefined ? amount : 0],
    })
    if (rowCount !== 1) return false
  }
  return true
}

/** Writes the voucher payments of a paid order to its ledger. */
export async function recordVouchers(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'record-vouchers',
    text: `INSERT INTO ledger (order_id, system_voucher_id, kind, amount) SELECT order_id, system_voucher_id, 'voucher', amount FROM order_voucher
           WHERE order_id = $1 AND tickets IS NULL ORDER BY system_voucher_id`,
    values: [orderId],
  })
}

/** Returns the voucher payments of an unpaid order. */
export async function returnVouchers(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'return-vouchers',
    text: `WITH own AS (SELECT v.system_voucher_id, coalesce(o.tickets, o.amount) AS amount FROM system_voucher v JOIN order_voucher o USING (system_voucher_id)
               WHERE o.order_id = $1 ORDER BY v.system_voucher_id FOR NO KEY UPDATE OF v),
             back AS (UPDATE system_voucher v SET balance = v.balance + own.amount FROM own WHERE v.system_voucher_id = own.system_voucher_id)
           INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount) SELECT system_voucher_id, $1, 'return', amount FROM own`,
    values: [orderId],
  })
}
