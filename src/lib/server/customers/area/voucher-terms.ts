import type { VoucherReach } from '#lib/domain/entitlements/voucher-places.ts'
import { replacementDates } from '#lib/domain/entitlements/replace-voucher.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Where and how a voucher pays, and what a replacement of it would be like now. */
export interface VoucherTerms extends VoucherReach {
  readonly allowsPartial: boolean
  /** ms since 1970; an end of null: none. null: it was not bought here, or is not exchanged. */
  readonly replacement: { readonly startsAt: number; readonly endsAt: number | null } | null
}

interface Row extends VoucherReach {
  readonly allowsPartial: boolean
  readonly exchangeDays: number | null
  readonly endsAt: Date | null
  readonly now: Date
}

/** The terms of a voucher that the caller has found in the customer's area. */
export async function termsOfVoucher(voucherId: number): Promise<VoucherTerms> {
  const { rows } = await database().query<Row>({
    name: 'terms-of-voucher',
    text: `SELECT v.business_ids AS "businessIds", v.bundle, v.allows_partial AS "allowsPartial", p.exchange_days AS "exchangeDays", v.ends_at AS "endsAt", now() AS now
           FROM system_voucher v LEFT JOIN voucher_purchase p USING (system_voucher_id) WHERE v.system_voucher_id = $1`,
    values: [voucherId],
  })
  const [row] = rows
  if (!row) throw new Error('A voucher of the area is not there.')
  const { exchangeDays, endsAt, now, ...terms } = row
  const end = endsAt?.getTime() ?? null
  return { ...terms, replacement: exchangeDays === null ? null : replacementDates({ endsAt: end, exchangeDays }, now.getTime()) }
}
