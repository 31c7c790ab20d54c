import { sumOf, voucherParts, type SplitRefund } from '#lib/domain/money/split-refund.ts'
import { valueUsed } from '#lib/domain/orders/change-rules.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { bookGiveBack, openCredit } from '#lib/server/payments/book-refund.ts'
import { IS_USABLE, returnBundleTickets } from '#lib/server/entitlements/bundle-returns.ts'
import { freeClaims, lockClaims, returnUses } from '#lib/server/sold/seat/free-claims.ts'

interface ChangedOrder {
  readonly holder: string
  readonly modifies: string
  readonly modified_amount: number
  readonly give_back: number
}

/**
 * The new order is being paid: in its transaction the old tickets are given back for good. Their seats are free, the uses that they took come back, their value
 * moves from one ledger to the other, and the intent to give back the rest is written. The old order is locked already.
 */
export async function settleChange(client: Queryable, newOrderId: string, changed: ChangedOrder): Promise<void> {
  const { modifies: oldOrderId, give_back: giveBack } = changed
  await lockClaims(client, [oldOrderId, newOrderId])
  await freeClaims(client, oldOrderId, newOrderId)
  await returnUses(client, oldOrderId, newOrderId)
  await returnBundleTickets(client, oldOrderId, newOrderId)
  await moveValue(client, valueUsed({ modifiedPrice: changed.modified_amount, giveBack }), { from: oldOrderId, to: newOrderId })
  if (giveBack > 0) await giveBackRest(client, oldOrderId, newOrderId)
  await audit(client, {
    action: 'tickets given back',
    subject: oldOrderId,
    uuid: changed.holder,
    facts: { for: newOrderId, amount: changed.modified_amount },
  })
}

/** Not money of the provider: what the old order is worth less, the new one is worth more. */
async function moveValue(client: Queryable, amount: number, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  if (amount === 0) return
  await client.query({
    name: 'move-value',
    text: `INSERT INTO ledger (order_id, kind, amount, cause) VALUES ($1, 'correction', -$3::int, $2), ($2, 'correction', $3, $2)`,
    values: [from, to, amount],
  })
}

/** As it was promised when the intent was written. What a voucher cannot take any more becomes a new one, of which its holder is told. */
async function giveBackRest(client: Queryable, oldOrderId: string, newOrderId: string): Promise<void> {
  const split = await promisedOf(client, newOrderId)
  const credit = await openCredit(client, await ownerOf(client, oldOrderId, newOrderId), split.toCredit)
  await bookGiveBack(client, { orderId: oldOrderId, reason: 'change', cause: newOrderId }, { split, credit })
  if (credit) await noteCredit(client, newOrderId, credit.voucherId)
}

interface PromisedRow {
  readonly paymentId: string | null
  readonly orderId: string | null
  readonly voucherId: number | null
  readonly isUsable: boolean
  readonly amount: number
}

async function promisedOf(client: Queryable, newOrderId: string): Promise<SplitRefund> {
  const { rows } = await client.query<PromisedRow>({
    name: 'promised-return',
    text: `SELECT b.payment_id AS "paymentId", b.voucher_order_id AS "orderId", b.system_voucher_id AS "voucherId", b.amount,
             v.system_voucher_id IS NOT NULL AND ${IS_USABLE} AS "isUsable"
           FROM change_return b LEFT JOIN system_voucher v USING (system_voucher_id) WHERE b.order_id = $1`,
    values: [newOrderId],
  })
  const toPayments = rows.flatMap(({ paymentId, amount }) => (paymentId === null ? [] : [{ paymentId, amount }]))
  const ofVouchers = rows.flatMap(({ orderId, voucherId, isUsable, amount }) =>
    orderId === null || voucherId === null ? [] : [{ orderId, voucherId, isUsable, amount }],
  )
  const parts = voucherParts(ofVouchers)
  return { toPayments, ...parts, toCredit: sumOf(parts.renewed) }
}

/** Whose the purchase is; null where nobody who is known has signed in for it. */
async function ownerOf(client: Queryable, oldOrderId: string, newOrderId: string): Promise<number | null> {
  const { rows } = await client.query<{ owner: number | null }>({
    name: 'owner-of-change',
    text: `SELECT coalesce((SELECT customer_id FROM orders WHERE order_id = $1), (SELECT customer_id FROM orders WHERE order_id = $2)) AS owner`,
    values: [oldOrderId, newOrderId],
  })
  return rows[0]?.owner ?? null
}

async function noteCredit(client: Queryable, newOrderId: string, voucherId: number): Promise<void> {
  await client.query({
    name: 'note-credit',
    text: 'UPDATE orders SET credit_voucher_id = $2 WHERE order_id = $1',
    values: [newOrderId, voucherId],
  })
}
