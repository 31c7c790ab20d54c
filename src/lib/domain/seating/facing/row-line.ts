import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/** Seats whose row bends less than this, in parts of their distance, stand on a straight line. */
const STRAIGHT = 0.25

/** The usual distance of neighbours in a row: a low quantile, so that neither an aisle nor two seats in one place decide. 25 for a single seat. */
export function pitchOfRow(points: readonly Point[]): number {
  const steps = stepsAlong(points).sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 4)] || 25
}

/**
 * The order in which the seats of a row stand beside each other, as indexes: that of the file, unless the file jumps to and fro along a line (odd numbers, then
 * even ones).
 */
export function orderAlong(points: readonly Point[]): number[] {
  const inFile = [...points.keys()]
  const [first] = points
  if (!first) return inFile
  const [from, to] = endsOf(points, first)
  const along = ([x, y]: Point): number => x * (to[0] - from[0]) + y * (to[1] - from[1])
  const sorted = inFile.toSorted((a, b) => along(points[a] ?? first) - along(points[b] ?? first))
  const isShorter = lengthOf(sorted.map((at) => points[at] ?? first)) < lengthOf(points) - pitchOfRow(points) / 2
  return isShorter ? sorted : inFile
}

/** The direction of a row at each of its seats: along the whole of a straight row, along its neighbours in a bent one. */
export function directionsAlong(points: readonly Point[]): Point[] {
  const [first] = points
  if (!first) return []
  const last = points.at(-1) ?? first
  const whole: Point = [last[0] - first[0], last[1] - first[1]]
  if (isStraight(points, first, whole)) return points.map(() => whole)
  return points.map((_, at) => {
    const [before, after] = [points[at - 1] ?? first, points[at + 1] ?? last]
    return [after[0] - before[0], after[1] - before[1]]
  })
}

function isStraight(points: readonly Point[], [x, y]: Point, [dx, dy]: Point): boolean {
  const length = Math.hypot(dx, dy)
  const most = pitchOfRow(points) * STRAIGHT
  // A ring ends where it begins: 0 / 0 is not less than anything.
  return points.every((point) => Math.abs((point[0] - x) * dy - (point[1] - y) * dx) / length <= most)
}

/** The two seats at the ends of the line that a row's seats stand on, that which comes first in the file first. */
function endsOf(points: readonly Point[], first: Point): readonly [Point, Point] {
  const furthestFrom = (from: Point): number =>
    points.reduce((best, point, at) => (distance(point, from) > distance(points[best] ?? from, from) ? at : best), 0)
  const one = furthestFrom(first)
  const other = furthestFrom(points[one] ?? first)
  return [points[Math.min(one, other)] ?? first, points[Math.max(one, other)] ?? first]
}

function stepsAlong(points: readonly Point[]): number[] {
  return points.slice(1).map((point, at) => distance(point, points[at] ?? point))
}

function lengthOf(points: readonly Point[]): number {
  return stepsAlong(points).reduce((sum, step) => sum + step, 0)
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}
