import i18next from 'i18next'
import { describe, expect, it, vi } from 'vitest'
import { NAMESPACES, RESOURCES, type Namespace } from '#lib/text/catalogues.ts'
import { LOCALES, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { isolated, translate, type TextValues } from '#lib/text/translate.ts'

const FORM = /_(zero|one|two|few|many|other)$/
const COUNTS = [0, 1, 2, 5, 11, 1.5]

/** i18next as it is asked without anything in front of it. */
const speaker = i18next.createInstance()
void speaker.init({
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, RESOURCES[locale]])),
  lng: 'he',
  fallbackLng: 'he',
  initImmediate: false,
  keySeparator: false,
  returnNull: false,
  interpolation: { escapeValue: false },
})

const keys = (locale: Locale): readonly (readonly [namespace: Namespace, key: string])[] =>
  NAMESPACES.flatMap((namespace) =>
    [...new Set(Object.keys(RESOURCES[locale][namespace]).map((key) => key.replace(FORM, '')))].map((key) => [namespace, key] as const),
  )

/** Every value that a text may name, Hebrew among them, with a count and without. */
const names = ['name', 'brand', 'max', 'row', 'seat', 'code', 'date', 'left', 'price', 'group', 'step', 'section', 'seconds', 'total']
const given = (count?: number): TextValues => ({
  ...Object.fromEntries(names.map((name) => [name, name === 'name' ? 'הגשר "של" $& אבא' : `${name} <1>`])),
  ...(count !== undefined && { count }),
})

describe.each(LOCALES)('every text in %s', (locale) => {
  it('is what i18next says, in each of its forms', () => {
    const [t, fixed] = [textOf(locale), speaker.getFixedT(locale)]
    const wrong: unknown[] = []
    for (const count of [undefined, ...COUNTS]) {
      const values = given(count)
      const ofLocale = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(locale, value) : value]),
      )
      for (const [namespace, key] of keys(locale)) {
        if (count !== undefined && count > 1 && !(`${key}_other` in RESOURCES[locale][namespace])) continue
        const said = t(`${namespace}.${key}`, values)
        const wanted: string = fixed(`${namespace}:${key}`, ofLocale)
        if (said !== wanted) wrong.push([namespace, key, count, said, wanted])
      }
    }
    expect(wrong).toEqual([])
  })
})

it('says the same again, and as a browser says it', () => {
  const t = textOf('en')
  const texts = Object.fromEntries(Object.entries(RESOURCES.en.order).map(([key, text]) => [`order.${key}`, text]))
  for (let again = 0; again < 2; again++)
    for (const count of COUNTS)
      expect(t('order.minutesLeft', { count })).toBe(translate({ texts, locale: 'en' }, 'order.minutesLeft', { count }))
})

it('returns a key that is missing, so that it is noticed', () => {
  expect(textOf('he')('order.noSuchText')).toBe('noSuchText')
})

it('reports a key that is missing to a browser, once for each time it is shown, and nothing else', () => {
  const reported: string[] = []
  vi.stubGlobal('reportError', ({ message }: Error) => reported.push(message))
  const there = { locale: 'en', texts: { 'order.seats': 'Seats' } } as const
  expect(translate(there, 'order.seats')).toBe('Seats')
  expect(reported).toEqual([])
  expect(translate(there, 'order.noSuchText')).toBe('order.noSuchText')
  expect(reported).toEqual(['No text for order.noSuchText'])
  vi.unstubAllGlobals()
  expect(translate(there, 'order.noSuchText')).toBe('order.noSuchText')
})
