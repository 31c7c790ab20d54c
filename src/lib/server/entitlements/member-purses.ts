import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { voucherIndexOf } from './entitlement-lookup.ts'

/** A line of an order. */
interface BoughtLine {
  readonly orderId: string
  readonly line: number
}

/**
 * Opens the purse of a membership of money that an order's line has bought, or adds to it; nothing for other lines. A purse is a voucher that no typed reference
 * finds: on receipts it stands by the end of the member number.
 */
export async function loadPurse(client: Queryable, { orderId, line }: BoughtLine, entitlementId: number): Promise<void> {
  const { rows } = await client.query<{ memberNumber: string }>({
    name: 'purse-to-load',
    text: `SELECT e.public_code AS "memberNumber" FROM membership_purchase p, entitlement e
           WHERE p.order_id = $1 AND p.line = $2 AND p.money IS NOT NULL AND e.entitlement_id = $3`,
    values: [orderId, line, entitlementId],
  })
  const [bought] = rows
  if (!bought) return
  const reference = `member:${bought.memberNumber}`
  await client.query({
    name: 'load-purse',
    text: `WITH bought AS (SELECT money FROM membership_purchase WHERE order_id = $1 AND line = $2),
             purse AS (
               INSERT INTO system_voucher AS v (reference_index, reference_encrypted, balance, business_ids, starts_at, ends_at, name, entitlement_id)
               SELECT $4, $5, b.money, CASE WHEN e.business_id IS NOT NULL THEN ARRAY[e.business_id] END, e.starts_at, e.ends_at, e.membership_name, e.entitlement_id
               FROM bought b, entitlement e WHERE e.entitlement_id = $3
               ON CONFLICT (entitlement_id) DO UPDATE SET balance = v.balance + excluded.balance, ends_at = excluded.ends_at RETURNING system_voucher_id)
           INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause) SELECT system_voucher_id, 'load', money, $1::uuid FROM purse, bought`,
    values: [orderId, line, entitlementId, voucherIndexOf(reference), encryptText(reference)],
  })
}
