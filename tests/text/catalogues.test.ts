import { expect, test } from 'vitest'
import { REFUSAL_CODES } from '#lib/domain/refusal.ts'
import { NAMESPACES, RESOURCES } from '#lib/text/catalogues.ts'
import { LOCALES, type Locale } from '#lib/text/locales.ts'
import { textOf, textsFor } from '#lib/text/text.ts'
import { translator } from '#lib/text/translate.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Keys without their plural endings: languages differ in the forms that they have. */
function keysOf(locale: Locale): string[] {
  return [...new Set(Object.keys(textsFor(locale, NAMESPACES)).map((key) => key.replace(PLURAL, '')))].sort()
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1] ?? ''))].sort()
}

test.each(LOCALES)('R8.84 every code of the error catalogue has a text in %s', (locale) => {
  const missing = REFUSAL_CODES.filter((code) => !RESOURCES[locale].errors[code])
  expect(missing).toEqual([])
})

test.each(LOCALES)('R1.20 R1.21 the catalogue of %s has the same keys as the Hebrew one', (locale) => {
  expect(keysOf(locale)).toEqual(keysOf('he'))
})

test.each(LOCALES)('a counted text of %s has every form that the language needs', (locale) => {
  const texts = textsFor(locale, NAMESPACES)
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const counted = new Set(
    Object.keys(texts)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  )
  const incomplete = [...counted].filter((key) => !forms.every((form) => `${key}_${form}` in texts || `${key}_other` in texts))
  expect(incomplete).toEqual([])
})

test.each(LOCALES)('a text of %s fills in the same names as the Hebrew one', (locale) => {
  const [texts, hebrew] = [textsFor(locale, NAMESPACES), textsFor('he', NAMESPACES)]
  const differing = Object.keys(texts).filter(
    (key) => key in hebrew && String(namesIn(texts[key] ?? '')) !== String(namesIn(hebrew[key] ?? '')),
  )
  expect(differing.filter((key) => !PLURAL.test(key))).toEqual([])
})

test('browsers and the server read a text the same way', () => {
  for (const locale of LOCALES) {
    const texts = textsFor(locale, NAMESPACES)
    const [browser, server] = [translator(texts, locale), textOf(locale)]
    for (const key of keysOf(locale)) {
      const names = [...namesIn(texts[key] ?? texts[`${key}_other`] ?? ''), ...(key in texts ? [] : ['count'])]
      const values = Object.fromEntries(names.map((name) => [name, name === 'count' ? 3 : `‹${name}›`]))
      expect(browser(key, values)).toBe(server(key, values))
    }
  }
})
