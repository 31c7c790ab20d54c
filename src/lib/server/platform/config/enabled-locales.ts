import { DEFAULT_LOCALE, isLocale, type Locale } from '#lib/text/locales.ts'
import { settings } from './settings.ts'

/** The enabled locales, the default first (spec §1: only he, unless set otherwise). */
export function enabledLocales(): readonly Locale[] {
  return settings().locales.filter(isLocale)
}

/** The shop's first language. */
export function shopLocale(): Locale {
  return enabledLocales()[0] ?? DEFAULT_LOCALE
}

/** The language of an order's messages: the buyer's, if still enabled. */
export function localeOfOrder(text: string): Locale {
  return isEnabledLocale(text) ? text : shopLocale()
}

export function isEnabledLocale(text: string): text is Locale {
  return isLocale(text) && enabledLocales().includes(text)
}
