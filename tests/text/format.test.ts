import { expect, test } from 'vitest'
import { formatCount } from '#lib/text/format-count.ts'
import { datePartsOf, formatLongDate, formatShortDate, formatShortWeekday, formatTime, formatWeekday } from '#lib/text/format-date.ts'
import { formatMoney, formatShekels } from '#lib/text/format-money.ts'

test.each([
  [45_800, '₪458'],
  [16_950, '₪169.50'],
  [5, '₪0.05'],
  [0, '₪0'],
  [-10_000, '−₪100'],
  [99_900, '₪999'],
  [100_000, '₪1,000'],
  [-99_999_950, '−₪999,999.50'],
  [123_456_700, '₪1,234,567'],
])('R1.23 R1.24 R9.1 formats %i agorot as %s', (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})

test.each([
  ['he', 1372, '1,372'],
  ['en', 67, '67'],
  ['ru', 1_234_567, '1\u00a0234\u00a0567'],
  ['ar', 1372, '1,372'],
] as const)('separates the thousands of a count in %s: %i is %s', (locale, count, text) => {
  expect(formatCount(count, locale)).toBe(text)
})

test('formats an amount from the wire as the same agorot', () => {
  expect([formatShekels(169.5), formatShekels(0.1 + 0.2)]).toEqual(['₪169.50', '₪0.30'])
})

const TUESDAY_EVENING = Date.UTC(2026, 10, 24, 18, 30)

test('R1.25 R9.26 formats dates and times in Jerusalem time, in winter and summer', () => {
  expect([formatTime(TUESDAY_EVENING), formatShortDate(TUESDAY_EVENING)]).toEqual(['20:30', '24.11'])
  expect(formatTime(Date.UTC(2026, 6, 1, 18, 30))).toBe('21:30')
  expect(datePartsOf(Date.UTC(2026, 10, 24, 22, 30)).date).toBe('2026-11-25')
})

test('keeps instants apart in the repeated and the skipped hour of a clock change', () => {
  expect([formatTime(Date.UTC(2026, 9, 24, 22, 30)), formatTime(Date.UTC(2026, 9, 24, 23, 30))]).toEqual(['01:30', '01:30'])
  expect([formatTime(Date.UTC(2027, 2, 25, 23, 59)), formatTime(Date.UTC(2027, 2, 26, 0, 0))]).toEqual(['01:59', '03:00'])
})

test('abbreviates weekdays with a geresh, and has a word for Saturday night', () => {
  expect([formatWeekday(TUESDAY_EVENING, 'he'), formatShortWeekday(TUESDAY_EVENING, 'he')]).toEqual(['יום שלישי', 'יום ג׳'])
  const saturday = Date.UTC(2026, 10, 28, 9)
  expect([formatShortWeekday(saturday, 'he'), formatShortWeekday(saturday + 10 * 3_600_000, 'he')]).toEqual(['שבת', 'מוצ״ש'])
  expect(formatLongDate(TUESDAY_EVENING, 'he')).toBe('יום שלישי, 24 בנובמבר')
})
