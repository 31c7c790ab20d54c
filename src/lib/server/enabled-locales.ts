import { isLocale, type Locale } from '#lib/text/locales.ts'
import { settings } from './settings.ts'

/** The locales that are switched on, the default first (spec §1: he only, unless a setting says more). */
export function enabledLocales(): readonly Locale[] {
  return settings().locales.filter(isLocale)
}

export function isEnabledLocale(text: string): text is Locale {
  return isLocale(text) && enabledLocales().includes(text)
}
