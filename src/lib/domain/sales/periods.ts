import { DAY_MS } from '#lib/domain/time/durations.ts'
import { addDays } from '#lib/domain/time/days.ts'
import type { Days } from './sales-range.ts'

/** Number of days, both ends included. */
export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1
}

/** The period of the same length that ends the day before. */
export function periodBefore(days: Days): Days {
  const length = lengthOf(days)
  return { from: addDays(days.from, -length), to: addDays(days.to, -length) }
}

/** The dates of a period in order. @param most of a longer period only the last so many */
export function datesOf({ from, to }: Days, most: number): readonly string[] {
  const count = Math.min(lengthOf({ from, to }), most)
  return Array.from({ length: count }, (_, at) => addDays(to, at - count + 1))
}

/** The change from a figure to the next in percent, rounded; undefined from nothing. */
export function changeInPercent(before: number, now: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100)
}
