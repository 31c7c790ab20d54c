import { describe, expect, it } from 'vitest'
import { isHoarded, mostOfNetwork } from '#lib/domain/seating/rules/fair-share.ts'

describe('the unpaid seats of one network', () => {
  it.each([
    // of one visitor, capacity, most
    ['20 in a large venue', 8, 40_000, 20],
    ['20 from 1,000 seats', 8, 1_000, 20],
    ['2 % below that, in whole seats', 8, 999, 19],
    ['2 % of half of that', 8, 500, 10],
    ['as many as one visitor may choose, if 2 % are fewer', 8, 100, 8],
    ['as many as one visitor may choose, if 20 are fewer', 30, 40_000, 30],
    ['as many as one visitor may choose in a venue that nobody knows', 8, 0, 8],
  ])('are at most %s', (_what, maxSeats, capacity, most) => {
    expect(mostOfNetwork(maxSeats, capacity, undefined)).toBe(most)
  })

  it.each([
    ['more than the default', 50],
    ['fewer than one visitor may choose', 3],
    ['none at all', 0],
  ])('are as many as the operator says in every venue: %s', (_what, setting) => {
    expect([100, 40_000].map((capacity) => mostOfNetwork(8, capacity, setting))).toEqual([setting, setting])
  })
})

it.each([
  ['30 % is usual', 300, 1_000, false],
  ['one seat more is not', 301, 1_000, true],
  ['in a small venue too', 4, 12, true],
  ['nothing unpaid', 0, 1_000, false],
  ['nothing unpaid where there is no seat', 0, 0, false],
])('a presentation is reported by its share of unpaid seats: %s', (_what, unpaid, capacity, isReported) => {
  expect(isHoarded(unpaid, capacity)).toBe(isReported)
})
