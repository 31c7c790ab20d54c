import { hasHebrew } from './hebrew-runs.ts'
import { directionOf, type Locale } from './locales.ts'

/** Numbers, times and amounts keep their order in a line from right to left: between isolates. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`
}

/** A Hebrew name in a line from left to right stands between isolates, so that neither mixes its signs and numbers with the other's. */
export function isolateHebrew(locale: Locale, text: string): string {
  return directionOf(locale) === 'ltr' && hasHebrew(text) && !text.includes('\u2068') ? `\u2068${text}\u2069` : text
}

/** Parts in one line where there is no markup: titles, labels, options. */
export function joinParts(locale: Locale, parts: readonly string[], separator = ' · '): string {
  return parts.map((part) => isolateHebrew(locale, part)).join(separator)
}
