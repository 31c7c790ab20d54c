import {
  addDays,
  countDays,
  groupByDay,
  matchesFilter,
  pickVaried,
  type CalendarDay,
  type CalendarFilter,
  type Showing,
} from '#lib/domain/calendar.ts'
import { filterOf, parseCalendarQuery, type CalendarQuery } from '#lib/domain/calendar-query.ts'
import type { FeatureCategory, Location } from '#lib/domain/catalogue.ts'
import { programme, type Programme } from './showings.ts'

/** Rows that fill a first look; more come by whole days. */
const ROWS_AT_ONCE = 24
const DATE_CHIPS = 7
const FAN = 3
const LEAD_DAYS = 14

/** One date of the strip above the calendar. `startsAt` is its first showing, undefined where nothing is on. */
export interface DateChip {
  readonly date: string
  readonly startsAt: number | undefined
}

/** Everything that the calendar page draws. */
export interface CalendarView {
  readonly programme: Programme
  readonly query: CalendarQuery
  readonly days: readonly CalendarDay[]
  readonly rowCount: number
  /** How many days to list next; undefined where all are listed. */
  readonly nextDays: number | undefined
  readonly dates: readonly DateChip[]
  readonly categories: readonly FeatureCategory[]
  /** Showings in all categories under the other filters. */
  readonly allCount: number
  readonly cities: readonly string[]
  readonly locations: readonly Location[]
  /** Three showings of different categories for the head of the page. */
  readonly fan: readonly Showing[]
  /** Showings of the next two weeks. */
  readonly soonCount: number
}

export async function calendarView(params: URLSearchParams): Promise<CalendarView> {
  const from = await programme()
  const query = parseCalendarQuery(params)
  const filter = filterOf(query)
  const days = groupByDay(from.showings.filter((showing) => matchesFilter(showing, filter)))
  const shown = query.days ?? countDays(days, 0, ROWS_AT_ONCE)
  const listed = days.slice(0, shown)
  const locations = [...from.catalogue.locations.values()]
  const until = addDays(from.today, LEAD_DAYS)
  return {
    programme: from,
    query,
    days: listed,
    rowCount: listed.reduce((sum, { rows }) => sum + rows.length, 0),
    nextDays: days.length > shown ? countDays(days, shown, ROWS_AT_ONCE) : undefined,
    dates: dateChips(from, filter),
    categories: [...from.catalogue.categories.values()],
    allCount: from.showings.filter((showing) => matchesFilter(showing, { ...filter, categoryId: undefined })).length,
    cities: [...new Set(locations.map(({ city }) => city))].sort(),
    locations,
    fan: pickVaried(from.showings, FAN, ({ presentation }) => from.factsOf(presentation).saleState === 'open'),
    soonCount: from.showings.filter(({ date }) => date < until).length,
  }
}

/** The next days, and the chosen one where it is further away. */
function dateChips(from: Programme, filter: CalendarFilter): DateChip[] {
  const dates = Array.from({ length: DATE_CHIPS }, (_day, index) => addDays(from.today, index))
  if (filter.date !== undefined && !dates.includes(filter.date)) dates.push(filter.date)
  const onAnyDay = from.showings.filter((showing) => matchesFilter(showing, { ...filter, date: undefined }))
  return dates.map((date) => ({ date, startsAt: onAnyDay.find((showing) => showing.date === date)?.presentation.startsAt }))
}
