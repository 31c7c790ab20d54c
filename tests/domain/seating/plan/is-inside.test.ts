import { expect, test } from 'vitest'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'

const SQUARE = [[0, 0], [100, 0], [100, 100], [0, 100]] as const // prettier-ignore
/** A U that is open at its top. */
const ARMS = [[0, 0], [30, 0], [30, 60], [70, 60], [70, 0], [100, 0], [100, 100], [0, 100]] as const // prettier-ignore
const TRIANGLE = [[0, 0], [100, 50], [0, 100]] as const // prettier-ignore

test.each([
  ['in the middle of a square', SQUARE, 50, 50, true],
  ['near its corner', SQUARE, 1, 99, true],
  ['at its left', SQUARE, -1, 50, false],
  ['at its right', SQUARE, 101, 50, false],
  ['above it', SQUARE, 50, -1, false],
  ['below it', SQUARE, 50, 101, false],
  ['in the left arm of a U', ARMS, 15, 30, true],
  ['in its right arm', ARMS, 85, 30, true],
  ['between its arms', ARMS, 50, 30, false],
  ['under them', ARMS, 50, 80, true],
  ['in a triangle', TRIANGLE, 49, 26, true],
  ['above its slope', TRIANGLE, 51, 24, false],
  ['below its slope', TRIANGLE, 51, 76, false],
  ['inside of that', TRIANGLE, 49, 74, true],
  ['on a line', [[0, 0], [100, 100]], 50, 50, false], // prettier-ignore
  ['in nothing', [], 0, 0, false],
] as const)('a point %s', (_where, outline, x, y, is) => {
  expect(isInside(outline, x, y)).toBe(is)
  expect(isInside(outline.toReversed(), x, y)).toBe(is)
})
