import type { BundleTerms } from './bundle.ts'
import type { GiftPicture } from '#lib/domain/gifts/gift.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'
import type { Worded } from './worded.ts'

/** Prepaid vouchers for sale, as the rules and pages read them (spec §3). Times are UTC instants (ms since 1970). */

/** One price of a class: an amount, or a bundle that pays more than it costs. */
export interface SystemVoucherPrice extends Worded {
  readonly id: number
  readonly name: string
  readonly note: string
  readonly price: Agorot
  /** What the voucher is redeemed for: by which reference the house knows it, and what it pays. */
  readonly redemption: VoucherRedemption
}

export interface VoucherRedemption {
  readonly reference: string | null
  /** In agorot; of a bundle the number of its tickets. */
  readonly price: number
  /** The tickets that it pays; null: it pays money. */
  readonly bundle: BundleTerms | null
}

/** What is sold: the `SystemVoucherId` of the wire. */
export interface SystemVoucherClass extends Worded {
  readonly id: number
  readonly superClassId: number
  readonly name: string
  readonly description: string
  readonly businessId: number
  readonly authProfileId: number
  /** Businesses that take it; null: all. */
  readonly businessIds: readonly number[] | null
  readonly allowsPartial: boolean
  /** Days from the day that it starts on. */
  readonly validDays: number | null
  readonly validUntil: number | null
  readonly saleOpensAt: number | null
  readonly saleClosesAt: number | null
  /** Days from the purchase in which it may be exchanged; null: it is not. */
  readonly exchangeDays: number | null
  /** The terms under which its buyers may cancel by themselves; null: they may not. */
  readonly cancellation: CancellationPolicy | null
  /** Products that are offered beside it. */
  readonly productIds: readonly number[]
  /** Of one price in one order (spec §9: maxQuantityForVouchers). */
  readonly maxQuantity: number
  /** What a gift of it may bear. */
  readonly pictures: readonly GiftPicture[]
  readonly prices: readonly SystemVoucherPrice[]
}

export interface SystemVoucherSuperClass extends Worded {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly classes: readonly SystemVoucherClass[]
}

/** What a voucher is called once it is bought: "Cinema for two, with popcorn". */
export function voucherName(voucher: Pick<SystemVoucherClass, 'name'>, price: Pick<SystemVoucherPrice, 'name'>): string {
  return voucher.name === price.name ? voucher.name : `${voucher.name}, ${price.name}`
}

/** The most of one price in one order (spec §9). */
export const MAX_QUANTITY_FOR_VOUCHERS = 10
