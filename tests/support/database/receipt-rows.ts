import { randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { insertOrder, type OrderRows } from './order-rows.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'

/** The total of `insertOrder`'s lines: three tickets of ₪157 and a programme of ₪25. */
export const LINES = 49_600

export interface PaidOrder extends OrderRows {
  readonly paymentId: string
}

/** Inserts an order paid by card, ₪50 of it by voucher if wanted. Its receipt has no number yet. */
export async function insertPaidOrder({ withVoucher = false, state = 'paid' } = {}): Promise<PaidOrder> {
  const order = await insertOrder({ state })
  const voucher = withVoucher ? 5_000 : 0
  if (withVoucher) await insertOrderVoucher(order, voucher)
  const paymentId = randomUUID()
  await database().query(
    `WITH paid AS (
       INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, last4)
       VALUES ($1::uuid, $2, 'sandbox', $1::text, $3, 'captured', '4821') RETURNING *)
     INSERT INTO ledger (order_id, payment_id, kind, amount, at) SELECT order_id, payment_id, 'charge', amount, '2026-11-20T18:05:00Z' FROM paid`,
    [paymentId, order.orderId, LINES - voucher],
  )
  return { ...order, paymentId }
}

async function insertOrderVoucher({ orderId }: OrderRows, amount: number): Promise<void> {
  const { rows } = await database().query<{ holder: string }>('SELECT holder FROM orders WHERE order_id = $1', [orderId])
  const holder = rows[0]?.holder ?? ''
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [holder])
  const id = await holdVoucher(holder, await makeVoucher(amount))
  await database().query('INSERT INTO order_voucher VALUES ($1, $2, $3)', [orderId, id, amount])
}

/** Refunds a part of a payment. */
export async function insertRefund({ orderId, paymentId }: PaidOrder, amount: number, reason = 'change'): Promise<void> {
  await database().query(
    `WITH refunded AS (
       INSERT INTO refund (refund_id, payment_id, order_id, reason, amount, state) VALUES (gen_random_uuid(), $1, $2, $3, $4, 'done') RETURNING *)
     INSERT INTO ledger (order_id, payment_id, refund_id, kind, amount, at)
     SELECT order_id, payment_id, refund_id, 'refund', -amount, '2026-11-21T09:00:00Z' FROM refunded`,
    [paymentId, orderId, reason, amount],
  )
}
