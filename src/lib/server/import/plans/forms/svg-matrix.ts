import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/** [a, b, c, d, e, f] of SVG: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First the second, then the first: a child's matrix within its parent's. */
export function multiply([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

export function apply([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** By how much a length grows: the root of the area's growth. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** Degrees clockwise by which the x axis is turned. */
export function turnOf([a, b]: Matrix): number {
  return (Math.atan2(b, a) * 180) / Math.PI
}

/** The matrix of a `transform` attribute; what it does not know leaves everything in its place. */
export function readTransform(written: string | undefined): Matrix {
  let matrix = IDENTITY
  for (const [, name = '', values = ''] of (written ?? '').matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const step = STEPS.get(name)?.(values.split(/[\s,]+/).filter((value) => value !== '').map(Number)) // prettier-ignore
    if (step?.every(Number.isFinite)) matrix = multiply(matrix, step)
  }
  return matrix
}

/** The functions of a transform, by name; values that are left out have the defaults of SVG. */
const STEPS: ReadonlyMap<string, (values: readonly number[]) => Matrix> = new Map([
  ['translate', ([x = 0, y = 0]: readonly number[]): Matrix => [1, 0, 0, 1, x, y]],
  ['scale', ([x = 0, y = x]) => [x, 0, 0, y, 0, 0]],
  ['rotate', ([degrees = 0, x = 0, y = 0]) => rotateAround(degrees, [x, y])],
  ['skewX', ([degrees = 0]) => [1, 0, Math.tan((degrees * Math.PI) / 180), 1, 0, 0]],
  ['skewY', ([degrees = 0]) => [1, Math.tan((degrees * Math.PI) / 180), 0, 1, 0, 0]],
  ['matrix', ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f]],
])

function rotateAround(degrees: number, [x, y]: Point): Matrix {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return multiply(multiply([1, 0, 0, 1, x, y], [cos, sin, -sin, cos, 0, 0]), [1, 0, 0, 1, -x, -y])
}
