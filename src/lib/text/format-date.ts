import type { Locale } from './locales.ts'

/** All dates and times are shown in Asia/Jerusalem, regardless of the browser's or server's zone (spec §1, §9). */
export const TIME_ZONE = 'Asia/Jerusalem'

export interface DateParts {
  /** YYYY-MM-DD */
  readonly date: string
  readonly year: number
  readonly month: number
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** HH:MM, 24 hours. */
  readonly time: string
  readonly hour: number
}

/** Made on first use: a slow phone takes a tenth of a second for it, and most pages that load this file show no date by script. */
let parts: Intl.DateTimeFormat | undefined

function partsFormat(): Intl.DateTimeFormat {
  return (parts ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }))
}

/** The calendar parts of an instant (ms since 1970) in Asia/Jerusalem. */
export function datePartsOf(instant: number): DateParts {
  const found = Object.fromEntries(
    partsFormat()
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  )
  const date = `${found.year ?? ''}-${found.month ?? ''}-${found.day ?? ''}`
  return {
    date,
    year: Number(found.year),
    month: Number(found.month),
    day: Number(found.day),
    // A date alone is read as one of UTC.
    weekday: new Date(date).getUTCDay(),
    time: `${found.hour ?? ''}:${found.minute ?? ''}`,
    hour: Number(found.hour),
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formatters are expensive and used on every row, so they are cached. */
function formatterOf(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options })
  formatters.set(key, made)
  return made
}

/** HH:MM */
export function formatTime(instant: number): string {
  return datePartsOf(instant).time
}

/** 24.11 */
export function formatShortDate(instant: number): string {
  const { day, month } = datePartsOf(instant)
  return `${String(day)}.${String(month)}`
}

/** יום שלישי; Saturday evening, from 17:00, is מוצ״ש in Hebrew. */
export function formatWeekday(instant: number, locale: Locale): string {
  const { weekday, hour } = datePartsOf(instant)
  if (locale === 'he' && weekday === 6 && hour >= 17) return 'מוצ״ש'
  return formatterOf(locale, { weekday: 'long' }).format(instant)
}

/** יום ג׳ (short weekday); Saturday evening is מוצ״ש in Hebrew. */
export function formatShortWeekday(instant: number, locale: Locale): string {
  const { weekday, hour } = datePartsOf(instant)
  if (locale !== 'he') return formatterOf(locale, { weekday: 'short' }).format(instant)
  if (weekday === 6) return hour >= 17 ? 'מוצ״ש' : 'שבת'
  return `יום ${'אבגדהו'.charAt(weekday)}׳`
}

/** נובמבר 2026 */
export function formatMonth(instant: number, locale: Locale): string {
  return formatterOf(locale, { month: 'long', year: 'numeric' }).format(instant)
}

/** יום שלישי, 24 בנובמבר */
export function formatLongDate(instant: number, locale: Locale): string {
  const date = formatterOf(locale, { day: 'numeric', month: 'long' }).format(instant)
  return `${formatWeekday(instant, locale)}, ${date}`
}

/** נובמבר, ноября: the month as it stands after a day. */
export function formatMonthName(instant: number, locale: Locale): string {
  const found = formatterOf(locale, { day: 'numeric', month: 'long' }).formatToParts(instant)
  return found.find(({ type }) => type === 'month')?.value ?? ''
}

/** A day and an hour in words. */
export interface Moment {
  /** As formatLongDate has it. */
  readonly date: string
  /** HH:MM */
  readonly time: string
}

export function momentOf(instant: number, locale: Locale): Moment {
  return { date: formatLongDate(instant, locale), time: formatTime(instant) }
}
