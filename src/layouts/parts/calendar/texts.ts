import type { CalendarView } from '#lib/server/programme/calendar.ts'
import { formatCount } from '#lib/text/format-count.ts'
import { formatLongDate } from '#lib/text/format-date.ts'
import { joinParts } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** Number of matching dates, number of listed ones, and whether the words were matched approximately. */
export function foundText({ foundCount, listedCount, isExact, query }: CalendarView, locale: Locale): string {
  const t = textOf(locale)
  if (foundCount === 0) return query.q === undefined ? t('calendar.found_zero') : t('calendar.notFound', { text: query.q })
  const dates = t(listedCount < foundCount ? 'calendar.foundFirst' : 'calendar.found', {
    count: foundCount,
    total: formatCount(foundCount, locale),
    shown: formatCount(listedCount, locale),
  })
  return isExact ? dates : `${t('calendar.guessed', { text: query.q ?? '' })} ${dates}`
}

/** The window title, which includes the filters. */
export function windowTitle(view: CalendarView, locale: Locale): string {
  const { query, categories } = view
  const t = textOf(locale)
  const parts = [
    query.q && t('calendar.quoted', { text: query.q }),
    categories.find(({ id }) => id === query.category)?.name,
    query.date && formatLongDate(noonOf(query.date), locale),
    placeOf(view),
  ].filter((part): part is string => part !== undefined && part !== '')
  return parts.length === 0 ? t('calendar.title') : joinParts(locale, parts)
}

/** The chosen city or venue; undefined if none. */
export function placeOf({ query, locations }: CalendarView): string | undefined {
  return locations.find(({ id }) => String(id) === query.location)?.name ?? query.location
}

/** The instant that represents a day: noon in Israel. */
export function noonOf(date: string): number {
  return Date.parse(`${date}T10:00:00Z`)
}
