import { isolateHebrew } from './isolate.ts'
import type { Locale } from './locales.ts'

/** Texts of one or several namespaces: flat keys; plural forms end in _one, _two, _many or _other. */
export type Texts = Readonly<Record<string, string>>
export type TextValues = Readonly<Record<string, string | number>>

/** Texts and the language that they are in. */
interface LocalTexts {
  readonly texts: Texts
  readonly locale: Locale
}

/** Finds a text, selects its plural form by countOf and fills {{names}}. A missing key returns itself; a browser reports it as an error of the page. */
export function translate(local: LocalTexts, key: string, values: TextValues = {}): string {
  const { texts, locale } = local
  const text = texts[pluralKey(local, key, values)] ?? reportMissing(key)
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => isolated(locale, values[name] ?? whole))
}

function reportMissing(key: string): string {
  if (typeof reportError === 'function') reportError(new Error(`No text for ${key}`))
  return key
}

function pluralKey({ texts, locale }: LocalTexts, key: string, values: TextValues): string {
  const count = countOf(values)
  if (count === undefined) return key
  if (count === 0 && `${key}_zero` in texts) return `${key}_zero`
  const exact = `${key}_${new Intl.PluralRules(locale).select(count)}`
  if (exact in texts) return exact
  return `${key}_other` in texts ? `${key}_other` : key
}

/** A value as it stands in a text. Hebrew names are isolated, also for places without markup: labels, titles, options, SMS. */
export function isolated(locale: Locale, value: string | number): string {
  return typeof value === 'string' ? isolateHebrew(locale, value) : String(value)
}

/** The number that selects a plural form: `count`, or the only number among the values. */
export function countOf(values: TextValues): number | undefined {
  if (typeof values.count === 'number') return values.count
  const [only, ...more] = Object.values(values).filter((value) => typeof value === 'number')
  return more.length > 0 ? undefined : only
}

/** A function bound to texts and locale: `t('seats.limit', { max: 8 })`. */
export type Translate = (key: string, values?: TextValues) => string

export function translator(texts: Texts, locale: Locale): Translate {
  const local = { texts, locale }
  return (key, values) => translate(local, key, values)
}
