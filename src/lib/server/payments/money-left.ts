import { withoutGifts, type MoneyToSplit, type PaymentLeft, type StandingGift, type VoucherLeft } from '#lib/domain/money/split-refund.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { IS_USABLE } from '#lib/server/entitlements/bundle-returns.ts'
import { PaymentUnknown } from '#lib/server/providers/payment/payment.ts'
import { providerOf } from '#lib/server/providers/payment/current-provider.ts'

/** The orders that led to order $1 by ticket changes, itself first. */
export const CHAIN = `WITH RECURSIVE chain AS (
  SELECT o.*, 0 AS depth FROM orders o WHERE o.order_id = $1
  UNION ALL SELECT o.*, depth + 1 FROM chain c JOIN orders o ON o.order_id = c.modifies)`

/** And all orders that came from the same first one: one purchase, however it was split by ticket changes. A refund of any part must hold the lock on the first order. */
export const FAMILY = `${CHAIN}, family AS (
  SELECT order_id, state FROM chain WHERE modifies IS NULL
  UNION SELECT o.order_id, o.state FROM family f JOIN orders o ON o.modifies = f.order_id)`

/** What an order was paid with and has not given back yet, along the ticket changes that led to it, the nearest first. */
export interface MoneyLeft extends MoneyToSplit {
  readonly payments: readonly (PaymentLeft & { readonly last4: string })[]
  /** Which of the vouchers are balances of memberships. */
  readonly purses: ReadonlySet<number>
}

/** What can still be refunded of an order. What pending ticket changes will refund is reserved for them and not included. */
export async function moneyLeftOf(client: Queryable, orderId: string): Promise<MoneyLeft> {
  const payments = await paymentsLeftOf(client, orderId)
  const credited = await creditedOf(client, orderId)
  const found = await vouchersLeftOf(client, orderId)
  const purses = new Set(found.filter(({ isPurse }) => isPurse).map(({ voucherId }) => voucherId))
  return { payments, credited, vouchers: found.map(({ isPurse: _isPurse, ...voucher }) => voucher), purses }
}

interface PaymentRow {
  readonly payment_id: string
  readonly provider: string
  readonly last4: string
  readonly left: number
  readonly order_id: string
  /** The same in each row: what the orders gave to donations that were not cancelled. */
  readonly gifts: readonly StandingGift[]
}

/** A refund that the provider refused is still owed, so its amount is not included; nor is what paid donations that stand. */
async function paymentsLeftOf(client: Queryable, orderId: string): Promise<MoneyLeft['payments']> {
  const { rows } = await client.query<PaymentRow>({
    name: 'payments-left',
    text: `${CHAIN} SELECT payment_id, provider, last4, (amount
             - (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.payment_id = p.payment_id)
             - (SELECT coalesce(sum(b.amount), 0) FROM change_return b JOIN orders n USING (order_id)
                WHERE b.payment_id = p.payment_id AND n.state = 'paying'))::int AS left, order_id,
             (SELECT coalesce(json_agg(json_build_object('orderId', g.order_id, 'amount', g.amount)), '[]') FROM (
               SELECT i.order_id, sum(i.quantity * i.unit_price)::int AS amount FROM order_item i JOIN chain c ON c.order_id = i.order_id
               WHERE i.kind = 'donation' AND i.cancellation_id IS NULL GROUP BY i.order_id) g) AS gifts
           FROM payment p JOIN chain USING (order_id) WHERE p.state IN ('captured', 'refunded') ORDER BY depth, 4 DESC, payment_id`,
    values: [orderId],
  })
  const payments = rows.map((row) => ({
    ...{ paymentId: row.payment_id, orderId: row.order_id, last4: row.last4 },
    ...{ left: row.left, canRefund: givesBack(row.provider) },
  }))
  return withoutGifts(payments, rows[0]?.gifts ?? [])
}

/** What became a new voucher in place of the payments. */
async function creditedOf(client: Queryable, orderId: string): Promise<number> {
  const { rows } = await client.query<{ credited: number }>({
    name: 'credited-of-order',
    text: `${CHAIN} SELECT coalesce(sum(credited), 0)::int AS credited FROM (
             SELECT order_id, to_credit - renewed AS credited FROM cancellation
             UNION ALL SELECT coalesce(s.evening_order, s.order_id), r.credit - r.own_credit FROM resale r JOIN order_seat s USING (order_id, line) WHERE r.state = 'sold'
             UNION ALL SELECT order_id, own_credit FROM resale WHERE state = 'sold'
           ) AS credits JOIN chain USING (order_id)`,
    values: [orderId],
  })
  return rows[0]?.credited ?? 0
}

/**
 * Those of money. Then those of other orders of the family: where one of them gave back more by the cards than its own worth, its vouchers make up for it.
 */
async function vouchersLeftOf(client: Queryable, orderId: string): Promise<(VoucherLeft & { readonly isPurse: boolean })[]> {
  const { rows } = await client.query<VoucherLeft & { readonly isPurse: boolean }>({
    name: 'vouchers-left',
    text: `${FAMILY}
           SELECT u.order_id AS "orderId", u.system_voucher_id AS "voucherId", ${IS_USABLE} AS "isUsable", v.entitlement_id IS NOT NULL AS "isPurse",
             ((SELECT coalesce(-sum(l.amount), 0) FROM voucher_ledger l WHERE l.order_id = u.order_id AND l.system_voucher_id = u.system_voucher_id)
             - (SELECT coalesce(sum(b.amount), 0) FROM change_return b JOIN orders n ON n.order_id = b.order_id
                WHERE b.voucher_order_id = u.order_id AND b.system_voucher_id = u.system_voucher_id AND n.state = 'paying'))::int AS left
           FROM order_voucher u JOIN system_voucher v USING (system_voucher_id) JOIN family f USING (order_id) LEFT JOIN chain USING (order_id)
           WHERE u.tickets IS NULL AND f.state IN ('paid', 'refunding', 'refunded') ORDER BY depth NULLS LAST, u.order_id, u.system_voucher_id`,
    values: [orderId],
  })
  return rows
}

/** A provider that is not set up any more gives nothing back either. */
function givesBack(name: string): boolean {
  try {
    return providerOf(name).canRefund !== false
  } catch (error) {
    if (error instanceof PaymentUnknown) return false
    throw error
  }
}

/**
 * Locks an order and those that led to it, each before the one that it changes, as everybody does: so that what their payments have left is given back by one
 * at a time. Shares no lock with who only refers to them.
 */
export async function lockChain(client: Queryable, orderId: string): Promise<void> {
  let next: string | null = orderId
  while (next !== null) {
    const found: { rows: { modifies: string | null }[] } = await client.query<{ modifies: string | null }>({
      name: 'lock-order-to-cancel',
      text: 'SELECT modifies FROM orders WHERE order_id = $1 FOR NO KEY UPDATE',
      values: [next],
    })
    next = found.rows[0]?.modifies ?? null
  }
}
