import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packDates, unpackDates, wordsOf } from '#lib/domain/seating/plan/packed-dates.ts'

/** The bits of seats that cannot be had on these dates. */
function bitsOf(seats: readonly (readonly number[])[], dates: number): Uint32Array {
  const gone = new Uint32Array(seats.length * wordsOf(dates))
  seats.forEach((gonesOn, seat) => {
    for (const date of gonesOn) {
      const at = seat * wordsOf(dates) + Math.floor(date / 32)
      gone[at] = (gone[at] ?? 0) + 2 ** (date % 32)
    }
  })
  return gone
}

test('names each set of dates once, the empty one first, and the seats by runs of sets', () => {
  expect(packDates(bitsOf([[], [0, 2], [0, 2], [], [1]], 3), 3)).toEqual({ sets: [[], [0, 2], [1]], seats: [0, 1, 1, 2, 0, 1, 2, 1] })
  expect(packDates(bitsOf([[1], [1]], 2), 2)).toEqual({ sets: [[], [1]], seats: [1, 2] })
})

test.each([1, 10, 31, 32, 33, 70])('restores what was packed, for %i dates', (dates) => {
  const seat = fc.uniqueArray(fc.integer({ min: 0, max: dates - 1 }), { maxLength: dates }).map((own) => own.sort((a, b) => a - b))
  fc.assert(
    fc.property(fc.array(seat, { maxLength: 40 }), (seats) => {
      const packed = packDates(bitsOf(seats, dates), dates)
      expect(packed.sets[0]).toEqual([])
      expect(new Set(packed.sets.map(String)).size).toBe(packed.sets.length)
      expect(unpackDates(packed, seats.length, dates)).toEqual(seats)
    }),
  )
})

test('has nothing of seats that the runs do not reach or whose set is unknown: they can be had on no date', () => {
  expect(unpackDates({ sets: [[]], seats: [0, 1, 7, 1] }, 3, 2)).toEqual([[], [0, 1], [0, 1]])
})
