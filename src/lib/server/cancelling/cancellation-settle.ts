import { randomUUID } from 'node:crypto'
import type { Decision } from './cancellation-decision.ts'
import type { OrderToCancel } from './cancellation-rows.ts'
import type { Queryable } from '#lib/server/db/connect.ts'
import { voucherIndexOf } from '#lib/server/codes/entitlement-lookup.ts'
import { unguessable } from '#lib/server/identifiers.ts'
import { enqueueCancelled } from '#lib/server/messages/outbox-cancelled.ts'
import { closeRefunded, intendRefund } from '#lib/server/payments/refunds.ts'
import { freeClaims, lockClaims, returnUses, type ClaimId } from './returned-tickets.ts'
import { encryptText } from '#lib/server/secrets.ts'

/** What a cancellation has left behind once its transaction is committed. */
export interface Settled {
  readonly cancellationId: string
  readonly freed: readonly ClaimId[]
  /** To be asked of the providers now. */
  readonly refundIds: readonly string[]
  /** Of a new voucher; this is the only time that it is told. */
  readonly creditReference: string | null
}

/** Signs of a credit's reference: 100 random bits. */
const REFERENCE_SIGNS = 20

/**
 * Writes a cancellation of a paid order, which is locked: its lines count no more, their seats are free and their uses come back; what they were paid with goes
 * back to where it came from, less the charge, or waits to be given back by the providers.
 */
export async function settleCancelled(client: Queryable, order: OrderToCancel, customerId: number, made: Decision): Promise<Settled> {
  const { orderId } = order
  const cancellationId = randomUUID()
  const creditReference = made.split.toCredit > 0 ? unguessable(REFERENCE_SIGNS) : null
  await lockClaims(client, [orderId])
  const credit = creditReference === null ? null : await openCredit(client, customerId, creditReference, made.split.toCredit)
  await insertCancellation(client, cancellationId, orderId, made, credit)
  await markLines(client, cancellationId, orderId, made)
  const freed = await freeClaims(client, orderId, cancellationId)
  await returnUses(client, orderId, cancellationId)
  const refundIds = await intendRefunds(client, cancellationId, orderId, made)
  await returnToVouchers(client, cancellationId, orderId, made)
  if (credit !== null) await bookCredit(client, orderId, credit, made.split.toCredit)
  if (made.isWhole) await closeOrder(client, orderId)
  await enqueueCancelled(client, orderId, cancellationId)
  return { cancellationId, freed, refundIds, creditReference }
}

async function insertCancellation(client: Queryable, id: string, orderId: string, made: Decision, credit: number | null): Promise<void> {
  const { isWhole, worth, charge, split } = made
  await client.query({
    name: 'insert-cancellation',
    text: `INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments, to_vouchers, to_credit, credit_voucher_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [id, orderId, isWhole, worth, charge, sumOf(split.toPayments), sumOf(split.toVouchers), split.toCredit, credit],
  })
}

function sumOf(parts: readonly { readonly amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** The tables themselves refuse a line that is gone already. */
async function markLines(client: Queryable, id: string, orderId: string, { tickets, products }: Decision): Promise<void> {
  const { rowCount } = await client.query({
    name: 'cancel-tickets',
    text: 'UPDATE order_seat SET cancellation_id = $1 WHERE order_id = $2 AND line = ANY ($3::int[])',
    values: [id, orderId, tickets.map(({ line }) => line)],
  })
  if (rowCount !== tickets.length) throw new Error('A ticket to cancel is not there.')
  await client.query({
    name: 'cancel-products',
    text: 'UPDATE order_product SET cancellation_id = $1 WHERE order_id = $2 AND product_id = ANY ($3::int[])',
    values: [id, orderId, products.map(({ productId }) => productId)],
  })
}

async function intendRefunds(client: Queryable, cause: string, orderId: string, { split }: Decision): Promise<string[]> {
  const ids: string[] = []
  for (const { paymentId, amount } of [...split.toPayments].sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1))) {
    const id = await intendRefund(client, { paymentId, orderId, reason: 'cancel', cause, amount })
    if (id !== undefined) ids.push(id)
  }
  return ids
}

/**
 * Vouchers get back what they had paid, in the order of their ids. What one paid of an order that led to this one by a ticket change goes back by that order's
 * ledger: the value moves there first.
 */
async function returnToVouchers(client: Queryable, cause: string, orderId: string, { split }: Decision): Promise<void> {
  for (const part of [...split.toVouchers].sort((a, b) => a.voucherId - b.voucherId)) {
    await client.query({
      name: 'return-to-voucher',
      text: `WITH back AS (UPDATE system_voucher SET balance = balance + $2 WHERE system_voucher_id = $1),
               noted AS (INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount, cause) VALUES ($1, $3, 'return', $2, $4))
             INSERT INTO ledger (order_id, system_voucher_id, kind, amount) VALUES ($3, $1, 'voucher', -$2::int)`,
      values: [part.voucherId, part.amount, part.orderId, cause],
    })
    if (part.orderId === orderId) continue
    await client.query({
      name: 'move-value-back',
      text: `INSERT INTO ledger (order_id, kind, amount) VALUES ($1, 'correction', -$3::int), ($2, 'correction', $3)`,
      values: [orderId, part.orderId, part.amount],
    })
  }
}

/** A new voucher of the customer's. */
async function openCredit(client: Queryable, customerId: number, reference: string, amount: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'open-credit',
    text: `WITH made AS (INSERT INTO system_voucher (reference_index, reference_encrypted, balance, customer_id) VALUES ($1, $2, $3, $4) RETURNING system_voucher_id),
             loaded AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', $3 FROM made)
           SELECT system_voucher_id AS id FROM made`,
    values: [voucherIndexOf(reference), encryptText(reference), amount, customerId],
  })
  const id = rows[0]?.id
  if (id === undefined) throw new Error('A credit was not opened.')
  return id
}

async function bookCredit(client: Queryable, orderId: string, voucherId: number, amount: number): Promise<void> {
  await client.query({
    name: 'book-credit',
    text: `INSERT INTO ledger (order_id, system_voucher_id, kind, amount) VALUES ($1, $2, 'voucher', -$3::int)`,
    values: [orderId, voucherId, amount],
  })
}

/** Nothing is left of it: it is over as soon as all of its money is back. */
async function closeOrder(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-refunding',
    text: `UPDATE orders SET state = 'refunding' WHERE order_id = $1 AND state = 'paid'`,
    values: [orderId],
  })
  await closeRefunded(client, orderId)
}
