import { valueUsed } from '#lib/domain/change-rules.ts'
import { audit } from './audit.ts'
import type { Queryable } from './db/connect.ts'
import { intendRefund } from './refunds.ts'
import { bestPaymentOf } from './ticket-change-rows.ts'

interface ChangedOrder {
  readonly holder: string
  readonly modifies: string
  readonly modified_amount: number
  readonly give_back: number
}

interface ClaimId {
  readonly presentation_id: number
  readonly seat_id: number
}

/**
 * The new order is being paid: in its transaction the old tickets are given back for good. Their seats are free, the uses that they took come back, their value
 * moves from one ledger to the other, and the intent to give back the rest is written. The old order is locked already.
 * @returns the claims that are gone.
 */
export async function settleChange(client: Queryable, newOrderId: string, changed: ChangedOrder): Promise<ClaimId[]> {
  const { modifies: oldOrderId, give_back: giveBack } = changed
  await lockClaims(client, [oldOrderId, newOrderId])
  const { rows: freed } = await client.query<ClaimId>({
    name: 'free-given-back',
    text: `DELETE FROM seat_claim c USING order_seat s WHERE s.released_by = $1 AND s.order_id = $2 AND c.order_id = $2
             AND c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id RETURNING c.presentation_id, c.seat_id`,
    values: [newOrderId, oldOrderId],
  })
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

/** Everybody locks claims in the order of seats. */
async function lockClaims(client: Queryable, orderIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'lock-claims-of-change',
    text: 'SELECT FROM seat_claim WHERE order_id = ANY ($1::uuid[]) ORDER BY presentation_id, seat_id FOR UPDATE',
    values: [orderIds],
  })
}

/**
 * One use for each ticket given back that made one, which no sub-ticket did; of references, which no line names, once no ticket of the presentation that carries
 * one is left: one that waits for another change to be paid is still there.
 */
async function returnUses(client: Queryable, oldOrderId: string, newOrderId: string): Promise<void> {
  await client.query({
    name: 'return-uses',
    text: `WITH own AS (
             SELECT u.use_id, u.quantity, CASE
               WHEN EXISTS (SELECT FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id AND s.entitlement_id = u.entitlement_id)
                 THEN least(u.quantity, (SELECT count(*) FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id
                   AND s.entitlement_id = u.entitlement_id AND s.released_by = $2 AND NOT s.is_sub_ticket))
               WHEN NOT EXISTS (SELECT FROM order_seat s WHERE s.order_id = $1 AND s.presentation_id = u.presentation_id
                 AND s.ref1 IS NOT NULL AND NOT is_gone(s)) THEN u.quantity
               ELSE 0 END AS back
             FROM entitlement_use u WHERE u.order_id = $1),
           gone AS (DELETE FROM entitlement_use u USING own WHERE u.use_id = own.use_id AND own.back = own.quantity)
           UPDATE entitlement_use u SET quantity = u.quantity - own.back::int FROM own WHERE u.use_id = own.use_id AND own.back BETWEEN 1 AND own.quantity - 1`,
    values: [oldOrderId, newOrderId],
  })
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
