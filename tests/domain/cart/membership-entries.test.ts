import { expect, test } from 'vitest'
import { usedOfEach, worthOfUsed } from '#lib/domain/cart/membership-entries.ts'

test.each([
  [[8], 3, [3]],
  [[8], 9, [8]],
  [[12, 12], 3, [3, 0]],
  [[12, 12], 14, [12, 2]],
  [[12, 12], 0, [0, 0]],
])('entries of %j of which %i are used', (entries, used, of) => {
  expect(
    usedOfEach(
      entries.map((one) => ({ entries: one, taken: null })),
      used,
    ),
  ).toEqual(of)
})

test('what was cancelled keeps the entries that were used by then', () => {
  expect(
    usedOfEach(
      [
        { entries: 12, taken: 3 },
        { entries: 12, taken: null },
      ],
      5,
    ),
  ).toEqual([3, 2])
})

test('what was cancelled before any entry was used keeps none', () => {
  const bought = [0, null].map((taken) => ({ entries: 12, taken }))
  expect(usedOfEach(bought, 5)).toEqual([0, 5])
})

test.each([
  [80_000, 8, 3, 30_000],
  [100, 8, 3, 37],
  [100, 8, 0, 0],
  [100, 8, 8, 100],
])('of %i agorot for %i entries %i are worth %i', (price, entries, used, worth) => {
  expect(worthOfUsed(price, entries, used)).toBe(worth)
})
