import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadVoucher } from '#lib/server/import/read/read-vouchers.ts'
import { instant } from './write-entitlements.ts'

/**
 * Inserts unknown vouchers. Of known ones only the accepting businesses and the validity may change: the ledger owns the value, the holder the rest. Returns
 * the number of rows written.
 */
export async function writeVouchers(client: Queryable, { vouchers }: Prepared): Promise<number> {
  if (vouchers.length === 0) return 0
  const renamed = vouchers.flatMap(({ item }) => item.earlier.map((before) => ({ before, index: item.index })))
  await client.query(
    'UPDATE system_voucher v SET reference_index = n.index FROM unnest($1::text[], $2::text[]) AS n (before, index) WHERE v.reference_index = n.before',
    [renamed.map(({ before }) => before), renamed.map(({ index }) => index)],
  )
  const { rows } = await client.query<{ count: number }>(
    `WITH given AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS v (reference_index text, reference_encrypted text, balance int, state text, allows_partial boolean,
         business_ids int[], starts_at timestamptz, ends_at timestamptz)),
     changed AS (
       UPDATE system_voucher v SET allows_partial = g.allows_partial, business_ids = g.business_ids, starts_at = g.starts_at, ends_at = g.ends_at
       FROM given g WHERE v.reference_index = g.reference_index AND (v.allows_partial, v.business_ids, v.starts_at, v.ends_at)
         IS DISTINCT FROM (g.allows_partial, g.business_ids, g.starts_at, g.ends_at) RETURNING 1),
     loaded AS (
       INSERT INTO system_voucher (reference_index, reference_encrypted, balance, state, allows_partial, business_ids, starts_at, ends_at)
       SELECT reference_index, decode(reference_encrypted, 'base64'), balance, state, allows_partial, business_ids, starts_at, ends_at FROM given
       ON CONFLICT (reference_index) DO NOTHING RETURNING system_voucher_id, balance),
     noted AS (
       INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', balance FROM loaded WHERE balance <> 0)
     SELECT (SELECT count(*) FROM changed)::int + (SELECT count(*) FROM loaded)::int AS count`,
    [JSON.stringify(vouchers.map(({ item }) => voucherRow(item)))],
  )
  return rows[0]?.count ?? 0
}

function voucherRow(item: ReadVoucher) {
  return {
    reference_index: item.index,
    reference_encrypted: item.hidden.toString('base64'),
    balance: agorotOf(item.balance),
    state: item.state,
    allows_partial: item.allowsPartial,
    business_ids: item.businessIds,
    starts_at: instant(item.startsAt),
    ends_at: instant(item.endsAt),
  }
}
