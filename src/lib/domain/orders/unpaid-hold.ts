import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** Unpaid holds must be paid and collected this many minutes before the event (spec §4, §9). */
export const COLLECTED_MINUTES = 30

/** The payment deadline of an unpaid hold for presentations with these start times; all in ms since 1970. */
export function payUntilOf(startsAt: readonly number[]): number {
  return Math.min(...startsAt) - COLLECTED_MINUTES * 60_000
}

/** Whether an address sets hold mode: the query isHold does, unless its value is a no (spec §4). */
export function isHoldMode(search: string): boolean {
  const named = new URLSearchParams(search).get('isHold')
  return named !== null && named !== '0' && named !== 'false'
}

/** The query that keeps hold mode in addresses. */
export const HOLD_QUERY = 'isHold=1'

/** Premium seats cannot be held without paying (spec §4). */
export function isNeverHeld(hall: Parameters<typeof hasFeature>[0], seat: number): boolean {
  return hasFeature(hall, seat, SEAT_FEATURE.isPremium)
}
