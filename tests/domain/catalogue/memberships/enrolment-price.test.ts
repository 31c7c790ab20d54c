import { expect, test } from 'vitest'
import { priceEnrolment, type EnrolledDate } from '#lib/domain/catalogue/memberships/enrolment-price.ts'
import type { Membership, SeatRate } from '#lib/domain/catalogue/memberships/memberships.ts'
import { plainMembership, plainPrice } from './membership-fixtures.ts'

function rate(category: string, priceCode: string, price: number): SeatRate {
  return { ticketId: 1, ticketGroupId: 1, category, priceCode, price }
}
const RATES = [rate('A', 'adult', 9_000), rate('B', 'adult', 6_000), rate('A', 'senior', 7_000)]
const CHOICE = {
  count: 1,
  options: [
    { presentationId: 8, supplement: 1_500 },
    { presentationId: 9, supplement: 0 },
  ],
}
const FIXED: readonly EnrolledDate[] = [
  { presentationId: 1, category: 'A' },
  { presentationId: 2, category: 'A' },
]

function priced(membership: Partial<Membership>, dates: readonly EnrolledDate[], priceCode = 'adult') {
  const result = priceEnrolment(plainMembership({ typeId: 3, ...membership }), plainPrice({ priceCode, price: 40_000 }), dates)
  return result.ok ? [result.value.base, result.value.dates.map(({ supplement }) => supplement), result.value.total] : result.refusal.code
}

test.each<[string, ReturnType<typeof priced>, Partial<Membership>, readonly EnrolledDate[], string?]>([
  ['the price line without rates', [40_000, [0, 0], 40_000], {}, FIXED],
  ['the price line without rates, even per ticket', [40_000, [0, 0], 40_000], { isPricingPerTicket: true }, FIXED],
  ['one rate for all dates', [9_000, [0, 0], 9_000], { rates: RATES }, FIXED],
  ['the rate of its price code', [7_000, [0, 0], 7_000], { rates: RATES }, FIXED, 'senior'],
  ['the sum of the rates of its tickets', [18_000, [0, 0], 18_000], { rates: RATES, isPricingPerTicket: true }, FIXED],
  [
    'a chosen date with its supplement',
    [9_000, [0, 0, 1_500], 10_500],
    { rates: RATES, choice: CHOICE },
    [...FIXED, { presentationId: 8, category: 'A' }],
  ],
  [
    'a chosen date without one',
    [9_000, [0, 0, 0], 9_000],
    { rates: RATES, choice: CHOICE },
    [...FIXED, { presentationId: 9, category: 'A' }],
  ],
  [
    'each date at the rate of its own seat, and the supplement',
    [24_000, [0, 0, 1_500], 25_500],
    { rates: RATES, choice: CHOICE, isPricingPerTicket: true },
    [...FIXED, { presentationId: 8, category: 'B' }],
  ],
  [
    'the dearest rate if one is for all dates',
    [9_000, [0, 0], 9_000],
    { rates: RATES },
    [
      { presentationId: 1, category: 'B' },
      { presentationId: 2, category: 'A' },
    ],
  ],
  [
    'the price line for virtual seats',
    [40_000, [0], 40_000],
    { rates: RATES, isPricingPerTicket: true },
    [{ presentationId: 1, category: null }],
  ],
  ['nothing for a category without a rate', 'NO_PRICE_POLICY', { rates: RATES }, [{ presentationId: 1, category: 'C' }]],
  [
    'nothing for a category without a rate under its price',
    'NO_PRICE_POLICY',
    { rates: RATES },
    [{ presentationId: 1, category: 'B' }],
    'senior',
  ],
])('an enrolment costs %s', (_name, expected, membership, dates, code) => {
  expect(priced(membership, dates, code)).toEqual(expected)
})
