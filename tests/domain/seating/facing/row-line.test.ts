import { describe, expect, test } from 'vitest'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { directionsAlong, distance, orderAlong, pitchOfRow } from '#lib/domain/seating/facing/row-line.ts'

/** A row along x, or turned: its seats at these distances. */
const along = (...xs: readonly number[]): Point[] => xs.map((x) => [x, 100])
const turned = (points: readonly Point[]): Point[] => points.map(([x, y]) => [y + x, y - 2 * x])

test('the distance of two points is that of a straight line', () => {
  expect([distance([1, 2], [4, 6]), distance([4, 6], [1, 2]), distance([4, 6], [4, 6])]).toEqual([5, 5, 0])
})

describe('the distance of seats in a row', () => {
  test.each([
    ['that of all', [0, 20, 40, 60], 20],
    ['not that over an aisle', [0, 20, 40, 120, 140, 160], 20],
    ['not that of two seats in one place', [0, 0, 20, 40, 60], 20],
    ['a small one, if they differ', [0, 40, 70, 90, 100], 20],
    ['25 for a seat alone', [0], 25],
    ['25 for no seat', [], 25],
    ['25 for seats that are all in one place', [7, 7, 7], 25],
  ])('is %s', (_what, xs, pitch) => {
    expect(pitchOfRow(along(...xs))).toBe(pitch)
    expect(pitchOfRow(along(...xs).toReversed())).toBe(pitch)
  })
})

describe('the order of seats along a row', () => {
  test.each([
    ['that of the file', [0, 20, 40, 60], [0, 1, 2, 3]],
    ['that of the file, if it begins at the other end', [60, 40, 20, 0], [0, 1, 2, 3]],
    ['that of the places, if odd numbers come before even ones', [0, 40, 80, 20, 60], [0, 3, 1, 4, 2]],
    ['that of the places from the end which is first in the file', [80, 40, 0, 60, 20], [0, 3, 1, 4, 2]],
    ['that of the places, if the file begins in the middle', [40, 60, 80, 0, 20], [2, 1, 0, 4, 3]],
    ['that of the file, if two seats hardly changed places', [0, 20, 40, 60, 80, 78, 100], [0, 1, 2, 3, 4, 5, 6]],
    ['that of the places, if two neighbours changed theirs', [0, 40, 20, 60], [0, 2, 1, 3]],
    ['that of the only seat', [5], [0]],
    ['none without seats', [], []],
  ])('is %s', (_what, xs, order) => {
    expect(orderAlong(along(...xs))).toEqual(order)
    expect(orderAlong(turned(along(...xs)))).toEqual(order)
  })

  test('is that along the whole row, though it slants a little and some of its seats stand out of line', () => {
    expect(orderAlong([[0, 0], [40, 0], [80, 2], [20, 5], [60, 5]])).toEqual([0, 3, 1, 4, 2]) // prettier-ignore
    expect(orderAlong([[0, 0], [0, 40], [2, 80], [5, 20], [5, 60]])).toEqual([0, 3, 1, 4, 2]) // prettier-ignore
  })

  test('is that of the file around an arena', () => {
    const ring = Array.from({ length: 12 }, (_, at): Point => [100 * Math.cos((at * Math.PI) / 6), 100 * Math.sin((at * Math.PI) / 6)])
    expect(orderAlong(ring)).toEqual([...ring.keys()])
  })
})

describe('the direction of a row at a seat', () => {
  test('is that of the whole row, if it is straight', () => {
    expect(directionsAlong(along(0, 20, 60))).toEqual([[60, 0], [60, 0], [60, 0]]) // prettier-ignore
    expect(directionsAlong(along(60, 20, 0))).toEqual([[-60, 0], [-60, 0], [-60, 0]]) // prettier-ignore
    expect(directionsAlong([[5, 0], [5, 30]])).toEqual([[0, 30], [0, 30]]) // prettier-ignore
    expect(directionsAlong([[100, 50], [110, 70], [130, 110]])).toEqual([[30, 60], [30, 60], [30, 60]]) // prettier-ignore
  })

  test.each([5, -5])('is that of the whole row, if a seat is out of line by less than a quarter of its distance: %i', (out) => {
    expect(directionsAlong([[0, 0], [20, out], [40, 0]])).toEqual([[40, 0], [40, 0], [40, 0]]) // prettier-ignore
    expect(directionsAlong([[0, 0], [out, 20], [0, 40]])).toEqual([[0, 40], [0, 40], [0, 40]]) // prettier-ignore
  })

  test.each([6, -6])('is that of its neighbours in a bent row, of the only one at its ends: %i', (out) => {
    expect(directionsAlong([[0, 0], [20, out], [40, 0], [60, -out]])).toEqual([[20, out], [40, 0], [40, -2 * out], [20, -out]]) // prettier-ignore
    expect(directionsAlong([[0, 0], [out, 20], [0, 40]])).toEqual([[out, 20], [0, 40], [-out, 20]]) // prettier-ignore
  })

  test('is that of its neighbours in a ring that ends where it began', () => {
    expect(directionsAlong([[0, 0], [20, 0], [20, 20], [0, 0]])).toEqual([[20, 0], [20, 20], [-20, 0], [-20, -20]]) // prettier-ignore
  })

  test('is none at a seat alone, nor where all are in one place', () => {
    expect(directionsAlong([[7, 9]])).toEqual([[0, 0]])
    expect(directionsAlong([[7, 9], [7, 9]])).toEqual([[0, 0], [0, 0]]) // prettier-ignore
    expect(directionsAlong([])).toEqual([])
  })
})
