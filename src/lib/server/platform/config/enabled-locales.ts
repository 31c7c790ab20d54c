import { DEFAULT_LOCALE, isLocale, type Locale } from '#lib/text/locales.ts'
import { settings } from './settings.ts'

/** The locales that are switched on, the default first (spec §1: he only, unless a setting says more). */
export function enabledLocales(): readonly Locale[] {
  return settings().locales.filter(isLocale)
}

/** The shop's first language. */
export function shopLocale(): Locale {
  return enabledLocales()[0] ?? DEFAULT_LOCALE
}

/** In which an order's messages speak: the one that its buyer read, where that is still enabled. */
export function localeOfOrder(text: string): Locale {
  return isEnabledLocale(text) ? text : shopLocale()
}

export function isEnabledLocale(text: string): text is Locale {
  return isLocale(text) && enabledLocales().includes(text)
}
