import type { CancellationPolicy, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { ChangeTime } from './change-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { lastDayBefore, startOfDay } from '#lib/domain/time/rest-days.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'

/** What the rules of cancelling see of a presentation. */
export type CancellableShow = Pick<Presentation, 'startsAt' | 'isCancelled' | 'cancellation'>

/**
 * Why what was bought for a presentation is not cancelled by its buyer (spec §5, §8); undefined: it is. What the house itself has called off is given back at
 * any time, whatever the policy.
 * @param isAllowed the setting, which is off by default.
 */
export function cancelRefusal(show: CancellableShow | undefined, time: ChangeTime, isAllowed: boolean): RefusalCode | undefined {
  if (!isAllowed) return 'CANCEL_NOT_ALLOWED'
  if (!show) return 'PRSNT_NOT_FOUND'
  if (show.isCancelled) return undefined
  if (!show.cancellation) return 'CANCEL_NOT_ALLOWED'
  if (time.now >= endBefore(show.startsAt, show.cancellation)) return 'TOO_CLOSE_TO_PRSNT_DATE'
  return time.now >= endSince(time.boughtAt, show.cancellation) ? 'TOO_FAR_FROM_PURCHASE_DATE' : undefined
}

/** Until when it may be cancelled, ms since 1970; null where that is not bounded. */
export function cancellableUntil({ startsAt, isCancelled, cancellation }: CancellableShow, boughtAt: number): number | null {
  if (isCancelled || !cancellation) return null
  return Math.min(endBefore(startsAt, cancellation), endSince(boughtAt, cancellation))
}

/** The last minute that a time bounds, as people say it: what ends with a day ends at 23:59 of it, not at 00:00 of the next. */
export function lastMoment(until: number): number {
  return startOfDay(dayOf(until)) === until ? until - 60_000 : until
}

/** The end of the last day from which enough days lie before the presentation; its beginning where none have to. All days are days of Asia/Jerusalem. */
function endBefore(startsAt: number, { beforeDays, countsRestDays }: CancellationPolicy): number {
  if (beforeDays === null || beforeDays === 0) return startsAt
  return startOfDay(addDays(lastDayBefore(dayOf(startsAt), beforeDays, countsRestDays), 1))
}

/** The end of the last day of those that follow the purchase. */
function endSince(boughtAt: number, { withinDays }: CancellationPolicy): number {
  return withinDays === null ? Infinity : startOfDay(addDays(dayOf(boughtAt), withinDays + 1))
}
