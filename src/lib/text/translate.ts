import type { Locale } from './locales.ts'

/** Texts of one namespace or of several merged: flat keys; plural forms end in _one, _two, _many or _other. */
export type Texts = Readonly<Record<string, string>>
export type TextValues = Readonly<Record<string, string | number>>

/** Finds a text, picks its plural form by `count` and fills {{names}}. A missing key answers itself, so that it is seen. */
export function translate(texts: Texts, locale: Locale, key: string, values: TextValues = {}): string {
  const text = texts[pluralKey(texts, locale, key, values)] ?? key
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

function pluralKey(texts: Texts, locale: Locale, key: string, values: TextValues): string {
  if (typeof values.count !== 'number') return key
  const exact = `${key}_${new Intl.PluralRules(locale).select(values.count)}`
  if (exact in texts) return exact
  return `${key}_other` in texts ? `${key}_other` : key
}

/** A function bound to texts and locale: `t('seats.limit', { max: 8 })`. */
export type Translate = (key: string, values?: TextValues) => string

export function translator(texts: Texts, locale: Locale): Translate {
  return (key, values) => translate(texts, locale, key, values)
}
