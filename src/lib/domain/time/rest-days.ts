import { addDays, dayOf } from './days.ts'

const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** Rosh Hashana, Yom Kippur, the first day of Sukkot, Shemini Atzeret, the first and the seventh day of Pesach, Shavuot. */
const HOLIDAYS = new Set(['1 Tishri', '2 Tishri', '10 Tishri', '15 Tishri', '22 Tishri', '15 Nisan', '21 Nisan', '6 Sivan'])

const [TUESDAY, WEDNESDAY, THURSDAY, SATURDAY] = [2, 3, 4, 6] as const

/**
 * Independence Day is 5 Iyar. It moves from a Friday or Saturday back to Thursday and from a Monday forward to Tuesday, so that neither it nor its eve touches
 * a Saturday; hence 3 and 4 Iyar count only on a Thursday, 5 on a Wednesday, 6 on a Tuesday.
 */
const INDEPENDENCE: ReadonlyMap<string, number> = new Map([
  ['3 Iyar', THURSDAY],
  ['4 Iyar', THURSDAY],
  ['5 Iyar', WEDNESDAY],
  ['6 Iyar', TUESDAY],
])

/** Whether a day (YYYY-MM-DD) is a Saturday or a holiday of the Hours of Work and Rest Law. */
export function isRestDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`)
  const weekday = at.getUTCDay()
  if (weekday === SATURDAY) return true
  const date = hebrewDateOf(at)
  return HOLIDAYS.has(date) || INDEPENDENCE.get(date) === weekday
}

/** "5 Iyar" */
function hebrewDateOf(at: Date): string {
  const found = Object.fromEntries(hebrew.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${found.day ?? ''} ${found.month ?? ''}`
}

/**
 * The last day (YYYY-MM-DD) with `days` days before the presentation. It counts itself; the day of the presentation does not.
 * @param countsRestDays false: rest days do not count
 */
export function lastDayBefore(presentationDay: string, days: number, countsRestDays: boolean): string {
  if (countsRestDays) return addDays(presentationDay, 0 - days)
  let [day, counted] = [presentationDay, 0]
  while (counted < days) {
    day = addDays(day, -1)
    if (!isRestDay(day)) counted += 1
  }
  return day
}

/**
 * The first instant (ms since 1970) of a day in Asia/Jerusalem, which is two or three hours before UTC midnight. Clocks change at two in the night, so midnight
 * always exists.
 */
export function startOfDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const summer = midnight - 3 * HOUR
  return dayOf(summer) === day ? summer : midnight - 2 * HOUR
}

/** When the day of an instant ends in Asia/Jerusalem: a day has 23, 24 or 25 hours. */
export function endOfDay(instant: number): number {
  return startOfDay(addDays(dayOf(instant), 1))
}

const HOUR = 3_600_000
