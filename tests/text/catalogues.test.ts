import { describe, expect, test } from 'vitest'
import { REFUSAL_CODES } from '#lib/domain/refusal.ts'
import { NAMESPACES, RESOURCES } from '#lib/text/catalogues.ts'
import { LOCALES, type Locale } from '#lib/text/locales.ts'
import { textOf, textsFor } from '#lib/text/text.ts'
import { translator } from '#lib/text/translate.ts'

const PLURAL = /_(zero|one|two|few|many|other)$/

/** Keys without their plural endings, because languages differ in plural forms. */
function keysOf(locale: Locale): string[] {
  return [...new Set(Object.keys(textsFor(locale, NAMESPACES)).map((key) => key.replace(PLURAL, '')))].sort()
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1] ?? ''))].sort()
}

test.each(LOCALES)('R8.84 has a text in %s for every code of the error catalogue', (locale) => {
  const missing = REFUSAL_CODES.filter((code) => !RESOURCES[locale].errors[code] && !RESOURCES[locale].errors[`${code}_other`])
  expect(missing).toEqual([])
})

const NEW_LINK = { he: /בקשו קישור חדש/, en: /request a new link/, ru: /Запросите новую/, ar: /اطلبوا رابطًا جديدًا/ }

/** What a refusal has to say besides that something is refused (spec §8). */
const SAID: readonly (readonly [id: string, code: string, Readonly<Record<Locale, RegExp>>])[] = [
  [
    'R8.22',
    'BALANCE_IS_DUE',
    {
      he: /אי אפשר לקבל החזר באתר.*לקופה/,
      en: /refund through the site is not possible.*contact the box office/,
      ru: /возврат на сайте нельзя.*в кассу/,
      ar: /لا يمكن استرداد المبلغ عبر الموقع.*شباك التذاكر/,
    },
  ],
  ['R8.36', 'CUSTOMER_TOKEN_REDEEMED', NEW_LINK],
  ['R8.37', 'EXPIRED', NEW_LINK],
  ['R8.38', 'ERROR', NEW_LINK],
  ['R8.40', 'CONTACT_PROVIDER', { he: /פנו לבית העסק/, en: /contact the provider/, ru: /обратитесь туда, где/, ar: /توجهوا إلى الجهة/ }],
  [
    'R8.81',
    'VOD_DEVICE_UNSUPPORTED',
    {
      he: /באייפון או באייפד.*Chrome עדכני/,
      en: /iPhone and iPad.*current Chrome/,
      ru: /iPhone и iPad.*свежей версией браузера Chrome/,
      ar: /iPhone أو iPad.*Chrome حديث/,
    },
  ],
  [
    'R8.82',
    'VOD_BROWSER_UNSUPPORTED',
    {
      he: /Safari.*Chrome עדכני/,
      en: /Safari.*current Chrome/,
      ru: /Safari.*свежей версией браузера Chrome/,
      ar: /Safari.*Chrome حديث/,
    },
  ],
]

describe.each(SAID)('%s %s', (_id, code, texts) => {
  test.each(LOCALES)('says in %s what can be done', (locale) => {
    expect(RESOURCES[locale].errors[code]).toMatch(texts[locale])
  })
})

test.each(LOCALES)('R1.20 R1.21 has the same keys in %s as in Hebrew', (locale) => {
  expect(keysOf(locale)).toEqual(keysOf('he'))
})

test.each(LOCALES)('has every plural form that %s needs', (locale) => {
  const texts = textsFor(locale, NAMESPACES)
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const counted = new Set(
    Object.keys(texts)
      .filter((key) => PLURAL.test(key))
      .map((key) => key.replace(PLURAL, '')),
  )
  const incomplete = [...counted].filter((key) => !forms.every((form) => `${key}_${form}` in texts))
  expect(incomplete).toEqual([])
})

/** A number and the noun or adjective after it, as in "{{n}} tickets". */
const COUNTS = /\{\{\s*(?:count|n|max|min|seconds|minutes|hours|days|quantity|free|found|left|total)\s*\}\}[ \u00a0-]+\p{L}/u
/** Invariable words after a number: "of this product", "in one order", an abbreviation; or the number is always large. */
const UNBENT = [
  ...[
    'errors.TOO_MANY_PRESENTATIONS',
    'errors.PRODUCT_LIMIT',
    'order.productLimit',
    'waitList.offerText',
    'area.entriesLeft',
    'area.used',
    'seats.section',
  ],
  ...['errors.SEAT_LIMIT', 'seats.limit'].map((key) => `ar ${key}`),
]

test.each(LOCALES)('has plural forms in %s for every text that counts', (locale) => {
  const plain = Object.entries(textsFor(locale, NAMESPACES)).filter(([key, text]) => COUNTS.test(text) && !PLURAL.test(key))
  expect(plain.map(([key]) => key).filter((key) => !UNBENT.includes(key) && !UNBENT.includes(`${locale} ${key}`))).toEqual([])
})

test('takes the plural form from `count`, or from the only number there is', () => {
  const ru = textOf('ru')
  expect([1, 2, 5].map((seconds) => ru('errors.HOLD_WAIT', { seconds }).split(' ').at(-1))).toEqual(['секунду.', 'секунды.', 'секунд.'])
  expect([1, 2, 3].map((max) => textOf('he')('errors.SEAT_LIMIT', { max }).split(' ').slice(-2).join(' '))).toEqual([
    'ממושב אחד',
    'מ־2 מושבים',
    'מ־3 מושבים',
  ])
  expect(new Set([1, 2, 4].map((n) => textOf('ar')('errors.COUPON_NEEDS_MORE', { n }))).size).toBe(3)
  expect(textOf('en')('document.ticketOf', { number: 1, count: 2 })).toBe('Ticket 1 of 2')
})

test.each(LOCALES)('uses the same placeholders in %s as in Hebrew', (locale) => {
  const [texts, hebrew] = [textsFor(locale, NAMESPACES), textsFor('he', NAMESPACES)]
  const differing = Object.keys(texts).filter(
    (key) => key in hebrew && String(namesIn(texts[key] ?? '')) !== String(namesIn(hebrew[key] ?? '')),
  )
  expect(differing.filter((key) => !PLURAL.test(key))).toEqual([])
})

test('reads a text the same in browsers and on the server', () => {
  for (const locale of LOCALES) {
    const texts = textsFor(locale, NAMESPACES)
    const [browser, server] = [translator(texts, locale), textOf(locale)]
    for (const key of keysOf(locale)) {
      const names = [...namesIn(texts[key] ?? texts[`${key}_other`] ?? ''), ...(key in texts ? [] : ['count'])]
      for (const count of key in texts ? [3] : [0, 1, 2, 3, 5, 11, 100]) {
        const values = Object.fromEntries(names.map((name) => [name, name === 'count' ? count : `‹${name}›`]))
        expect(browser(key, values)).toBe(server(key, values))
        expect(browser(key, values)).not.toBe(key)
      }
    }
  }
})

test.each(LOCALES)('shows no brace of a placeholder in %s', (locale) => {
  const texts = Object.entries(textsFor(locale, NAMESPACES))
  expect(texts.filter(([, text]) => /[{}]/.test(text.replace(/\{\{\s*\w+\s*\}\}/g, ''))).map(([key]) => key)).toEqual([])
  expect(textOf(locale)('errors.VOUCHER_LIMIT', { max: 10 })).toContain('10')
})
