import { addDays } from '#lib/domain/time/days.ts'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'

/**
 * The business day of an instant, YYYY-MM-DD: one begins at `ends` and goes on until then on the next calendar day, in Asia/Jerusalem.
 * @param instant ms since 1970 @param ends HH:MM
 */
export function businessDayOf(instant: number, ends: string): string {
  const [day = '', time = ''] = wallTimeOf(instant).split('T')
  return time < ends ? addDays(day, -1) : day
}
