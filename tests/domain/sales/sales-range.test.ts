import { describe, expect, test } from 'vitest'
import { businessDayOf } from '#lib/domain/sales/business-day.ts'
import { isWithin, rangeOf, type RangeQuery } from '#lib/domain/sales/sales-range.ts'

const TODAY = '2026-03-31'
const days = (from: string, to: string) => ({ from, to })
const LAST_MONTH = days('2026-02-28', TODAY)

describe('the range of a report', () => {
  test.each<readonly [string, RangeQuery, { presentations?: object; transactions?: object }]>([
    ['R9.19 R9.20 is of transactions, from one month ago until today', {}, { transactions: LAST_MONTH }],
    [
      'R7.75 takes startDate and endDate',
      { startDate: '2026-01-02', endDate: '2026-01-05' },
      { transactions: days('2026-01-02', '2026-01-05') },
    ],
    ['goes until today from a start', { startDate: '2026-03-01' }, { transactions: days('2026-03-01', TODAY) }],
    ['is one day from a start that is yet to come', { startDate: '2026-04-02' }, { transactions: days('2026-04-02', '2026-04-02') }],
    ['is the month before an end', { endDate: '2026-01-15' }, { transactions: days('2025-12-15', '2026-01-15') }],
    ['is of presentations by dateType 1', { dateType: 1 }, { presentations: LAST_MONTH }],
    ['is of transactions by dateType 2', { dateType: 2 }, { transactions: LAST_MONTH }],
    [
      'R3.25 of presentations can have business dates besides',
      { dateType: 1, transactionBusinessStartDate: '2026-03-02', transactionBusinessEndDate: '2026-03-02' },
      { presentations: LAST_MONTH, transactions: days('2026-03-02', '2026-03-02') },
    ],
    [
      'R7.75 takes business dates alone',
      { transactionBusinessStartDate: '2025-01-01', transactionBusinessEndDate: '2025-01-31' },
      { transactions: days('2025-01-01', '2025-01-31') },
    ],
    [
      'goes from business dates without an end until today',
      { transactionBusinessStartDate: '2025-01-01' },
      { transactions: days('2025-01-01', TODAY) },
    ],
    [
      'is one day from business dates without an end that are yet to come',
      { transactionBusinessStartDate: '2026-04-02' },
      { transactions: days('2026-04-02', '2026-04-02') },
    ],
    [
      'goes to business dates without a start from 1900 on',
      { transactionBusinessEndDate: '2025-01-01' },
      { transactions: days('1900-01-01', '2025-01-01') },
    ],
    [
      'is what is in both, of transactions with both',
      {
        startDate: '2026-01-01',
        endDate: '2026-01-10',
        transactionBusinessStartDate: '2026-01-05',
        transactionBusinessEndDate: '2026-01-20',
      },
      { transactions: days('2026-01-05', '2026-01-10') },
    ],
    [
      'is what is in both, the other way round',
      {
        startDate: '2026-01-05',
        endDate: '2026-01-20',
        transactionBusinessStartDate: '2026-01-01',
        transactionBusinessEndDate: '2026-01-10',
      },
      { transactions: days('2026-01-05', '2026-01-10') },
    ],
    ['can be one day', { startDate: '2026-01-02', endDate: '2026-01-02' }, { transactions: days('2026-01-02', '2026-01-02') }],
    ['can be today', { startDate: TODAY }, { transactions: days(TODAY, TODAY) }],
    [
      'begins in 1900 at the earliest',
      { startDate: '1900-01-01', endDate: '1900-01-01' },
      { transactions: days('1900-01-01', '1900-01-01') },
    ],
    ['is the month before an end with the same day', { endDate: '2026-03-15' }, { transactions: days('2026-02-15', '2026-03-15') }],
    [
      'is what is in both, of a start and business dates',
      { startDate: '2026-03-05', transactionBusinessStartDate: '2026-03-01', transactionBusinessEndDate: '2026-03-10' },
      { transactions: days('2026-03-05', '2026-03-10') },
    ],
    [
      'is what is in both, of an end and business dates',
      { endDate: '2026-03-20', transactionBusinessStartDate: '2026-03-01', transactionBusinessEndDate: '2026-04-10' },
      { transactions: days('2026-03-01', '2026-03-20') },
    ],
    [
      'can be one business day',
      { transactionBusinessStartDate: '2026-01-02', transactionBusinessEndDate: '2026-01-02' },
      { transactions: days('2026-01-02', '2026-01-02') },
    ],
  ])('%s', (_what, asked, { presentations, transactions }) => {
    expect(rangeOf(asked, TODAY)).toEqual({ ok: true, value: { presentations, transactions } })
  })

  test.each<readonly [string, RangeQuery]>([
    ['endDate', { startDate: '2026-01-02', endDate: '2026-01-01' }],
    ['transactionBusinessEndDate', { transactionBusinessStartDate: '2026-01-02', transactionBusinessEndDate: '2026-01-01' }],
    ['startDate', { startDate: '0000-01-01' }],
    ['endDate', { endDate: '1899-12-31' }],
    ['transactionBusinessStartDate', { transactionBusinessStartDate: '1899-12-31' }],
    ['transactionBusinessEndDate', { transactionBusinessEndDate: '1899-12-31' }],
  ])('is refused by %s of %o', (field, asked) => {
    expect(rangeOf(asked, TODAY)).toEqual({ ok: false, refusal: { code: 'BAD_REQUEST', facts: { field } } })
  })

  test.each([
    ['2026-01-01', true],
    ['2026-01-03', true],
    ['2025-12-31', false],
    ['2026-01-04', false],
  ])('%s is within: %s', (day, is) => {
    expect(isWithin(day, days('2026-01-01', '2026-01-03'))).toBe(is)
    expect(isWithin(day, undefined)).toBe(true)
  })
})

test.each([
  ['2026-01-10T01:59:59Z', '04:00', '2026-01-09'],
  ['2026-01-10T02:00:00Z', '04:00', '2026-01-10'],
  ['2026-07-10T00:59:59Z', '04:00', '2026-07-09'],
  ['2026-07-10T01:00:00Z', '04:00', '2026-07-10'],
  ['2026-01-09T22:00:00Z', '00:00', '2026-01-10'],
])('the business day of %s that ends at %s is %s', (at, ends, day) => {
  expect(businessDayOf(Date.parse(at), ends)).toBe(day)
})
