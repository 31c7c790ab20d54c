import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { newReference } from './bought-vouchers.ts'

/** Whether a voucher v may still pay, or be waited for. */
export const IS_USABLE = `(v.state NOT IN ('cancelled', 'replaced') AND (v.ends_at IS NULL OR v.ends_at > now()))`

interface Back {
  readonly voucherId: number
  readonly tickets: number
  readonly isUsable: boolean
}

/**
 * Tickets that bundles paid and that are gone now go back to their bundles, each as a ticket; of one that cannot be used any more they become a new bundle on the
 * same terms, which does not run out. In the caller's transaction.
 * @param cause the order that they were given back for, or the cancellation
 */
export async function returnBundleTickets(client: Queryable, orderId: string, cause: string): Promise<void> {
  await client.query({
    name: 'lock-bundles-of-order',
    text: `SELECT FROM system_voucher v WHERE v.system_voucher_id IN (SELECT u.system_voucher_id FROM order_voucher u WHERE u.order_id = $1)
             AND EXISTS (SELECT FROM order_seat s WHERE s.order_id = $1 AND s.bundle_id IS NOT NULL)
           ORDER BY v.system_voucher_id FOR NO KEY UPDATE`,
    values: [orderId],
  })
  const { rows } = await client.query<Back>({
    name: 'bundle-tickets-back',
    text: `SELECT v.system_voucher_id AS "voucherId", count(*)::int AS tickets, ${IS_USABLE} AS "isUsable"
           FROM order_seat s JOIN system_voucher v ON v.system_voucher_id = s.bundle_id
           WHERE s.order_id = $1 AND (s.released_by = $2 OR s.cancellation_id = $2) GROUP BY v.system_voucher_id ORDER BY v.system_voucher_id`,
    values: [orderId, cause],
  })
  for (const { voucherId, tickets, isUsable } of rows) {
    await client.query({
      name: isUsable ? 'return-to-bundle' : 'leave-bundle',
      text: `WITH ${
        isUsable
          ? 'back AS (UPDATE system_voucher SET balance = balance + $2 WHERE system_voucher_id = $1)'
          : `moved AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) VALUES ($1, 'correction', -$2::int, $4))`
      } INSERT INTO voucher_ledger (system_voucher_id, order_id, kind, amount, cause) VALUES ($1, $3, 'return', $2, $4)`,
      values: [voucherId, tickets, orderId, cause],
    })
    if (!isUsable) await renewBundle(client, { voucherId, tickets }, { orderId, cause })
  }
}

/** The new bundle is the order's customer's, else its first holder's. */
async function renewBundle(
  client: Queryable,
  { voucherId, tickets }: Omit<Back, 'isUsable'>,
  { orderId, cause }: { readonly orderId: string; readonly cause: string },
): Promise<void> {
  const { index, hidden } = newReference()
  await client.query({
    name: 'renew-bundle',
    text: `WITH made AS (
             INSERT INTO system_voucher (reference_index, reference_encrypted, balance, allows_partial, business_ids, customer_id, name, bundle)
             SELECT $3, $4, $2, true, v.business_ids, coalesce(o.customer_id, v.customer_id), v.name, v.bundle
             FROM system_voucher v, orders o WHERE v.system_voucher_id = $1 AND o.order_id = $5 RETURNING system_voucher_id)
           INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) SELECT system_voucher_id, 'load', $2, $6 FROM made`,
    values: [voucherId, tickets, index, hidden, orderId, cause],
  })
}
