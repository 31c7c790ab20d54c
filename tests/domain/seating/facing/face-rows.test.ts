import { describe, expect, test } from 'vitest'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { faceRows, nearestOf } from '#lib/domain/seating/facing/face-rows.ts'

const [UP, RIGHT, DOWN, LEFT] = [0, 90, 180, 270]
/** Seats side by side, 20 apart; the first is at the point given. */
const across = (count: number, [x, y]: Point): Point[] => Array.from({ length: count }, (_, at) => [x + at * 20, y])
const below = (count: number, [x, y]: Point): Point[] => Array.from({ length: count }, (_, at) => [x, y + at * 20])
/** Rotations as whole degrees from 0 to 359. */
const facing = (rows: readonly (readonly Point[])[], ...foci: readonly Point[]) =>
  faceRows(rows, foci).map((row) => row.map((angle) => (Math.round(angle) + 360) % 360))
const all = (count: number, angle: number) => Array.from({ length: count }, () => angle)

describe('the seats of a straight row', () => {
  test.each([
    ['up to a stage above', across(3, [0, 100]), [20, 0], UP],
    ['down to a stage below', across(3, [0, 100]), [20, 200], DOWN],
    ['to the left', below(3, [100, 0]), [0, 20], LEFT],
    ['to the right', below(3, [100, 0]), [200, 20], RIGHT],
    ['at right angles to the row, though the stage is aside', across(3, [0, 100]), [200, 0], UP],
    ['the same way, if the file begins at the other end', across(3, [0, 100]).toReversed(), [200, 0], UP],
  ] as const)('face %s', (_what, row, focus, angle) => {
    expect(facing([row], focus)).toEqual([all(3, angle)])
  })

  test('face up, if there is no stage', () => {
    expect(facing([across(2, [0, 100]), across(2, [0, 0])])).toEqual([all(2, UP), all(2, UP)])
  })
})

test('the seats of a bent row face across their neighbours', () => {
  const arc = [60, 30, 0, -30, -60].map((angle): Point => {
    const radians = (angle * Math.PI) / 180
    return [-200 * Math.sin(radians), 200 * Math.cos(radians)]
  })
  expect(facing([arc], [0, 0])[0]?.slice(1, 4)).toEqual([30, 0, 330])
})

test('a seat alone faces the stage itself, and a row without seats nothing', () => {
  expect(facing([[[100, 100]], [], [[-50, 50]]], [0, 0])).toEqual([[315], [], [45]])
})

describe('of several foci', () => {
  test('each row faces the nearest', () => {
    const rows = [across(3, [0, 40]), across(3, [0, 160])]
    expect(facing(rows, [20, 0], [20, 200])).toEqual([all(3, UP), all(3, DOWN)])
    expect(facing(rows, [20, 200], [20, 0])).toEqual([all(3, UP), all(3, DOWN)])
  })

  test('the first counts, if two are equally near; without any it is the point above', () => {
    expect(nearestOf([[0, 10], [10, 0]], [0, 0])).toEqual([0, 10]) // prettier-ignore
    expect(nearestOf([[0, 10], [9, 0], [0, -9]], [0, 0])).toEqual([9, 0]) // prettier-ignore
    expect(nearestOf([], [5, 7])).toEqual([5, 6])
  })
})

describe('a row that points at the stage', () => {
  const focus: Point = [0, 0]
  /** Seats at the right of the stage, hardly before or behind it. */
  const beside = (y: number) => across(2, [90, y])

  test('faces as the other rows of its block', () => {
    expect(facing([across(3, [90, 200]), beside(0)], focus)[1]).toEqual(all(2, UP))
    expect(facing([across(3, [90, -200]), beside(0)], focus)[1]).toEqual(all(2, DOWN))
    expect(facing([across(3, [90, -200]).toReversed(), beside(0)], focus)[1]).toEqual(all(2, DOWN))
    expect(facing([across(3, [90, -200]), beside(0).toReversed()], focus)[1]).toEqual(all(2, DOWN))
    expect(facing([below(3, [200, 60]), below(2, [0, 90])], focus)[1]).toEqual(all(2, LEFT))
    expect(facing([below(3, [-200, 60]), below(2, [0, 90])], focus)[1]).toEqual(all(2, RIGHT))
  })

  test('faces as most seats of the block', () => {
    const [few, many] = [across(2, [0, 200]), across(6, [-50, -200])]
    expect(facing([few, many, beside(0)], focus)).toEqual([all(2, UP), all(6, DOWN), all(2, DOWN)])
    expect(facing([beside(0), many, few], focus)).toEqual([all(2, DOWN), all(6, DOWN), all(2, UP)])
  })

  test('does so only if the stage lies hardly on either side of it', () => {
    const block = across(6, [-50, -200])
    expect(facing([block, beside(25), beside(-25)], focus).slice(1)).toEqual([all(2, DOWN), all(2, DOWN)])
    expect(facing([block, beside(40)], focus)[1]).toEqual(all(2, UP))
  })

  test('faces the side on which the stage lies, however little, if it is alone', () => {
    expect(facing([beside(10)], focus)).toEqual([all(2, UP)])
    expect(facing([beside(-10)], focus)).toEqual([all(2, DOWN)])
    expect([...new Set(facing([beside(0)], focus)[0])]).toHaveLength(1)
  })

  test('does not say how the others face', () => {
    expect(facing([beside(20), beside(-5)], focus)).toEqual([all(2, UP), all(2, DOWN)])
    expect(facing([beside(20), beside(10), beside(-5)], focus)).toEqual([all(2, UP), all(2, UP), all(2, DOWN)])
    expect(facing([across(3, [90, -200]), beside(20), beside(10)], focus)).toEqual([all(3, DOWN), all(2, DOWN), all(2, DOWN)])
  })

  test('faces as its block, though another row of it has no seats', () => {
    expect(facing([[], across(3, [90, -200]), beside(10)], focus)).toEqual([[], all(3, DOWN), all(2, DOWN)])
  })
})
