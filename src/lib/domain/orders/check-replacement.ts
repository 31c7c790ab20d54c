import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** The current ticket of one seat. */
export interface SeatTicket {
  readonly ticketGroupId: number
  readonly price: Agorot
}

/**
 * Why a bought seat cannot change its ticket. The new ticket must keep seat, ticket group and price (spec §5), unless a coupon or another grant gives it; other
 * seats and showings are not replacements, because their difference is paid or refunded (decision).
 */
export function checkReplacement(before: SeatTicket, after: SeatTicket & { readonly isByCode: boolean }): RefusalCode | undefined {
  if (after.isByCode) return undefined
  return before.ticketGroupId === after.ticketGroupId && before.price === after.price ? undefined : 'REPLACEMENT_MISMATCH'
}
