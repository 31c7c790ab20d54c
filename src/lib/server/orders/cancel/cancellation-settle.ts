import { randomUUID } from 'node:crypto'
import { sumOf } from '#lib/domain/money/split-refund.ts'
import type { Decision } from './cancellation-decision.ts'
import type { OrderToCancel } from './cancellation-rows.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { tellCancelled } from './tell-cancelled.ts'
import { bookGiveBack, moveValueBack, openCredit } from '#lib/server/payments/book-refund.ts'
import { closeRefunded } from '#lib/server/payments/refunds.ts'
import { cancelItems } from '#lib/server/sold/items.ts'
import type { OrderCancellation } from '#lib/server/sold/port/port.ts'
import { ORDER_STATES } from '#lib/domain/orders/states.ts'
import { stepOf } from '#lib/server/platform/db/steps.ts'

const REFUNDING = stepOf(ORDER_STATES, 'refunding')

/** What a cancellation has left behind once its transaction is committed. */
export interface Settled {
  readonly cancellationId: string
  /** To be asked of the providers now. */
  readonly refundIds: readonly string[]
  /** Of a new voucher; this is the only time that it is told. */
  readonly creditReference: string | null
}

/**
 * Writes a cancellation of a paid order, which is locked: its items count no more and what they took is free; what they were paid with goes
 * back to where it came from, less the charge, or waits to be given back by the providers.
 */
export async function settleCancelled(client: Queryable, order: OrderToCancel, made: Decision): Promise<Settled> {
  const { orderId, customerId } = order
  const cancellationId = randomUUID()
  const cancellation = { orderId, cancellationId }
  const credit = await openCredit(client, customerId, made.split.toCredit)
  await insertCancellation(client, cancellation, { ...made, creditVoucherId: credit?.voucherId ?? null })
  await insertCharges(client, cancellationId, made.policyCharges)
  await returnFees(client, cancellation, made.fees)
  await cancelItems(client, cancellation, made.items)
  const refundIds = await bookGiveBack(client, { orderId, reason: 'cancel', cause: cancellationId }, { split: made.split, credit })
  if (made.isWhole) await closeOrder(client, orderId)
  await tellCancelled(client, orderId, cancellationId)
  return { cancellationId, refundIds, creditReference: credit?.reference ?? null }
}

interface CancellationRow extends Pick<Decision, 'isWhole' | 'worth' | 'charge' | 'usedWorth' | 'split'> {
  readonly creditVoucherId: number | null
}

async function insertCancellation(
  client: Queryable,
  { orderId, cancellationId }: OrderCancellation,
  { isWhole, worth, charge, usedWorth, split, creditVoucherId }: CancellationRow,
): Promise<void> {
  await client.query({
    name: 'insert-cancellation',
    text: `INSERT INTO cancellation (cancellation_id, order_id, is_whole, worth, charge, to_payments, to_vouchers, to_credit, renewed, credit_voucher_id, used_worth)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      ...[cancellationId, orderId, isWhole, worth, charge],
      ...[sumOf(split.toPayments), sumOf(split.toVouchers), split.toCredit, sumOf(split.renewed), creditVoucherId, usedWorth],
    ],
  })
}

async function insertCharges(client: Queryable, cancellationId: string, charges: Decision['policyCharges']): Promise<void> {
  for (const { policyId, amount } of charges)
    await client.query({
      name: 'insert-cancellation-charge',
      text: 'INSERT INTO cancellation_charge (cancellation_id, cancellation_policy_id, amount) VALUES ($1, $2, $3)',
      values: [cancellationId, policyId, amount],
    })
}

/** What an order that led to this one gives back of its handling fee goes back by this one's ledger: the value moves there first. */
async function returnFees(client: Queryable, { orderId, cancellationId }: OrderCancellation, fees: Decision['fees']): Promise<void> {
  for (const fee of fees) {
    await client.query({
      name: 'return-fee',
      text: 'INSERT INTO fee_return (cancellation_id, order_id, amount) VALUES ($1, $2, $3)',
      values: [cancellationId, fee.orderId, fee.amount],
    })
    if (fee.orderId !== orderId) await moveValueBack(client, fee.amount, { from: fee.orderId, to: orderId })
  }
}

/** Nothing is left of it: it is over as soon as all of its money is back. */
async function closeOrder(client: Queryable, orderId: string): Promise<void> {
  await client.query({
    name: 'order-refunding',
    text: `UPDATE orders SET ${REFUNDING.set} WHERE order_id = $1 AND ${REFUNDING.from}`,
    values: [orderId],
  })
  await closeRefunded(client, orderId)
}
