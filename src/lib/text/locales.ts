/** The locales with texts (spec §1, §4); a setting enables them. */
export const LOCALES = ['he', 'en', 'ru', 'ar'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'he'

/** Right-to-left applies to he and ar (spec §1). */
export function directionOf(locale: Locale): 'rtl' | 'ltr' {
  return locale === 'he' || locale === 'ar' ? 'rtl' : 'ltr'
}

export function isLocale(text: string): text is Locale {
  return (LOCALES as readonly string[]).includes(text)
}
