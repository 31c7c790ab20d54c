import { randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { insertOrder, type OrderRows } from './order-rows.ts'

/** An order of a customer, as insertOrder makes it: two seats of row 7 and a place of the lawn for the last presentation. */
export async function orderOf(
  customerId: number,
  { presentationIds = [1], state = 'paid' }: { readonly presentationIds?: readonly number[]; readonly state?: string } = {},
): Promise<OrderRows> {
  const order = await insertOrder({ presentationIds, state: state === 'unpaid' ? 'paid' : state })
  await database().query('UPDATE orders SET customer_id = $2 WHERE order_id = $1', [order.orderId, customerId])
  if (state === 'unpaid') await makeUnpaid(order.orderId)
  return order
}

/** Makes an order unpaid. The database allows this only with its triggers off. */
async function makeUnpaid(orderId: string): Promise<void> {
  await database().query(`BEGIN; SET LOCAL session_replication_role = replica;
    UPDATE orders SET state = 'unpaid', kind = 'hold', pay_until = now() + interval '1 day' WHERE order_id = '${orderId}';
    UPDATE order_seat SET ticket_identifier = NULL WHERE order_id = '${orderId}'; COMMIT`)
}

/** Cancels an order in its rows and refunds the card. @param lines only these, instead of the whole order */
export async function cancelRows(
  orderId: string,
  { refund = 'done', lines = null }: { readonly refund?: 'intended' | 'done'; readonly lines?: readonly number[] | null } = {},
): Promise<void> {
  const [cancellationId, paymentId] = [randomUUID(), randomUUID()]
  await database().query(
    `INSERT INTO payment (payment_id, order_id, provider, payment_identifier, amount, state, last4) VALUES ($1, $2, 'sandbox', $3, 33900, 'captured', '4242')`,
    [paymentId, orderId, randomUUID()],
  )
  await database().query(
    `INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments) VALUES ($1, $2, $3, 33900, 1900, 32000)`,
    [cancellationId, orderId, lines === null],
  )
  await database().query('UPDATE order_seat SET cancellation_id = $2 WHERE order_id = $1 AND ($3::int[] IS NULL OR line = ANY ($3))', [
    orderId,
    cancellationId,
    lines,
  ])
  await database().query(
    `INSERT INTO refund (refund_id, payment_id, order_id, reason, cause, amount, state) VALUES ($1, $2, $3, 'cancel', $4, 32000, $5)`,
    [randomUUID(), paymentId, orderId, cancellationId, refund],
  )
}

/** Makes a voucher of a customer (null: nobody's) with this balance. @returns its id */
export async function voucherOf(customerId: number | null, reference: string, amount = 10_000): Promise<number> {
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO system_voucher (reference_index, reference_encrypted, balance, customer_id) VALUES ($1, $2, $3, $4) RETURNING system_voucher_id AS id`,
    [voucherIndexOf(reference), encryptText(reference), amount, customerId],
  )
  const id = rows[0]?.id ?? 0
  await database().query(`INSERT INTO voucher_ledger (system_voucher_id, kind, amount) VALUES ($1, 'load', $2)`, [id, amount])
  return id
}

/** Pays a part of an order with a voucher. */
export async function useVoucher(id: number, orderId: string, amount: number): Promise<void> {
  await database().query('UPDATE system_voucher SET balance = balance - $2 WHERE system_voucher_id = $1', [id, amount])
  await database().query(`INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount) VALUES ($1, $2, 'use', -$3::int)`, [
    id,
    orderId,
    amount,
  ])
}
