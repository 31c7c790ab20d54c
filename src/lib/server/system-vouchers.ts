import type { VoucherBalance } from '#lib/domain/grant.ts'
import { database } from './db/connect.ts'

interface Row extends Omit<VoucherBalance, 'startsAt' | 'endsAt'> {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** Vouchers by id, those only that this visitor has looked up by their references. */
export async function voucherBalancesOf(uuid: string, ids: readonly number[]): Promise<ReadonlyMap<number, VoucherBalance>> {
  if (ids.length === 0) return new Map()
  const { rows } = await database().query<Row>({
    name: 'voucher-balances',
    text: `SELECT v.system_voucher_id AS id, v.balance, v.state, v.allows_partial AS "allowsPartial", v.business_ids AS "businessIds",
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
