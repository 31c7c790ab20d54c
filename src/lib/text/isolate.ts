import { hasHebrew } from './hebrew-runs.ts'
import { directionOf, type Locale } from './locales.ts'

/** Isolates numbers, times and amounts, which keep their order in a right-to-left line. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`
}

/** Same as `ltr`, only in right-to-left languages: elsewhere a number needs no isolates, and they would double the parts of an SMS. */
export function ltrIn(locale: Locale, text: string): string {
  return directionOf(locale) === 'rtl' ? ltr(text) : text
}

/** Isolates a Hebrew name in a left-to-right line, so that punctuation and numbers stay with their own text. */
export function isolateHebrew(locale: Locale, text: string): string {
  return directionOf(locale) === 'ltr' && hasHebrew(text) && !text.includes('\u2068') ? `\u2068${text}\u2069` : text
}

/** Joins parts into one line for places without markup: titles, labels, options. */
export function joinParts(locale: Locale, parts: readonly string[], separator = ' · '): string {
  return parts.map((part) => isolateHebrew(locale, part)).join(separator)
}
