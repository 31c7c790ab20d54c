import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { ChangeTime } from './change-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { lastDayBefore, startOfDay } from '#lib/domain/time/rest-days.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'

/** The part of a presentation that the cancellation rules need. */
export type CancellableShow = Pick<Presentation, 'startsAt' | 'isCancelled' | 'cancellation'>

/** The terms of a ticket whose date or seat the house has moved since it was bought: everything goes back until the show begins, whatever the policy. */
export const MOVED_TERMS: CancellationPolicy = {
  id: 0,
  name: '',
  withinDays: null,
  beforeDays: null,
  countsRestDays: true,
  charge: { kind: 'none' },
  chargeLimit: null,
}

/** A presentation under the terms by which a ticket for it is cancelled. */
export function showOfTicket<Show extends CancellableShow>(show: Show | undefined, isMoved: boolean): Show | undefined {
  return show && isMoved ? { ...show, cancellation: MOVED_TERMS } : show
}

/**
 * Why buyers cannot cancel their purchase of a presentation (spec §5, §8); undefined: they can. A presentation called off by the organiser can always be
 * cancelled, whatever the policy.
 * @param isAllowed the setting, off by default
 */
export function cancelRefusal(show: CancellableShow | undefined, time: ChangeTime, isAllowed: boolean): RefusalCode | undefined {
  if (!isAllowed) return 'CANCEL_NOT_ALLOWED'
  if (!show) return 'PRSNT_NOT_FOUND'
  if (show.isCancelled) return undefined
  if (!show.cancellation) return 'CANCEL_NOT_ALLOWED'
  if (time.now >= endBefore(show.startsAt, show.cancellation)) return 'TOO_CLOSE_TO_PRSNT_DATE'
  return time.now >= endSince(time.boughtAt, show.cancellation) ? 'TOO_FAR_FROM_PURCHASE_DATE' : undefined
}

/** The deadline for cancelling, ms since 1970; null if there is none. */
export function cancellableUntil({ startsAt, isCancelled, cancellation }: CancellableShow, boughtAt: number): number | null {
  if (isCancelled || !cancellation) return null
  return Math.min(endBefore(startsAt, cancellation), endSince(boughtAt, cancellation))
}

/** The last minute before a deadline, as people say it: a deadline at the end of a day is shown as 23:59 of that day, not 00:00 of the next. */
export function lastMoment(until: number): number {
  return startOfDay(dayOf(until)) === until ? until - 60_000 : until
}

/** The end of the last day with enough days before the presentation, or its start if no days are required. Days are in Asia/Jerusalem. */
function endBefore(startsAt: number, { beforeDays, countsRestDays }: CancellationPolicy): number {
  if (beforeDays === null || beforeDays === 0) return startsAt
  return startOfDay(addDays(lastDayBefore(dayOf(startsAt), beforeDays, countsRestDays), 1))
}

/** The end of the last allowed day after the purchase; Infinity if there is none. */
export function endSince(boughtAt: number, { withinDays }: CancellationPolicy): number {
  return withinDays === null ? Infinity : startOfDay(addDays(dayOf(boughtAt), withinDays + 1))
}
