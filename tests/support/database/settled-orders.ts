import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import type { MixedOrder } from '#tests/support/buyers/mixed-buyers.ts'

/** Some minutes: what is not settled by then never will be. */
const MOST_LOOKS = 800

async function count(text: string): Promise<number> {
  const { rows } = await database().query<{ n: number }>(text)
  return rows[0]?.n ?? -1
}

/** Everything that waits for the provider, a refund, its order or its receipt. */
const OPEN = `SELECT (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding'))
  + (SELECT count(*) FROM refund WHERE state = 'intended') + (SELECT count(*) FROM receipt_due)
  + (SELECT count(*) FROM sandbox_charge h WHERE outcome = 'charged'
      AND NOT EXISTS (SELECT FROM payment p WHERE p.payment_identifier = h.payment_identifier AND p.state IN ('captured', 'refunded'))) AS n`

/** Polls, with its own connections beside the running shop, until nothing is open. @returns the seconds it took */
export async function waitUntilSettled(): Promise<number> {
  const startedAt = Date.now()
  for (let looks = 0; (await count(OPEN)) > 0; looks++) {
    if (looks > MOST_LOOKS) throw new Error('Something is never settled.')
    await sleep(250)
  }
  return (Date.now() - startedAt) / 1_000
}

/** Acknowledged orders that differ from what was acknowledged. Tickets that a later change gave back do not count. */
export async function missingOrders(acknowledged: readonly MixedOrder[]): Promise<readonly MixedOrder[]> {
  const { rows } = await database().query<{ id: string; tickets: string[]; vouchers: number; changes: string | null; given: number[] }>(
    `SELECT o.reservation_identifier AS id, o.voucher_amount AS vouchers, old.reservation_identifier AS changes,
       array(SELECT ticket_identifier FROM order_seat s WHERE s.order_id = o.order_id AND ticket_identifier IS NOT NULL
         UNION ALL SELECT identifier FROM order_item i WHERE i.order_id = o.order_id AND identifier IS NOT NULL) AS tickets,
       array[(SELECT count(*)::int FROM donation_receipt r WHERE r.order_id = o.order_id),
         (SELECT count(*)::int FROM voucher_gift g JOIN voucher_purchase p USING (order_id, line) WHERE g.order_id = o.order_id AND g.state <> 'ordered' AND p.system_voucher_id IS NOT NULL),
         (SELECT count(*)::int FROM film_ticket f WHERE f.order_id = o.order_id AND f.play_until IS NOT NULL)] AS given
     FROM orders o LEFT JOIN orders old ON old.order_id = o.modifies WHERE o.state = 'paid'`,
  )
  const kept = new Map(rows.map((row) => [row.id, JSON.stringify([[...row.tickets].sort(), row.vouchers, row.changes, row.given])]))
  return acknowledged.filter(
    ({ resId, tickets, voucher, changes, given }) => kept.get(resId) !== JSON.stringify([[...tickets].sort(), voucher, changes, given]),
  )
}

/** Besides the invariants: accounts for every use and voucher, and expects receipts numbered from 1 without gaps. */
export async function checkExact(): Promise<void> {
  const vouchers = await count(
    `SELECT count(*)::int AS n FROM system_voucher v LEFT JOIN voucher_purchase p USING (system_voucher_id) WHERE balance <> coalesce(p.worth, 3000)
       - (SELECT coalesce(sum(amount), 0) FROM order_voucher w JOIN orders o USING (order_id) WHERE w.system_voucher_id = v.system_voucher_id AND o.state <> 'failed')`,
  )
  const uses = await count(
    `SELECT count(*)::int AS n FROM entitlement e WHERE
       (SELECT coalesce(sum(quantity), 0) FROM entitlement_use u WHERE u.entitlement_id = e.entitlement_id AND u.order_id IS NOT NULL)
       <> (SELECT count(*) FROM order_seat s JOIN orders o USING (order_id) WHERE s.entitlement_id = e.entitlement_id AND NOT s.is_sub_ticket
           AND o.state = 'paid' AND NOT is_given_back(s.released_by))`,
  )
  const receipts = await count(
    `SELECT (count(*) - coalesce(max(receipt_number), 0) + (SELECT count(*) FROM ledger WHERE kind IN ('charge', 'refund')) - count(*))::int AS n FROM receipt`,
  )
  expect({ vouchers, uses, receipts }).toEqual({ vouchers: 0, uses: 0, receipts: 0 })
}
