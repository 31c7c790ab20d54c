import type { Locale } from './locales.ts'

/** Formats a whole number with the separators of the language: 1,372. */
export function formatCount(count: number, locale: Locale): string {
  return count.toLocaleString(locale)
}
