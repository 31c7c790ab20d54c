import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { lookupsOf, opaqueName, ssnIndexesOf, voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { decryptText, encryptText, isUnderCurrentKey } from '#lib/server/platform/secrets/secrets.ts'
import { indexOfSealed } from '#lib/server/wait-list/wait-contact.ts'

/** A column of encrypted text and, if any, its keyed hash. */
interface Sealed {
  readonly table: string
  readonly key: string
  readonly keyType: 'int' | 'uuid'
  readonly column: string
  readonly index?: { readonly column: string; readonly of: (plain: string) => string }
}

const SEALED: readonly Sealed[] = [
  {
    table: 'customer',
    key: 'customer_id',
    keyType: 'int',
    column: 'ssn_encrypted',
    index: { column: 'ssn_index', of: (ssn) => ssnIndexesOf(ssn)[0] },
  },
  {
    table: 'system_voucher',
    key: 'system_voucher_id',
    keyType: 'int',
    column: 'reference_encrypted',
    index: { column: 'reference_index', of: voucherIndexOf },
  },
  { table: 'orders', key: 'order_id', keyType: 'uuid', column: 'ssn_encrypted' },
  { table: 'donation_receipt', key: 'receipt_id', keyType: 'uuid', column: 'ssn_encrypted' },
  { table: 'session', key: 'uuid', keyType: 'uuid', column: 'ssn_encrypted' },
  { table: 'payment_form', key: 'form_id', keyType: 'uuid', column: 'body' },
  { table: 'outbox', key: 'message_id', keyType: 'uuid', column: 'sealed_body' },
  {
    table: 'wait_list',
    key: 'wait_id',
    keyType: 'uuid',
    column: 'sealed',
    index: { column: 'contact_index', of: indexOfSealed },
  },
  { table: 'voucher_gift', key: 'gift_id', keyType: 'uuid', column: 'sealed' },
  { table: 'sent_ticket', key: 'sent_id', keyType: 'uuid', column: 'sealed' },
  { table: 'integration', key: 'integration_id', keyType: 'int', column: 'sealed_secret' },
  { table: 'webhook', key: 'webhook_id', keyType: 'int', column: 'sealed_secret' },
  { table: 'staff', key: 'staff_id', keyType: 'int', column: 'totp_secret' },
  { table: 'sign_in_code', key: 'code_id', keyType: 'uuid', column: 'sealed_target' },
]

const BATCH = 500

/** Number of rewritten rows by table. */
export type Rekeyed = Readonly<Record<string, number>>

/**
 * Re-encrypts and re-indexes everything under earlier secrets with the current SECRET. Skips rows that are current, so it can be stopped and repeated; the app
 * may be running, since it knows both secrets.
 * @throws if a row is under a secret that neither SECRET nor SECRET_PREVIOUS names
 */
export async function rekey(): Promise<Rekeyed> {
  const done: Record<string, number> = {}
  for (const sealed of SEALED) done[`${sealed.table}.${sealed.column}`] = await rekeyColumn(sealed)
  done['entitlement.lookup'] = await relinkMemberships()
  return done
}

async function rekeyColumn(sealed: Sealed): Promise<number> {
  const { table, key, keyType, column } = sealed
  let changed = 0
  let after: string | null = null
  for (;;) {
    const { rows }: { rows: { id: string; blob: Buffer }[] } = await database().query(
      `SELECT ${key}::text AS id, ${column} AS blob FROM ${table}
       WHERE ${column} IS NOT NULL ${after === null ? '' : `AND ${key} > $2::${keyType}`} ORDER BY ${key} LIMIT $1`,
      after === null ? [BATCH] : [BATCH, after],
    )
    for (const { id, blob } of rows) if (!isUnderCurrentKey(blob)) changed += await rewrite(sealed, id, blob)
    if (rows.length < BATCH) return changed
    after = rows.at(-1)?.id ?? null
  }
}

/** Updates the row only if it has not changed since it was read. */
async function rewrite({ table, key, keyType, column, index }: Sealed, id: string, blob: Buffer): Promise<number> {
  const plain = decryptText(blob)
  const { rowCount } = await database().query(
    `UPDATE ${table} SET ${column} = $3 ${index ? `, ${index.column} = $4` : ''} WHERE ${key} = $1::${keyType} AND ${column} = $2`,
    [id, blob, encryptText(plain), ...(index ? [index.of(plain)] : [])],
  )
  return rowCount ?? 0
}

/**
 * Relinks memberships and benefits of customers with a stored ID number; what was bought has a look-up of its own and keeps it. Others, which cannot be
 * decrypted, are found under the earlier secret until they are imported again.
 */
async function relinkMemberships(): Promise<number> {
  const { rows } = await database().query<Linked & { blob: Buffer }>(
    `SELECT entitlement_id AS id, kind, lookup, public_code AS code, ssn_encrypted AS blob FROM entitlement JOIN customer USING (customer_id)
     WHERE kind IN ('member', 'senior') AND ssn_encrypted IS NOT NULL`,
  )
  const stale = rows.flatMap(({ blob, ...row }) => renamed(row, decryptText(blob)) ?? [])
  return inTransaction(async (client) => {
    let count = 0
    for (const { id, lookup, code } of stale) count += (await client.query(RENAME, [id, lookup, code])).rowCount ?? 0
    return count
  })
}

/** One that was imported anew under the current secret has the name already; the row of before is found under its own. */
const RENAME = `UPDATE entitlement e SET lookup = $2, public_code = $3
  WHERE entitlement_id = $1 AND NOT EXISTS (SELECT FROM entitlement o WHERE o.kind = e.kind AND o.public_code = $3 AND o.entitlement_id <> $1)`

/** A membership or benefit, and what it is found and named by. */
interface Linked {
  readonly id: number
  readonly kind: 'member' | 'senior'
  readonly lookup: string
  readonly code: string
}

/** The same under the current secret, with the name that an import gives it; undefined if nothing of it is of an earlier one. */
function renamed({ id, kind, lookup, code }: Linked, ssn: string): Linked | undefined {
  const [current = '', ...earlier] = lookupsOf(kind, ssn)
  if (!earlier.includes(lookup)) return undefined
  return { id, kind, lookup: current, code: code === opaqueName(lookup) ? opaqueName(current) : code }
}

/** Number of rows that only an earlier secret finds: ticket vouchers, references, also of memberships, and benefits that must be imported again before that secret is dropped. */
export async function countUnreadable(): Promise<number> {
  const { rows } = await database().query<{ count: number }>(
    `SELECT (SELECT count(*) FROM membership_reference)::int + count(*)::int AS count FROM entitlement
     WHERE is_active AND kind <> 'coupon' AND lookup NOT LIKE 'bought:%' AND NOT (kind IN ('member', 'senior') AND customer_id IS NOT NULL
       AND customer_id IN (SELECT customer_id FROM customer WHERE ssn_encrypted IS NOT NULL))`,
  )
  return rows[0]?.count ?? 0
}
