import { describe, expect, test } from 'vitest'
import type { LaidOutSeat, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import { centreOf, facing, pointFrom, ringOutline, rotationTowards, roundPoint, rowsOutline, simplifyOutline } from '#lib/domain/seating/plan/plan-geometry.ts' // prettier-ignore

const rounded = ([x, y]: Point) => [Math.round(x) + 0, Math.round(y) + 0]

test.each([
  ['to the top of the drawing', 0, [0, -1]],
  ['to the right', 90, [1, 0]],
  ['to the bottom', 180, [0, 1]],
  ['to the left', -90, [-1, 0]],
] as const)('a seat faces %s at %i°, and is turned so to look there', (_where, rotate, vector) => {
  expect(rounded(facing(rotate))).toEqual(vector)
  expect(rotationTowards(vector[0] * 7, vector[1] * 7)).toBeCloseTo(rotate)
})

test.each([
  ['the top', 0, [130, 60]],
  ['the right', 90, [140, 130]],
  ['the bottom', 180, [70, 140]],
  ['the left', 270, [60, 70]],
] as const)('a point at one’s right and ahead is so for who faces %s', (_where, rotate, point) => {
  expect(rounded(pointFrom({ at: [100, 100], rotate }, 30, 40))).toEqual(point)
})

test('the centre of points is their mean, and the origin of none', () => {
  expect([centreOf([[0, 0], [10, 0], [20, 30]]), centreOf([])]).toEqual([[10, 10], [0, 0]]) // prettier-ignore
  expect(roundPoint([1.2345, -6.789])).toEqual([1.23, -6.79])
})

describe('a sector of a ring', () => {
  const outline = ringOutline([100, 50], { from: 60, to: 80, angles: [-90, 30] })

  test('goes along its inner side and back along its outer one', () => {
    expect(outline).toHaveLength(50)
    expect([outline[0], outline[24], outline[25], outline[49]]).toEqual([[40, 50], [130, 101.96], [140, 119.28], [20, 50]]) // prettier-ignore
    const radii = outline.map(([x, y]) => Math.round(Math.hypot(x - 100, y - 50)))
    expect([new Set(radii.slice(0, 25)), new Set(radii.slice(25))]).toEqual([new Set([60]), new Set([80])])
  })

  test('is below its focus, with positive angles to the right', () => {
    expect(ringOutline([0, 0], { from: 60, to: 80, angles: [0, 90] }, 1).map(rounded)).toEqual([[0, 60], [60, 0], [80, 0], [0, 80]]) // prettier-ignore
  })
})

describe('the outline of rows', () => {
  const seat = (seatplanX: number, seatplanY: number): LaidOutSeat => ({
    ...{ guid: '', sectionId: 1, groupId: 1, x: 1, y: 1, seatplanX, seatplanY, rotate: 0 },
    ...{ rowName: '', seatName: '', category: '', features: [] },
  })
  /** Rows behind each other, 40 apart, each from one place to another, seats 20 apart. */
  const rowsOf = (...ends: readonly (readonly [number, number])[]) =>
    ends.map(([from, to], y) => Array.from({ length: (to - from) / 20 + 1 }, (_, at) => seat(from + at * 20, y * 40)))
  const boxOf = (outline: readonly Point[]) => [Math.min, Math.max].flatMap((of) => [0, 1].map((side) => of(...outline.map((point) => point[side as 0 | 1])))) // prettier-ignore

  test('is a rectangle around rows of one length', () => {
    const outline = rowsOutline(rowsOf([0, 100], [0, 100]), 10, 15)
    expect(boxOf(outline)).toEqual([-10, -15, 110, 55])
    for (const [x, y] of [[-9, 0], [109, 40], [50, -14], [50, 54]] as const) expect(isInside(outline, x, y)).toBe(true) // prettier-ignore
  })

  test('follows rows that grow, and those that shrink', () => {
    const grown = rowsOutline(rowsOf([100, 200], [0, 300]), 10, 15)
    expect([isInside(grown, 20, 0), isInside(grown, 280, 0), isInside(grown, 20, 40), isInside(grown, 280, 40), isInside(grown, 150, 0)]).toEqual([false, false, true, true, true]) // prettier-ignore
    const shrunk = rowsOutline(rowsOf([0, 300], [100, 200]), 10, 15)
    expect([isInside(shrunk, 20, 40), isInside(shrunk, 280, 40), isInside(shrunk, 20, 0), isInside(shrunk, 280, 0), isInside(shrunk, 150, 40)]).toEqual([false, false, true, true, true]) // prettier-ignore
  })

  test.each<[string, [number, number][], Point[]]>([
    ['before the longer row behind', [[100, 200], [0, 300]], [[100, -15], [200, -15], [240, 28], [310, 28], [310, 40], [300, 55], [200, 55], [0, 55], [-10, 40], [-10, 28], [60, 28]]], // prettier-ignore
    ['behind the longer row before', [[0, 300], [100, 200]], [[0, -15], [300, -15], [310, 0], [310, 12], [280, 12], [240, 12], [200, 55], [100, 55], [60, 12], [-10, 12], [-10, 0]]], // prettier-ignore
    ['around a short row between', [[0, 300], [100, 200], [40, 280]], [[0, -15], [300, -15], [310, 0], [310, 12], [240, 12], [210, 40], [240, 68], [290, 68], [290, 80], [280, 95], [40, 95], [30, 80], [30, 68], [60, 68], [90, 40], [60, 12], [-10, 12], [-10, 0]]], // prettier-ignore
    ['straight past rows that differ by a seat', [[20, 200], [0, 220]], [[20, -15], [200, -15], [230, 40], [220, 55], [200, 55], [0, 55], [-10, 40]]], // prettier-ignore
  ])('leads %s', (_where, ends, outline) => {
    expect(rowsOutline(rowsOf(...ends), 10, 15)).toEqual(outline)
  })

  test('turns with its rows', () => {
    const turn = ([x, y]: Point): Point => pointFrom({ at: [500, 500], rotate: 30 }, x, -y)
    const rows = rowsOf([110, 190], [0, 300])
    const turned = rows.map((row) =>
      row.map((one) => {
        const [seatplanX, seatplanY] = turn([one.seatplanX, one.seatplanY])
        return { ...one, seatplanX, seatplanY, rotate: 30 }
      }),
    )
    const [outline, wanted] = [rowsOutline(turned, 10, 15), rowsOutline(rows, 10, 15).map(turn)]
    expect(outline).toHaveLength(wanted.length)
    for (const [at, [x, y]] of wanted.entries()) expect(Math.hypot((outline[at]?.[0] ?? 0) - x, (outline[at]?.[1] ?? 0) - y)).toBeLessThan(0.02) // prettier-ignore
  })

  test('is that of its only row or seat; there is none without', () => {
    expect(boxOf(rowsOutline(rowsOf([0, 100]), 10, 15))).toEqual([-10, -15, 110, 15])
    expect(boxOf(rowsOutline([[], [seat(50, 50)], []], 10, 15))).toEqual([40, 35, 60, 65])
    expect([rowsOutline([], 10, 15), rowsOutline([[], []], 10, 15)]).toEqual([[], []])
  })
})

describe('a polygon that is simplified', () => {
  const square: Point[] = [[0, 0], [50, 0], [100, 0], [100, 50], [100, 100], [50, 100], [0, 100], [0, 50]] // prettier-ignore

  test('keeps its corners and loses what lies between them', () => {
    expect(simplifyOutline(square, 1)).toEqual([[0, 0], [100, 0], [100, 100], [0, 100]]) // prettier-ignore
  })

  test('keeps a point that is farther out than the tolerance, and no other', () => {
    const bent = square.map(([x, y], at): Point => (at === 1 ? [50, -5] : [x, y]))
    expect(simplifyOutline(bent, 4.9)).toContainEqual([50, -5])
    expect(simplifyOutline(bent, 5)).not.toContainEqual([50, -5])
  })

  test('loses the one of four points that tells nothing, and keeps a spike', () => {
    expect(simplifyOutline([[0, 0], [50, 0], [100, 0], [50, 50]], 1)).toEqual([[0, 0], [100, 0], [50, 50]]) // prettier-ignore
    const spikes: Point[] = [[0, 0], [50, 50], [0, 0], [50, -50]] // prettier-ignore
    expect(simplifyOutline(spikes, 1)).toEqual(spikes)
  })

  test('is a copy, if it has three points at most', () => {
    const triangle: Point[] = [[0, 0], [1, 0], [2, 0]] // prettier-ignore
    expect(simplifyOutline(triangle, 10)).toEqual(triangle)
    expect(simplifyOutline(triangle, 10)).not.toBe(triangle)
  })
})
