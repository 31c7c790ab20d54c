import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/** Seats whose row bends less than this, in parts of their distance, stand on a straight line. */
const STRAIGHT = 0.25

/** The usual distance of neighbours in a row: a low quantile, so that neither an aisle nor two seats in one place decide. 25 for a single seat. */
export function pitchOfRow(points: readonly Point[]): number {
  const steps = points.slice(1).map((point, at) => distance(point, points[at] ?? point))
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 4)] || 25
}

/**
 * The order in which the seats of a row stand beside each other, as indexes: that of the file, unless the file jumps to and fro along a line (odd numbers, then
 * even ones).
 */
export function orderAlong(points: readonly Point[]): number[] {
  const inFile = points.map((_, at) => at)
  const [first, last] = endsOf(points)
  if (!first || !last) return inFile
  const along = ([x, y]: Point): number => (x - first[0]) * (last[0] - first[0]) + (y - first[1]) * (last[1] - first[1])
  const sorted = inFile.toSorted((a, b) => along(points[a] ?? first) - along(points[b] ?? first))
  const isShorter = lengthOf(points, sorted) < lengthOf(points, inFile) - pitchOfRow(points) / 2
  return isShorter ? sorted : inFile
}

/** The direction of a row at each of its seats: along the whole of a straight row, along its neighbours in a bent one. */
export function directionsAlong(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const whole: Point = [last[0] - first[0], last[1] - first[1]]
  if (isStraight(points, first, whole)) return points.map(() => whole)
  return points.map((_, at) => {
    const [before, after] = [points[Math.max(0, at - 1)] ?? first, points[Math.min(points.length - 1, at + 1)] ?? last]
    return [after[0] - before[0], after[1] - before[1]]
  })
}

function isStraight(points: readonly Point[], [x, y]: Point, [dx, dy]: Point): boolean {
  const length = Math.hypot(dx, dy)
  if (length === 0) return points.length < 2
  const most = pitchOfRow(points) * STRAIGHT
  return points.every((point) => Math.abs((point[0] - x) * dy - (point[1] - y) * dx) / length <= most)
}

/** The two seats at the ends of the line that a row's seats stand on, that which comes first in the file first. */
function endsOf(points: readonly Point[]): [Point?, Point?] {
  const furthestFrom = (from: Point): number =>
    points.reduce((best, point, at) => (distance(point, from) > distance(points[best] ?? from, from) ? at : best), 0)
  const [first] = points
  if (!first) return []
  const one = furthestFrom(first)
  const other = furthestFrom(points[one] ?? first)
  return [points[Math.min(one, other)], points[Math.max(one, other)]]
}

function lengthOf(points: readonly Point[], order: readonly number[]): number {
  return order.slice(1).reduce((sum, at, before) => sum + distance(points[at] ?? [0, 0], points[order[before] ?? 0] ?? [0, 0]), 0)
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by)
}
