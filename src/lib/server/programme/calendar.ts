import { pickVaried, type CalendarDay, type CalendarFilter, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { listDays, rangeOfDate } from '#lib/domain/catalogue/calendar/in-order.ts'
import { calendarAddress, filterOf, parseCalendarQuery, type CalendarQuery } from '#lib/domain/catalogue/calendar/calendar-query.ts'
import type { Feature, FeatureCategory, Location } from '#lib/domain/catalogue/catalogue.ts'
import { placeIn } from '#lib/domain/catalogue/words.ts'
import { addDays } from '#lib/domain/time/days.ts'
import type { Locale } from '#lib/text/locales.ts'
import { findShowings, nearestFeatures } from './search.ts'
import { programme, type Programme } from './showings.ts'

/** Minimum number of rows on the first view; more are added by whole days. */
const ROWS_AT_ONCE = 24
const DATE_CHIPS = 7
const FAN = 3

/** One date of the strip above the calendar. `startsAt` is its first showing; undefined if nothing is on. */
export interface DateChip {
  readonly date: string
  readonly startsAt: number | undefined
  /** Number of showings that pass the other filters. */
  readonly count: number
}

/** A category and its number of showings that pass the other filters. */
export interface CategoryChip extends FeatureCategory {
  readonly count: number
}

/** The same search without one of its filters, if that has results. */
export interface WiderSearch {
  readonly without: 'date' | 'location' | 'category' | 'q'
  readonly address: string
  readonly count: number
}

/** Everything that the calendar page draws. */
export interface CalendarView {
  readonly programme: Programme
  readonly query: CalendarQuery
  readonly days: readonly CalendarDay[]
  /** Number of showings that pass the filters, and those of them that are listed. */
  readonly foundCount: number
  readonly listedCount: number
  /** Whether all words matched exactly, not only with a letter changed. */
  readonly isExact: boolean
  /** Number of days to list next; undefined if all are listed. */
  readonly nextDays: number | undefined
  readonly dates: readonly DateChip[]
  readonly categories: readonly CategoryChip[]
  /** Number of showings in all categories that pass the other filters. */
  readonly allCount: number
  readonly cities: readonly string[]
  readonly locations: readonly Location[]
  /** Three showings of different categories for the head of the page. */
  readonly fan: readonly Showing[]
  /** Number of all coming showings. */
  readonly comingCount: number
  /** Suggestions for a search without results: shows with similar names, and searches with fewer filters. */
  readonly nearest: readonly Feature[]
  readonly wider: readonly WiderSearch[]
}

export async function calendarView(params: URLSearchParams, locale: Locale): Promise<CalendarView> {
  const from = await programme(locale)
  const asked = parseCalendarQuery(params)
  const query = { ...asked, ...(asked.location !== undefined && { location: placeIn(from.catalogue.locations, asked.location) }) }
  const found = query.q === undefined ? undefined : findShowings(from, query.q)
  const filter = filterOf(query, found?.keys)
  const matching = from.matching(filter)
  const { days: listed, nextDays } = listDays(matching, query.days, ROWS_AT_ONCE)
  const locations = [...from.catalogue.locations.values()]
  const categories = categoryChips(from, { ...filter, categoryId: undefined })
  return {
    programme: from,
    query,
    days: listed,
    foundCount: matching.length,
    listedCount: listed.reduce((sum, { rows }) => sum + rows.reduce((ofDay, { showings }) => ofDay + showings.length, 0), 0),
    isExact: found?.isExact ?? true,
    nextDays,
    dates: dateChips(from, filter),
    categories,
    allCount: categories.reduce((sum, { count }) => sum + count, 0),
    cities: [...new Set(locations.map(({ city }) => city))].sort(),
    locations,
    fan: pickVaried(from.showings, FAN, ({ presentation }) => from.factsOf(presentation).saleState === 'open'),
    comingCount: from.showings.length,
    nearest: matching.length === 0 && query.q !== undefined && found?.keys.size === 0 ? nearestFeatures(from, query.q) : [],
    wider: matching.length === 0 ? widerSearches(from, query, filter) : [],
  }
}

/** @param filter without a category */
function categoryChips({ catalogue, matching }: Programme, filter: CalendarFilter): readonly CategoryChip[] {
  return [...catalogue.categories.values()].map((category) => ({
    ...category,
    count: matching({ ...filter, categoryId: category.id }).length,
  }))
}

/** Leaves out each filter by itself; the words come last, because they say best what is wanted. */
function widerSearches({ matching }: Programme, query: CalendarQuery, filter: CalendarFilter): readonly WiderSearch[] {
  const without = { date: 'date', location: 'place', category: 'categoryId', q: 'found' } as const
  return (['date', 'location', 'category', 'q'] as const)
    .filter((name) => query[name] !== undefined)
    .map((name) => ({
      without: name,
      address: calendarAddress(query, { [name]: undefined }),
      count: matching({ ...filter, [without[name]]: undefined }).length,
    }))
    .filter(({ count }) => count > 0)
}

/** The next days, plus the chosen one if it is further away. */
function dateChips(from: Programme, filter: CalendarFilter): DateChip[] {
  const dates = Array.from({ length: DATE_CHIPS }, (_day, index) => addDays(from.today, index))
  if (filter.date !== undefined && !dates.includes(filter.date)) dates.push(filter.date)
  const onAnyDay = from.matching({ ...filter, date: undefined })
  return dates.map((date) => {
    const [first, end] = rangeOfDate(onAnyDay, date)
    return { date, startsAt: first < end ? onAnyDay.at(first)?.presentation.startsAt : undefined, count: end - first }
  })
}
