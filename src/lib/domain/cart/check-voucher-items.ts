import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import { voucherName, type SystemVoucherClass, type SystemVoucherPrice } from '#lib/domain/catalogue/system-vouchers.ts'
import { checkGift, type CheckedGift, type WantedGift } from '#lib/domain/gifts/gift.ts'
import { toAgorot } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { isDay } from '#lib/domain/time/is-day.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'
import { checkEach, type CartAround, type CheckedLine } from './checked-line.ts'

/** Prepaid vouchers of one price that a cart asks for. Amounts, in shekels, are only compared; null: not said. */
export interface WantedVoucherItem {
  readonly classId: number
  /** null: the only price of the class. */
  readonly priceId: number | null
  readonly quantity: number
  /** YYYY-MM-DD, the day that they are valid from; null: today. */
  readonly date: string | null
  readonly price: number | null
  readonly redemption: { readonly reference: string | null; readonly price: number | null } | null
  /** null: it is for the buyer. */
  readonly gift: WantedGift | null
}

/** One prepaid voucher that is bought. */
export interface CheckedVoucher extends CheckedLine {
  readonly kind: 'voucher'
  readonly subjectId: number
  readonly priceId: number
  /** What it pays: agorot, or of a bundle tickets. */
  readonly worth: number
  readonly bundle: BundleTerms | null
  readonly allowsPartial: boolean
  readonly businessIds: readonly number[] | null
  readonly exchangeDays: number | null
  /** ms since 1970. */
  readonly validFrom: number
  readonly validUntil: number | null
  readonly gift: CheckedGift | null
}

/** How far ahead the validity may begin, in days. */
const LATEST_START = 366

interface Found {
  readonly wanted: WantedVoucherItem
  readonly voucher: SystemVoucherClass
  readonly price: SystemVoucherPrice
}

/**
 * Checks and prices prepaid vouchers; each is a line of its own. Refusals: SYSTEM_VOUCHER_NOT_FOUND, SALE_NOT_OPEN, SALE_CLOSED, VOUCHER_LIMIT (more of one price
 * than an order may have), PRICE_CHANGED (other amounts than the client saw), VOUCHER_DATE (begins in the past, too late, after its end, or on a day that no calendar has), those of
 * `checkGift`, GIFT_IS_ONE (several vouchers as one gift).
 */
export function checkVoucherItems(wanted: readonly WantedVoucherItem[], around: CartAround): Result<readonly CheckedVoucher[]> {
  const found = checkEach(wanted, (one) => findPrice(one, around))
  if (!found.ok) return found
  for (const own of Map.groupBy(found.value, ({ price }) => price.id).values()) {
    const max = own[0]?.voucher.maxQuantity ?? 0
    if (own.reduce((sum, one) => sum + one.wanted.quantity, 0) > max) return refuse('VOUCHER_LIMIT', { max })
  }
  const lines = checkEach(found.value, (one) => checkOne(one, around.now))
  return lines.ok ? accept(lines.value.flat()) : lines
}

function findPrice(wanted: WantedVoucherItem, { catalogue, now }: CartAround): Result<Found> {
  const voucher = catalogue.voucherClasses.get(wanted.classId)
  const isOnly = wanted.priceId === null && voucher?.prices.length === 1
  const price = isOnly ? voucher.prices[0] : voucher?.prices.find(({ id }) => id === wanted.priceId)
  if (!voucher || !price) return refuse('SYSTEM_VOUCHER_NOT_FOUND')
  if (voucher.saleOpensAt !== null && now < voucher.saleOpensAt) return refuse('SALE_NOT_OPEN')
  if (voucher.saleClosesAt !== null && now >= voucher.saleClosesAt) return refuse('SALE_CLOSED')
  return isAsSeen(wanted, price) ? accept({ wanted, voucher, price }) : refuse('PRICE_CHANGED')
}

function isAsSeen({ price: seen, redemption }: WantedVoucherItem, { price, redemption: own }: SystemVoucherPrice): boolean {
  if (seen !== null && toAgorot(seen) !== price) return false
  const seenWorth = own.bundle ? redemption?.price : toAgorot(redemption?.price ?? 0)
  if (redemption?.price != null && seenWorth !== own.price) return false
  return redemption?.reference == null || redemption.reference === own.reference
}

function checkOne({ wanted, voucher, price }: Found, now: number): Result<readonly CheckedVoucher[]> {
  const today = dayOf(now)
  const day = wanted.date ?? today
  if (day < today || day > addDays(today, LATEST_START) || !isDay(day)) return refuse('VOUCHER_DATE')
  const validUntil = voucher.validDays === null ? voucher.validUntil : startOfDay(addDays(day, voucher.validDays + 1))
  const validFrom = startOfDay(day)
  if (validUntil !== null && validUntil <= Math.max(now, validFrom)) return refuse('VOUCHER_DATE')
  if (wanted.gift !== null && wanted.quantity > 1) return refuse('GIFT_IS_ONE')
  const gift = wanted.gift && checkGift(wanted.gift, { now, endsAt: validUntil, pictures: voucher.pictures })
  if (gift?.ok === false) return gift
  const { businessId, authProfileId, productIds, allowsPartial, businessIds, exchangeDays } = voucher
  const line: CheckedVoucher = {
    ...{ kind: 'voucher', total: 'others', name: voucherName(voucher, price), presentation: null, seller: { businessId, authProfileId } },
    ...{ quantity: 1, price: price.price, serviceCharge: 0, firstPrice: price.price, isCharged: false, redeems: [] },
    ...{
      isPrepaid: true,
      offers: productIds,
      subjectId: voucher.id,
      priceId: price.id,
      worth: price.redemption.price,
      bundle: price.redemption.bundle,
    },
    ...{ allowsPartial, businessIds, exchangeDays, validFrom, validUntil, gift: gift?.value ?? null },
  }
  return accept(Array.from({ length: wanted.quantity }, () => line))
}
