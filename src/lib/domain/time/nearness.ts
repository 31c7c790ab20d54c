import { addDays } from './days.ts'
import { partOfDay } from './part-of-day.ts'

export type Nearness = 'today' | 'tonight' | 'tomorrow'

/**
 * How near a day is; undefined from the day after tomorrow on. Both dates are of the shop's time zone, YYYY-MM-DD.
 * @param hour at which the first thing begins, 0 to 23; undefined where it has no time of day
 */
export function nearnessOf(date: string, today: string, hour: number | undefined): Nearness | undefined {
  if (date === addDays(today, 1)) return 'tomorrow'
  if (date !== today) return undefined
  return hour !== undefined && hour >= 12 && ['evening', 'night'].includes(partOfDay(hour)) ? 'tonight' : 'today'
}
