import { expect, test } from 'vitest'
import { placesText } from '#islands/order/place-text.ts'
import { ltrCode } from '#islands/ui/code-text.ts'
import { windowTitle } from '#layouts/parts/calendar/texts.ts'
import type { CalendarView } from '#lib/server/programme/calendar.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import { NAMESPACES } from '#lib/text/catalogues.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf, textsFor } from '#lib/text/text.ts'
import { translator } from '#lib/text/translate.ts'
import { joinParts } from '#lib/text/isolate.ts'
import { placeOf, placesOf } from '#lib/text/place-text.ts'
import { readSources } from '#tests/support/source-files.ts'

const NAME = 'הגשר של אבא (2)'
const VALUE = /\{\{\s*(\w+)\s*\}\}/g

/** Every text of a language with placeholders, filled with a Hebrew name, as browsers and the server render it. */
function filled(locale: Locale): readonly string[] {
  const texts = textsFor(locale, NAMESPACES)
  const speakers = [translator(texts, locale), textOf(locale)]
  return Object.entries(texts).flatMap(([key, text]) => {
    const values = Object.fromEntries([...text.matchAll(VALUE)].map(([, name = '']) => [name, NAME]))
    return Object.keys(values).length === 0 ? [] : speakers.map((t) => t(key, values))
  })
}

test.each<Locale>(['en', 'ru'])('isolates Hebrew names in sentences of %s, on the server and in browsers', (locale) => {
  const said = filled(locale)
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter((text) => /[\u05d0-\u05ea]/.test(text.replaceAll(`\u2068${NAME}\u2069`, '')))).toEqual([])
})

test.each<Locale>(['he', 'ar'])('does not isolate them in sentences of %s, which run the same way', (locale) => {
  expect(filled(locale).filter((text) => /[\u2066-\u2068]/.test(text))).toEqual([])
})

test('fills in text that is not Hebrew as it is', () => {
  expect(textOf('en')('messages.greeting', { name: 'Noa' })).toBe('Noa, your order is confirmed. Here are your tickets.')
  expect(textOf('en')('order.less', { product: '4 × ₪12' })).not.toMatch(/[\u2066-\u2069]/)
})

test('isolates names that are joined without a sentence once each', () => {
  expect(joinParts('ru', [NAME, 'Вторник', NAME])).toBe(`\u2068${NAME}\u2069 · Вторник · \u2068${NAME}\u2069`)
  expect(joinParts('en', [joinParts('en', [NAME, 'Tuesday']), 'Shura'])).toBe(`\u2068${NAME}\u2069 · Tuesday · Shura`)
  expect(joinParts('he', [NAME, NAME], ', ')).toBe(`${NAME}, ${NAME}`)
})

test('isolates a section before its row and seats in an order and on the map', () => {
  const seat = { sectionName: NAME, rowName: '7', seatName: '14' } as OrderSeat
  const beside = { ...seat, seatName: '15' }
  const en = textOf('en')
  expect(placesText(en, [{ seat }, { seat: beside }])).toEqual([`\u2068${NAME}\u2069 · Row 7 · seats 14, 15`])
  expect(en('seats.inSection', { section: NAME, row: en('seats.row', { row: '7' }) })).toBe(`\u2068${NAME}\u2069, row 7`)
})

test('isolates the section in places of tickets, in documents and mails', () => {
  const ticket = { sectionName: NAME, rowName: 'א', seatName: '14' }
  const en = textOf('en')
  expect(placeOf(ticket, en)).toBe(`\u2068${NAME}\u2069 · Row \u2068א\u2069 · Seat 14`)
  expect(placeOf({ ...ticket, seatName: null }, en)).toBe(`\u2068${NAME}\u2069`)
  expect(placesOf({ tickets: [ticket, { ...ticket, seatName: '15' }] }, en)).toEqual([
    `\u2068${NAME}\u2069 · Row \u2068א\u2069 · Seats 14, 15`,
  ])
  expect(placeOf(ticket, textOf('he'))).toBe(`${NAME} · שורה א · מושב 14`)
})

test('starts the title of a filtered calendar with its isolated Hebrew name, so that it keeps the direction of its language', () => {
  const view = {
    query: { category: 1, date: '2027-03-30' },
    categories: [{ id: 1, name: 'תיאטרון' }],
    locations: [],
  } as unknown as CalendarView
  expect(windowTitle(view, 'en')).toBe('\u2068תיאטרון\u2069 · Tuesday, March 30')
  expect(windowTitle(view, 'he')).toBe('תיאטרון · יום שלישי, 30 במרץ')
})

test('adds isolates in one place only', () => {
  const hands = readSources().filter(({ path, text }) => path.startsWith('src/') && /\\u206[6-8]\$\{/.test(text))
  expect(hands.map(({ path }) => path)).toEqual(['src/lib/text/isolate.ts'])
})

test.each([
  ['AB-12', '\u2066AB-12\u2069'],
  ['50% OFF', '\u206650% OFF\u2069'],
  ['מועדון הקשת', 'מועדון הקשת'],
  ['חבר 12', 'חבר 12'],
  ['', ''],
])('isolates the code %j where all of it runs left to right', (code, shown) => {
  expect(ltrCode(code)).toBe(shown)
})
