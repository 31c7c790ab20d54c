import { addDays } from './days.ts'
import { partOfDay } from './part-of-day.ts'

export type Nearness = 'today' | 'tonight' | 'tomorrow'

/**
 * How near a day is; undefined from the day after tomorrow on. Both dates are in the shop's time zone, YYYY-MM-DD.
 * @param hour start of the first showing, 0 to 23; undefined if it has no time of day
 */
export function nearnessOf(date: string, today: string, hour: number | undefined): Nearness | undefined {
  if (date === addDays(today, 1)) return 'tomorrow'
  if (date !== today) return undefined
  return hour !== undefined && hour >= 12 && ['evening', 'night'].includes(partOfDay(hour)) ? 'tonight' : 'today'
}
