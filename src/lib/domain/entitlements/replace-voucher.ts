import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'
import { startOfDay } from '#lib/domain/time/rest-days.ts'

/** A customer's voucher, as its replacement sees it. Times are ms since 1970. */
export interface VoucherToReplace {
  /** Whether it was bought here. */
  readonly isBought: boolean
  readonly isReplacement: boolean
  readonly state: 'active' | 'cancelled' | 'replaced' | 'forReplacement'
  readonly balance: Agorot
  readonly createdAt: number
  readonly endsAt: number | null
  /** Days from the purchase; null: it is not exchanged. */
  readonly exchangeDays: number | null
  /** Whether an order that is being paid has taken of it. */
  readonly isPaying: boolean
}

/** Why a voucher is not replaced; undefined if it is. One that has expired is, while its days last. */
export function replacementProblem(voucher: VoucherToReplace, now: number): RefusalCode | undefined {
  const { state, exchangeDays } = voucher
  if (!voucher.isBought) return 'NOT_SOLD_IN_OUTLET'
  if (voucher.isReplacement || state === 'forReplacement' || state === 'replaced') return 'ALREADY_FOR_REPLACEMENT'
  if (state !== 'active' || exchangeDays === null) return 'NOT_ACTIVE'
  if (now >= exchangeUntil(voucher.createdAt, exchangeDays)) return 'TOO_FAR_FROM_PURCHASE_DATE'
  if (voucher.isPaying) return 'ORDER_IN_PROGRESS'
  return voucher.balance === 0 ? 'VOUCHER_NO_BALANCE' : undefined
}

/** The end of the last day on which a voucher is replaced, in Asia/Jerusalem. */
export function exchangeUntil(createdAt: number, exchangeDays: number): number {
  return startOfDay(addDays(dayOf(createdAt), exchangeDays + 1))
}

/** From when until when a replacement is valid: today, and the old end or as many days as it is exchanged for, whichever is later (decision 50). */
export function replacementDates(
  { endsAt, exchangeDays }: Pick<VoucherToReplace, 'endsAt' | 'exchangeDays'>,
  now: number,
): { readonly startsAt: number; readonly endsAt: number | null } {
  const window = startOfDay(addDays(dayOf(now), (exchangeDays ?? 0) + 1))
  return { startsAt: startOfDay(dayOf(now)), endsAt: endsAt === null ? null : Math.max(endsAt, window) }
}
