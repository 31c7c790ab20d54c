import { normaliseCode, type VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexesOf } from './entitlement-lookup.ts'

interface Row extends Omit<VoucherBalance, 'startsAt' | 'endsAt'> {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Vouchers by id, limited to those that this visitor has looked up by reference. */
export async function voucherBalancesOf(uuid: string, ids: readonly number[]): Promise<ReadonlyMap<number, VoucherBalance>> {
  if (ids.length === 0) return new Map()
  const { rows } = await database().query<Row>({
    name: 'voucher-balances',
    text: `SELECT v.system_voucher_id AS id, v.balance, v.bundle, v.state, v.allows_partial AS "allowsPartial", v.business_ids AS "businessIds",
             v.starts_at AS "startsAt", v.ends_at AS "endsAt"
           FROM system_voucher v JOIN session_grant g USING (system_voucher_id) WHERE g.uuid = $1 AND v.system_voucher_id = ANY ($2::int[])`,
    values: [uuid, ids],
  })
  return new Map(
    rows.map(({ startsAt, endsAt, ...row }) => [
      row.id,
      { ...row, startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null },
    ]),
  )
}

/** Finds a voucher by its typed reference and remembers the look-up, after which this visitor may pay with it. undefined: no such voucher. */
export async function lookUpVoucher(uuid: string, reference: string): Promise<number | undefined> {
  const { rows } = await database().query<{ id: number }>({
    name: 'look-up-voucher',
    text: `WITH found AS (SELECT system_voucher_id FROM system_voucher WHERE reference_index = ANY ($2::text[]) AND entitlement_id IS NULL LIMIT 1),
             noted AS (INSERT INTO session_grant (uuid, system_voucher_id) SELECT $1, system_voucher_id FROM found
               ON CONFLICT (uuid, system_voucher_id) WHERE system_voucher_id IS NOT NULL DO NOTHING)
           SELECT system_voucher_id AS id FROM found`,
    values: [uuid, voucherIndexesOf(reference)],
  })
  return rows[0]?.id
}

/** The displayable part of a voucher's reference: its last four characters. */
export function maskReference(reference: string): string {
  return `•••• ${endingOf(reference)}`
}

export function endingOf(reference: string): string {
  return normaliseCode(reference).replace(/[\s-]/g, '').slice(-4)
}
