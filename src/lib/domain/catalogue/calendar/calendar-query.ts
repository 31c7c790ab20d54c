import { isDay } from '#lib/domain/time/is-day.ts'
import type { CalendarFilter } from './calendar.ts'

/** The calendar's state in its address, so that every view can be shared and works without script. */
export interface CalendarQuery {
  readonly date?: string | undefined
  readonly location?: string | undefined
  readonly category?: number | undefined
  readonly q?: string | undefined
  /** Number of days with shows to list. */
  readonly days?: number | undefined
  readonly lang?: string | undefined
}

const MAX_DAYS = 400
const MAX_TEXT = 100

/** Reads an address; invalid values count as absent. */
export function parseCalendarQuery(params: URLSearchParams): CalendarQuery {
  const category = positiveInteger(params.get('category'))
  const days = positiveInteger(params.get('days'))
  return {
    date: parseDate(params.get('date')),
    location: textOf(params.get('location')),
    category,
    q: textOf(params.get('q')),
    days: days === undefined ? undefined : Math.min(days, MAX_DAYS),
    lang: textOf(params.get('lang')),
  }
}

/** @param found keys that the free text search found, if there was one */
export function filterOf({ date, location, category }: CalendarQuery, found: ReadonlySet<string> | undefined): CalendarFilter {
  return { date, place: location, categoryId: category, found }
}

/** The calendar's address with some values changed. A changed filter starts again at the first days. */
export function calendarAddress(query: CalendarQuery, changes: Partial<CalendarQuery> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, days: undefined, ...changes }))
    if (value !== undefined) params.set(name, String(value))
  const text = params.toString()
  return text === '' ? '/' : `/?${text}`
}

/** The text if it is an existing date, YYYY-MM-DD; otherwise undefined. */
export function parseDate(text: string | null): string | undefined {
  return text !== null && isDay(text) ? text : undefined
}

function positiveInteger(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

function textOf(text: string | null): string | undefined {
  const trimmed = (text ?? '').trim().slice(0, MAX_TEXT)
  return trimmed === '' ? undefined : trimmed
}
