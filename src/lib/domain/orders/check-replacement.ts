import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** The ticket of one seat. */
export interface SeatTicket {
  readonly ticketGroupId: number
  readonly price: Agorot
}

/**
 * Why a bought seat does not change its ticket: another ticket on the same seat keeps ticket group and price (spec §5), unless a coupon or the like gives it.
 * Other seats and other showings are no replacement: their difference is paid or given back (decision).
 */
export function checkReplacement(before: SeatTicket, after: SeatTicket & { readonly isByCode: boolean }): RefusalCode | undefined {
  if (after.isByCode) return undefined
  return before.ticketGroupId === after.ticketGroupId && before.price === after.price ? undefined : 'REPLACEMENT_MISMATCH'
}
