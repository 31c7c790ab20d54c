import { replacementDates, replacementProblem, type VoucherToReplace } from '#lib/domain/entitlements/replace-voucher.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { newReference } from './bought-vouchers.ts'

export interface ReplacedVoucher {
  readonly id: number
  readonly reference: string
  /** ms since 1970. */
  readonly startsAt: number
  readonly endsAt: number | null
  readonly createdAt: number
}

/**
 * Gives a customer's voucher a new reference and new dates: the old one stops in the transaction in which the new one begins, with all that is left.
 * Refusals: SYSTEM_VOUCHER_NOT_FOUND (not the customer's any more), those of `replacementProblem`.
 */
export function replaceVoucherOf(customerId: number, voucherId: number, holder: string): Promise<Result<ReplacedVoucher>> {
  return inTransaction(async (client): Promise<Result<ReplacedVoucher>> => {
    const found = await lockToReplace(client, customerId, voucherId)
    if (!found) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
    const { now, ...voucher } = found
    const problem = replacementProblem(voucher, now)
    if (problem) return refuse(problem)
    return accept(await replace(client, voucherId, { ...replacementDates(voucher, now), holder }))
  })
}

/** Locks the order that sold it before the voucher itself, as a cancellation does: neither misses what the other has made. */
async function lockToReplace(
  client: Queryable,
  customerId: number,
  voucherId: number,
): Promise<(VoucherToReplace & { readonly now: number }) | undefined> {
  await client.query({
    name: 'lock-order-of-voucher',
    text: `SELECT FROM orders WHERE order_id = (SELECT p.order_id FROM voucher_purchase p JOIN system_voucher v ON p.system_voucher_id IN (v.system_voucher_id, v.replaces)
             WHERE v.system_voucher_id = $1) FOR NO KEY UPDATE`,
    values: [voucherId],
  })
  await client.query({
    name: 'lock-voucher-to-replace',
    text: 'SELECT FROM system_voucher WHERE system_voucher_id = $1 FOR NO KEY UPDATE',
    values: [voucherId],
  })
  type Row = Omit<VoucherToReplace, 'createdAt' | 'endsAt'> & { readonly createdAt: Date; readonly endsAt: Date | null; readonly now: Date }
  const { rows } = await client.query<Row>({
    name: 'voucher-to-replace',
    text: `SELECT p.order_id IS NOT NULL OR v.replaces IS NOT NULL AS "isBought", v.replaces IS NOT NULL AS "isReplacement", v.state, v.balance,
             v.created_at AS "createdAt", v.ends_at AS "endsAt", p.exchange_days AS "exchangeDays", now() AS now,
             EXISTS (SELECT FROM order_voucher u JOIN orders o USING (order_id)
               WHERE u.system_voucher_id = v.system_voucher_id AND o.state IN ('unpaid', 'paying')) AS "isPaying"
           FROM system_voucher v LEFT JOIN voucher_purchase p USING (system_voucher_id) WHERE v.system_voucher_id = $1 AND v.customer_id = $2`,
    values: [voucherId, customerId],
  })
  const [row] = rows
  return row && { ...row, createdAt: row.createdAt.getTime(), endsAt: row.endsAt?.getTime() ?? null, now: row.now.getTime() }
}

/** The dates of the new voucher, and the visitor whose session may use it at once. */
interface Replacement extends Pick<ReplacedVoucher, 'startsAt' | 'endsAt'> {
  readonly holder: string
}

async function replace(client: Queryable, voucherId: number, { startsAt, endsAt, holder }: Replacement): Promise<ReplacedVoucher> {
  const { reference, index, hidden } = newReference()
  const { rows } = await client.query<{ id: number; createdAt: Date }>({
    name: 'replace-voucher',
    text: `WITH old AS (SELECT * FROM system_voucher WHERE system_voucher_id = $1),
             closed AS (UPDATE system_voucher SET state = 'replaced', balance = 0 WHERE system_voucher_id = $1),
             made AS (
               INSERT INTO system_voucher (reference_index, reference_encrypted, balance, allows_partial, business_ids, starts_at, ends_at, customer_id, name,
                 system_voucher_class_id, bundle, replaces)
               SELECT $2, $3, old.balance, old.allows_partial, old.business_ids, $4, $5, old.customer_id, old.name, old.system_voucher_class_id, old.bundle, $1 FROM old
               RETURNING system_voucher_id, created_at),
             noted AS (
               INSERT INTO voucher_ledger (system_voucher_id, kind, amount)
               SELECT old.system_voucher_id, 'replace', -old.balance FROM old UNION ALL SELECT made.system_voucher_id, 'replace', old.balance FROM made, old),
             granted AS (INSERT INTO session_grant (uuid, system_voucher_id) SELECT s.uuid, made.system_voucher_id FROM made, session s WHERE s.uuid = $6)
           SELECT system_voucher_id AS id, created_at AS "createdAt" FROM made`,
    values: [voucherId, index, hidden, new Date(startsAt), endsAt === null ? null : new Date(endsAt), holder],
  })
  const [made] = rows
  if (!made) throw new Error('A voucher was not replaced.')
  return { id: made.id, reference, startsAt, endsAt, createdAt: made.createdAt.getTime() }
}
