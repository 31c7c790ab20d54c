import { normaliseMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { voucherIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import type { VoucherItem } from '#lib/server/import/schema/entitlement-schema.ts'
import type { Sourced } from './read-catalogue.ts'
import { periodOf, type ReadEntitlement } from './read-entitlements.ts'
import type { ImportNotes } from './report.ts'

/** A prepaid voucher in database form: found by a keyed hash of its reference, which is stored encrypted. */
export interface ReadVoucher
  extends Pick<VoucherItem, 'balance' | 'allowsPartial' | 'state'>, Pick<ReadEntitlement, 'startsAt' | 'endsAt'> {
  readonly index: string
  /** Look-ups under earlier secrets. */
  readonly earlier: readonly string[]
  readonly hidden: Buffer
  readonly businessIds: readonly number[] | null
  readonly ownerMobile: string | null
}

/** A duplicate reference is a problem. */
export function readVouchers(vouchers: readonly Sourced<VoucherItem>[], today: string, notes: ImportNotes): Sourced<ReadVoucher>[] {
  const first = new Set<string>()
  return vouchers.map(({ item: { reference, starts, ends, businessIds, ownerMobile, ...rest }, place }) => {
    const [index = '', ...earlier] = voucherIndexesOf(reference)
    if (first.has(index)) notes.problem(place, 'has the same reference as another before it')
    first.add(index)
    const period = periodOf(['starts', starts], ['ends', ends], { today, place, notes })
    return {
      item: {
        ...rest,
        ...period,
        index,
        earlier,
        hidden: encryptText(reference),
        businessIds: businessIds ?? null,
        ownerMobile: mobileOf(ownerMobile),
      },
      place,
    }
  })
}

/** null if there is no owner, or not yet: an invalid number is nobody's. */
function mobileOf(typed: string | null | undefined): string | null {
  return (typed && normaliseMobileNumber(typed)) || null
}
