import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

const SIZE = 20
const seatsAt = (...points: readonly Point[]) => points.map((at, id) => ({ at, id }))
const pairsOf = (points: readonly Point[]) => findOverlaps(seatsAt(...points), SIZE).map(({ one, other }) => [one.id, other.id])

test.each<[string, Point[], number[][]]>([
  ['none that are a seat apart', [[0, 0], [20, 0], [0, 20]], []], // prettier-ignore
  ['those that are closer, and how close', [[0, 0], [12, 16], [16, 0]], [[0, 2], [1, 2]]], // prettier-ignore
  ['the first and the second', [[5, 5], [6, 5], [90, 90]], [[0, 1]]], // prettier-ignore
  ['each of several at one place', [[5, 5], [5, 5], [5, 5]], [[1, 2], [0, 2], [0, 1]]], // prettier-ignore
  ['none of none', [], []],
])('finds %s', (_what, points, pairs) => {
  expect(pairsOf(points).sort()).toEqual(pairs.sort())
})

test('finds every pair in any drawing, the earlier seat first, with its distance', () => {
  const point = fc.tuple(fc.double({ min: -70, max: 70, noNaN: true }), fc.double({ min: -70, max: 70, noNaN: true }))
  fc.assert(
    fc.property(fc.array(point, { maxLength: 30 }), (points) => {
      const wanted = points.flatMap((one, first) =>
        points
          .map((other, second) => [first, second, Math.hypot(one[0] - other[0], one[1] - other[1])] as const)
          .filter(([, second, distance]) => second > first && distance < SIZE),
      )
      const found = findOverlaps(seatsAt(...points), SIZE).map(({ one, other, distance }) => [one.id, other.id, distance])
      expect(found.sort()).toEqual(wanted.sort())
    }),
  )
})

test('finds seats by their place in a plan too', () => {
  const seats = [{ seatplanX: 0, seatplanY: 0 }, { seatplanX: 3, seatplanY: 4 }, { seatplanX: 40, seatplanY: 0 }] // prettier-ignore
  expect(findOverlaps(seats, SIZE)).toEqual([{ one: seats[0], other: seats[1], distance: 5 }])
})
