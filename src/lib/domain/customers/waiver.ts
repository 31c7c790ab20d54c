import { dayOf } from '#lib/domain/time/days.ts'
import { isDay } from '#lib/domain/time/is-day.ts'

/** The waiver: if a presentation asks for it, the customer's age must fit the tickets (spec §8). */

/** Ages on the day of a presentation, in whole years; null: no bound. */
export interface AgeDemand {
  /** The day in Asia/Jerusalem, YYYY-MM-DD. */
  readonly day: string
  readonly minAge: number | null
  readonly maxAge: number | null
}

/** No buyer was born before this date. */
const EARLIEST = '1900-01-01'

/** Whether a text is a calendar day, YYYY-MM-DD, on which a living person can have been born. */
export function isBirthDate(text: string, now: number): boolean {
  return isDay(text) && text >= EARLIEST && text <= dayOf(now)
}

/** Age in whole years on a day, the birthday included. Somebody born on 29 February turns a year older on 1 March of other years. */
export function ageOn(dateOfBirth: string, day: string): number {
  const [born, then] = [partsOf(dateOfBirth), partsOf(day)]
  const isBeforeBirthday = then.monthAndDay < born.monthAndDay
  return then.year - born.year - (isBeforeBirthday ? 1 : 0)
}

/** Whether somebody born on that day may have all of these tickets. */
export function fitsAges(dateOfBirth: string, demands: readonly AgeDemand[]): boolean {
  return demands.every(({ day, minAge, maxAge }) => {
    const age = ageOn(dateOfBirth, day)
    return age >= (minAge ?? 0) && age <= (maxAge ?? Infinity)
  })
}

function partsOf(date: string): { readonly year: number; readonly monthAndDay: string } {
  return { year: Number(date.slice(0, 4)), monthAndDay: date.slice(5) }
}
