import { valueUsed } from '#lib/domain/change-rules.ts'
import { audit } from '#lib/server/audit.ts'
import type { Queryable } from '#lib/server/db/connect.ts'
import { intendRefund } from '#lib/server/payments/refunds.ts'
import { freeClaims, lockClaims, returnUses, type ClaimId } from '#lib/server/cancelling/returned-tickets.ts'
import { bestPaymentOf } from './ticket-change-rows.ts'

interface ChangedOrder {
  readonly holder: string
  readonly modifies: string
  readonly modified_amount: number
  readonly give_back: number
}

/**
 * The new order is being paid: in its transaction the old tickets are given back for good. Their seats are free, the uses that they took come back, their value
 * moves from one ledger to the other, and the intent to give back the rest is written. The old order is locked already.
 * @returns the claims that are gone.
 */
export async function settleChange(client: Queryable, newOrderId: string, changed: ChangedOrder): Promise<ClaimId[]> {
  const { modifies: oldOrderId, give_back: giveBack } = changed
  await lockClaims(client, [oldOrderId, newOrderId])
  const freed = await freeClaims(client, oldOrderId, newOrderId)
  await returnUses(client, oldOrderId, newOrderId)
  await moveValue(client, oldOrderId, newOrderId, valueUsed({ modifiedPrice: changed.modified_amount, giveBack }))
  if (giveBack > 0) await giveBackRest(client, oldOrderId, newOrderId, giveBack)
  await audit(client, {
    action: 'tickets given back',
    subject: oldOrderId,
    uuid: changed.holder,
    facts: { for: newOrderId, amount: changed.modified_amount },
  })
  return freed
}

/** Not money of the provider: what the old order is worth less, the new one is worth more. */
async function moveValue(client: Queryable, oldOrderId: string, newOrderId: string, amount: number): Promise<void> {
  if (amount === 0) return
  await client.query({
    name: 'move-value',
    text: `INSERT INTO ledger (order_id, kind, amount, cause) VALUES ($1, 'correction', -$3::int, $2), ($2, 'correction', $3, $2)`,
    values: [oldOrderId, newOrderId, amount],
  })
}

/** Of the payment that can give back the most: that it has so much was verified, and kept free, when the intent was written. */
async function giveBackRest(client: Queryable, oldOrderId: string, newOrderId: string, amount: number): Promise<void> {
  const payment = await bestPaymentOf(client, oldOrderId)
  if (!payment) throw new Error('A ticket change has nothing to give back from.')
  await intendRefund(client, { paymentId: payment.payment_id, orderId: oldOrderId, reason: 'change', cause: newOrderId, amount })
}
