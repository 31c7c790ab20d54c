import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Seats that are held without paying are paid and collected at the latest so long before the event, in minutes (spec §4, §9). */
export const COLLECTED_MINUTES = 30

/** Until when seats of presentations that begin at these times are to be paid; all in ms since 1970. */
export function payUntilOf(startsAt: readonly number[]): number {
  return Math.min(...startsAt) - COLLECTED_MINUTES * 60_000
}

/** Whether an address sets hold mode: the query isHold does, unless it says no (spec §4). */
export function isHoldMode(search: string): boolean {
  const named = new URLSearchParams(search).get('isHold')
  return named !== null && named !== '0' && named !== 'false'
}

/** What an address of an order in hold mode ends with, so that the mode stays. */
export const HOLD_QUERY = 'isHold=1'

/** Premium seats cannot be held without paying (spec §4). */
export function isNeverHeld(hall: Parameters<typeof hasFeature>[0], seat: number): boolean {
  return hasFeature(hall, seat, SEAT_FEATURE.isPremium)
}
