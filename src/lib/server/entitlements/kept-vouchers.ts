import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { guardNumbers, type Guesser } from './code-guesses.ts'
import { voucherIndexesOf } from './entitlement-lookup.ts'

/** Vouchers received from others: a customer who enters the whole number keeps the voucher in the personal area. */

interface Found {
  readonly id: number
  readonly state: 'active' | 'cancelled' | 'replaced' | 'forReplacement'
}

/** The customer who adds a voucher, as one who may be guessing. */
interface Keeper extends Guesser {
  readonly customerId: number
}

/**
 * Adds the voucher of a whole number to the customer's personal area, where it stays until it is removed. It remains its buyer's to cancel and replace. Limited like
 * all look-ups of references. Refusals: VOUCHER_MISTYPED, TOO_MANY_CODES, those of `prove`, SYSTEM_VOUCHER_NOT_FOUND, ALREADY_FOR_REPLACEMENT, NOT_ACTIVE.
 * @param prove refuses who has not passed the human check; asked after the limit
 * @returns the voucher's id
 */
export function keepVoucher(keeper: Keeper, reference: string, prove: () => Promise<Result<null>>): Promise<Result<number>> {
  return guardNumbers(keeper, reference, async () => {
    const proved = await prove()
    if (!proved.ok) return proved
    const found = await findByNumber(reference)
    if (!found) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
    if (found.state === 'forReplacement' || found.state === 'replaced') return refuse('ALREADY_FOR_REPLACEMENT')
    if (found.state !== 'active') return refuse('NOT_ACTIVE')
    await keep(keeper, found.id)
    return accept(found.id)
  })
}

async function findByNumber(reference: string): Promise<Found | undefined> {
  const { rows } = await database().query<Found>({
    name: 'voucher-to-keep',
    text: 'SELECT system_voucher_id AS id, state FROM system_voucher WHERE reference_index = ANY ($1::text[]) AND entitlement_id IS NULL LIMIT 1',
    values: [voucherIndexesOf(reference)],
  })
  return rows[0]
}

/** Of one that is in the area already nothing is written. */
async function keep({ uuid, customerId }: Keeper, voucherId: number): Promise<void> {
  await inTransaction(async (client) => {
    const { rowCount } = await client.query({
      name: 'keep-voucher',
      text: `INSERT INTO kept_voucher (customer_id, system_voucher_id)
             SELECT c.customer_id, v.system_voucher_id FROM customer c JOIN system_voucher v ON v.customer_id IS DISTINCT FROM c.customer_id
             WHERE c.customer_id = $1 AND c.deleted_at IS NULL AND v.system_voucher_id = $2 ON CONFLICT DO NOTHING`,
      values: [customerId, voucherId],
    })
    if (rowCount === 1) await audit(client, { action: 'keep voucher', subject: String(voucherId), uuid, facts: { customerId } })
  })
}

/** Takes a voucher that was added out of the customer's area; whoever has its number may add it again. Refusals: SYSTEM_VOUCHER_NOT_FOUND (not kept). */
export function dropVoucher(uuid: string, customerId: number, voucherId: number): Promise<Result<null>> {
  return inTransaction(async (client): Promise<Result<null>> => {
    const { rowCount } = await client.query({
      name: 'drop-voucher',
      text: 'DELETE FROM kept_voucher WHERE customer_id = $1 AND system_voucher_id = $2',
      values: [customerId, voucherId],
    })
    if (rowCount !== 1) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
    await audit(client, { action: 'drop voucher', subject: String(voucherId), uuid, facts: { customerId } })
    return accept(null)
  })
}

/**
 * The whole number of a voucher that pays and that the customer has added by it, or was given by an import or a cancellation; undefined for any other. That of a bought
 * one is told with its order.
 */
export async function numberKept(customerId: number, voucherId: number): Promise<string | undefined> {
  const { rows } = await database().query<{ hidden: Buffer }>({
    name: 'number-kept',
    text: `SELECT v.reference_encrypted AS hidden FROM system_voucher v
           WHERE v.system_voucher_id = $2 AND v.state = 'active' AND v.entitlement_id IS NULL AND (
             EXISTS (SELECT FROM kept_voucher k WHERE k.customer_id = $1 AND k.system_voucher_id = v.system_voucher_id)
             OR v.customer_id = $1 AND NOT EXISTS (SELECT FROM voucher_purchase p WHERE p.system_voucher_id IN (v.system_voucher_id, v.replaces)))`,
    values: [customerId, voucherId],
  })
  return rows[0] && decryptText(rows[0].hidden)
}

/** Of a customer who is deleted. */
export async function forgetKept(client: Queryable, customerId: number): Promise<void> {
  await client.query({ name: 'forget-kept-vouchers', text: 'DELETE FROM kept_voucher WHERE customer_id = $1', values: [customerId] })
}
