import { expect, test } from 'vitest'
import { ltr } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'
import { nameBesideWorth, namedWorthText } from '#lib/text/worth-text.ts'

const money = (amount: number) => ({ amount, isTickets: false })

test.each([
  ['שובר לכל המופעים, ₪200', money(20_000), 'שובר לכל המופעים, ₪200'],
  ['שובר ב־₪200 לקולנוע', money(20_000), 'שובר ב־₪200 לקולנוע'],
  ['שובר לכל המופעים, ₪200', money(2_000), `${ltr('₪20')}, שובר לכל המופעים, ₪200`],
  ['שובר לכל המופעים, ₪1,200', money(100), `${ltr('₪1')}, שובר לכל המופעים, ₪1,200`],
  ['שובר לכל המופעים, ₪20.50', money(2_000), `${ltr('₪20')}, שובר לכל המופעים, ₪20.50`],
  ['ערב זוגי בתיאטרון', money(40_000), `${ltr('₪400')}, ערב זוגי בתיאטרון`],
  ['זוג לקולנוע', { amount: 2, isTickets: true }, '2 כרטיסים, זוג לקולנוע'],
])('tells the sum of %s once', (name, worth, text) => {
  expect(namedWorthText(name, worth, textOf('he'))).toBe(text)
})

test.each([
  ['שובר לכל המופעים, ₪200', money(20_000), 'שובר לכל המופעים'],
  ['שובר לכל המופעים, ₪200', money(10_000), 'שובר לכל המופעים, ₪200'],
  ['שובר לכל המופעים, ₪2', { amount: 200, isTickets: true }, 'שובר לכל המופעים, ₪2'],
])('names %s beside its sum', (name, worth, text) => {
  expect(nameBesideWorth(name, worth)).toBe(text)
})
