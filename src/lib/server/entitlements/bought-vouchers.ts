import { RANDOM_SIGNS, spacedReference, withCheckSign } from '#lib/domain/entitlements/voucher-reference.ts'
import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { voucherIndexOf } from './entitlement-lookup.ts'

/** Prepaid vouchers that were bought here: created by the order that pays them, ended by its cancellation. */

export interface VoucherPurchase {
  readonly line: number
  readonly subjectId: number
  readonly priceId: number
  readonly worth: number
  readonly bundle: BundleTerms | null
  readonly allowsPartial: boolean
  readonly businessIds: readonly number[] | null
  readonly exchangeDays: number | null
}

export async function noteVoucherPurchases(client: Queryable, orderId: string, purchases: readonly VoucherPurchase[]): Promise<void> {
  await client.query({
    name: 'note-voucher-purchases',
    text: `INSERT INTO voucher_purchase (order_id, line, system_voucher_class_id, system_voucher_price_id, worth, allows_partial, business_ids, exchange_days, bundle)
           SELECT $1, p.line, p."subjectId", p."priceId", p.worth, p."allowsPartial", p."businessIds", p."exchangeDays", p.bundle
           FROM jsonb_to_recordset($2::jsonb) AS p (line int, "subjectId" int, "priceId" int, worth int, "allowsPartial" boolean, "businessIds" int[], "exchangeDays" int, bundle jsonb)`,
    values: [orderId, JSON.stringify(purchases)],
  })
}

/** A reference that nobody guesses, in the form in which it is stored. */
export function newReference(): { readonly reference: string; readonly index: string; readonly hidden: Buffer } {
  const reference = spacedReference(withCheckSign(unguessable(RANDOM_SIGNS)))
  return { reference, index: voucherIndexOf(reference), hidden: encryptText(reference) }
}

/** Issues the vouchers that an order has paid. They are the customer's of the order, and the visitor's session may pay with them at once. */
export async function issueVouchers(client: Queryable, orderId: string, holder: string): Promise<void> {
  const { rows } = await client.query<{ line: number }>({
    name: 'vouchers-to-issue',
    text: 'SELECT line FROM voucher_purchase WHERE order_id = $1 AND system_voucher_id IS NULL ORDER BY line',
    values: [orderId],
  })
  for (const { line } of rows) {
    const { index, hidden } = newReference()
    const { rowCount } = await client.query({
      name: 'issue-voucher',
      text: `WITH made AS (
               INSERT INTO system_voucher (reference_index, reference_encrypted, balance, allows_partial, business_ids, starts_at, ends_at, customer_id, name,
                 system_voucher_class_id, bundle)
               SELECT $3, $4, p.worth, p.allows_partial, p.business_ids, i.valid_from, i.valid_until, o.customer_id, i.name, p.system_voucher_class_id, p.bundle
               FROM voucher_purchase p JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'voucher' AND i.line = p.line
               WHERE p.order_id = $1 AND p.line = $2 RETURNING system_voucher_id, balance),
             loaded AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', balance FROM made),
             granted AS (INSERT INTO session_grant (uuid, system_voucher_id) SELECT s.uuid, made.system_voucher_id FROM made, session s WHERE s.uuid = $5)
             UPDATE voucher_purchase p SET system_voucher_id = made.system_voucher_id FROM made WHERE p.order_id = $1 AND p.line = $2`,
      values: [orderId, line, index, hidden, holder],
    })
    if (rowCount !== 1) throw new Error('A voucher that was bought is not there.')
  }
}

/** A bought voucher of an order's line, in whatever reference it is now. */
export interface VoucherOfLine {
  readonly line: number
  readonly voucherId: number
  readonly worth: number
  readonly balance: number
  readonly state: string
  readonly isOver: boolean
  /** Whether an order that is being paid has taken of it. */
  readonly isPaying: boolean
}

/** The voucher that stands for purchase p now: its replacement, if there is one. */
const CURRENT = 'coalesce((SELECT n.system_voucher_id FROM system_voucher n WHERE n.replaces = p.system_voucher_id), p.system_voucher_id)'

/** Locks the vouchers of an order's lines until the transaction ends, so that nothing is paid with them meanwhile. */
export async function lockBoughtVouchers(client: Queryable, orderId: string): Promise<readonly VoucherOfLine[]> {
  await client.query({
    name: 'lock-bought-vouchers',
    text: `SELECT FROM system_voucher v WHERE v.system_voucher_id IN (SELECT p.system_voucher_id FROM voucher_purchase p WHERE p.order_id = $1)
             OR v.replaces IN (SELECT p.system_voucher_id FROM voucher_purchase p WHERE p.order_id = $1) ORDER BY v.system_voucher_id FOR NO KEY UPDATE`,
    values: [orderId],
  })
  const { rows } = await client.query<VoucherOfLine>({
    name: 'vouchers-of-order-lines',
    text: `SELECT p.line, v.system_voucher_id AS "voucherId", p.worth, v.balance, v.state, coalesce(v.ends_at <= now(), false) AS "isOver",
             EXISTS (SELECT FROM order_voucher u JOIN orders o USING (order_id)
               WHERE u.system_voucher_id = v.system_voucher_id AND o.state IN ('unpaid', 'paying')) AS "isPaying"
           FROM voucher_purchase p JOIN system_voucher v ON v.system_voucher_id = ${CURRENT} WHERE p.order_id = $1 ORDER BY p.line`,
    values: [orderId],
  })
  return rows
}

/** Ends vouchers that are locked: what is left of them is gone. They leave the customer's list (spec §4). */
export async function endVouchers(client: Queryable, voucherIds: readonly number[], cancellationId: string): Promise<void> {
  await client.query({
    name: 'end-vouchers',
    text: `WITH left_over AS (SELECT system_voucher_id, balance FROM system_voucher WHERE system_voucher_id = ANY ($1::int[])),
             noted AS (INSERT INTO voucher_ledger (system_voucher_id, kind, amount, cause)
               SELECT system_voucher_id, 'cancel', -balance, $2::uuid FROM left_over WHERE balance > 0)
           UPDATE system_voucher SET state = 'cancelled', balance = 0 WHERE system_voucher_id = ANY ($1::int[])`,
    values: [[...voucherIds].sort((a, b) => a - b), cancellationId],
  })
}
