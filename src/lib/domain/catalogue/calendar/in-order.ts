import type { BlockList } from '../lists/block-list.ts'
import { firstNot, type Listed } from '../lists/listed.ts'
import { dayOf, type CalendarDay, type Showing } from './calendar.ts'

/** What is found in showings that stand in the order of their start, without looking at all of them. */

/** Where those of a list begin that can still be attended: the first of today, of which the untimed ones can, and the first that has not begun. */
export interface ComingRange {
  readonly today: number
  readonly next: number
}

/** A timed one can be attended until it starts, an untimed one through its whole day. @param today YYYY-MM-DD */
export function comingRange(showings: Listed<Showing>, now: number, today: string): ComingRange {
  const next = firstNot(showings, ({ presentation }) => presentation.startsAt <= now)
  return { next, today: firstNot(showings, ({ date }) => date < today) }
}

/** Those that can still be attended. */
export function comingOf(showings: BlockList<Showing>, { today, next }: ComingRange): BlockList<Showing> {
  return showings.from(
    next,
    showings.slice(today, next).filter(({ isUntimed }) => isUntimed),
  )
}

/** The first of those that can still be attended. */
export function nextFrom(showings: Listed<Showing>, now: number, today: string): Showing | undefined {
  const range = comingRange(showings, now, today)
  for (let at = range.today; at < range.next; at++) if (showings.at(at)?.isUntimed) return showings.at(at)
  return showings.at(range.next)
}

/** Those that start after a moment. @param since ms since 1970 */
export function startedSince(showings: Listed<Showing>, since: number): readonly Showing[] {
  return showings.slice(firstNot(showings, ({ presentation }) => presentation.startsAt <= since))
}

/** Where the showings of a day begin and end. */
export function rangeOfDate(showings: Listed<Showing>, date: string): readonly [first: number, end: number] {
  return [firstNot(showings, (one) => one.date < date), firstNot(showings, (one) => one.date <= date)]
}

/** The first days of a list, and how many days to list next; undefined: all are listed. */
export interface ListedDays {
  readonly days: readonly CalendarDay[]
  readonly nextDays: number | undefined
}

/** @param wanted number of days; undefined: whole days for enough rows @param enoughRows that are added at once, by whole days */
export function listDays(showings: Listed<Showing>, wanted: number | undefined, enoughRows: number): ListedDays {
  const days = daysOf(showings)
  const listed = takeDays(days, wanted === undefined ? { rows: enoughRows } : { days: wanted })
  const further = takeDays(days, { rows: enoughRows })
  return { days: listed, nextDays: further.length > 0 ? listed.length + further.length : undefined }
}

function takeDays(days: Iterator<CalendarDay, undefined>, enough: { readonly rows?: number; readonly days?: number }): CalendarDay[] {
  const taken: CalendarDay[] = []
  let rows = 0
  while (taken.length < (enough.days ?? Infinity) && rows < (enough.rows ?? Infinity)) {
    const { value } = days.next()
    if (value === undefined) break
    taken.push(value)
    rows += value.rows.length
  }
  return taken
}

/** One day after the other, each made when it is asked for. */
function* daysOf(showings: Listed<Showing>): Generator<CalendarDay, undefined> {
  for (let first = 0; first < showings.length;) {
    const date = showings.at(first)?.date ?? ''
    let end = first + 1
    while (showings.at(end)?.date === date) end++
    yield dayOf(date, showings.slice(first, end))
    first = end
  }
  return undefined
}
