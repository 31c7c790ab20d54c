import { expect, test } from 'vitest'
import { ageText } from '#lib/text/age-text.ts'
import { leftText, windowText } from '#lib/text/film-clock.ts'
import { ltr } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'

const HOUR = 3_600_000

test.each([
  [30_000, 'דקה אחת'],
  [HOUR - 1, '59 דקות'],
  [HOUR, 'שעה אחת'],
  [48 * HOUR - 1, '47 שעות'],
  [96 * HOUR, '4 ימים'],
  [119 * HOUR, '4 ימים'],
  [96 * HOUR - 1, '95 שעות'],
])('%i ms are left for %s', (left, text) => {
  expect(leftText(textOf('he'), left)).toBe(text)
})

test.each([
  [72, '72 שעות'],
  [96, '4 ימים'],
  [100, '100 שעות'],
])('a window of %i hours is %s', (hours, text) => {
  expect(windowText(textOf('he'), hours)).toBe(text)
})

test('an age is told in words, also that of everybody', () => {
  expect([ageText(14, textOf('he')), ageText(0, textOf('he')), ageText(14, textOf('en'))]).toEqual([
    `מגיל ${ltr('14')}`,
    'לכל הגילים',
    `Ages ${ltr('14')} and up`,
  ])
})
