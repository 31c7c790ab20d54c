import { roundUnits, type LaidOutSeat, type Point } from './laid-out-plan.ts'

const DEGREE = Math.PI / 180

/** Where a seat that is turned by `rotate` degrees looks: a unit vector; 0 looks to the top of the drawing (y grows downwards). */
export function facing(rotate: number): Point {
  return [Math.sin(rotate * DEGREE), -Math.cos(rotate * DEGREE)]
}

/** The degrees clockwise at which a seat looks along a vector. */
export function rotationTowards(dx: number, dy: number): number {
  return Math.atan2(dx, -dy) / DEGREE
}

/** A point seen from another: `right` units to the right hand of somebody who looks along `rotate`, `ahead` units forward. */
export function pointFrom([x, y]: Point, rotate: number, right: number, ahead: number): Point {
  const [fx, fy] = facing(rotate)
  return [x - fy * right + fx * ahead, y + fx * right + fy * ahead]
}

/** The mean of some points; the origin where there are none. */
export function centreOf(points: readonly Point[]): Point {
  if (points.length === 0) return [0, 0]
  const sum = points.reduce<[number, number]>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

/** Part of a ring about a focus as a closed polygon: radii in units, angles in degrees from straight below the focus, positive to the right. */
export function ringOutline(focus: Point, from: number, to: number, angles: readonly [number, number], steps = 24): Point[] {
  const at = (radius: number, angle: number): Point => pointFrom(focus, -angle, 0, -radius)
  const walk = Array.from({ length: steps + 1 }, (_, step) => angles[0] + ((angles[1] - angles[0]) * step) / steps)
  return [...walk.map((angle) => at(from, angle)), ...walk.reverse().map((angle) => at(to, angle))].map(roundPoint)
}

/**
 * The outline of rows of seats, as a closed polygon `side` units beyond the end seats and `depth` units before the first and behind the last row.
 * Rows are given from the stage outwards, each from its left end to its right end.
 */
export function rowsOutline(rows: readonly (readonly LaidOutSeat[])[], side: number, depth: number): Point[] {
  const filled = rows.filter((row) => row.length > 0)
  const [first, last] = [filled[0], filled[filled.length - 1]]
  if (!first || !last) return []
  const front = first.map((seat) => seatCorner(seat, 0, depth))
  const back = last.map((seat) => seatCorner(seat, 0, -depth))
  const left = sideLine(filled.map((row) => row[0]), -side, depth)
  const right = sideLine(filled.map((row) => row[row.length - 1]), side, depth)
  const round = [...front, ...right, ...back.reverse(), ...left.reverse()]
  return simplifyOutline(round, side * 0.3).map(roundPoint)
}

/** Past the end seats of the rows, with a step where a row is much longer than the next. */
function sideLine(ends: readonly (LaidOutSeat | undefined)[], side: number, depth: number): Point[] {
  return ends.flatMap((seat, index) => {
    if (!seat) return []
    return [...stepTo(seat, ends[index - 1], side, depth), seatCorner(seat, side, 0), ...stepTo(seat, ends[index + 1], side, depth)]
  })
}

/** A corner half-way to a neighbouring row, at most `depth` away, where that ends more than a seat nearer or further. */
function stepTo(seat: LaidOutSeat, neighbour: LaidOutSeat | undefined, side: number, depth: number): Point[] {
  if (!neighbour) return []
  const [fx, fy] = facing(seat.rotate)
  const [dx, dy] = [neighbour.seatplanX - seat.seatplanX, neighbour.seatplanY - seat.seatplanY]
  const [right, ahead] = [dy * fx - dx * fy, dx * fx + dy * fy]
  return Math.abs(right) > 2.5 * Math.abs(side) ? [seatCorner(seat, side, Math.sign(ahead) * Math.min(Math.abs(ahead) / 2, depth))] : []
}

function seatCorner(seat: LaidOutSeat, right: number, ahead: number): Point {
  return pointFrom([seat.seatplanX, seat.seatplanY], seat.rotate, right, ahead)
}

/** A closed polygon with fewer points, none of the left-out ones further than `tolerance` from it (Douglas and Peucker). */
export function simplifyOutline(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 4) return [...points]
  const half = Math.floor(points.length / 2)
  const closing = points[0] ? [points[0]] : []
  const there = simplifyLine(points.slice(0, half + 1), tolerance)
  const back = simplifyLine([...points.slice(half), ...closing], tolerance)
  return [...there.slice(0, -1), ...back.slice(0, -1)]
}

function simplifyLine(points: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [points[0], points[points.length - 1]]
  if (!first || !last || points.length < 3) return [...points]
  const distances = points.map((point) => distanceToLine(point, first, last))
  const furthest = distances.reduce((best, distance, index) => (distance > (distances[best] ?? 0) ? index : best), 0)
  if ((distances[furthest] ?? 0) <= tolerance) return [first, last]
  return [...simplifyLine(points.slice(0, furthest + 1), tolerance).slice(0, -1), ...simplifyLine(points.slice(furthest), tolerance)]
}

function distanceToLine([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

export function roundPoint([x, y]: Point): Point {
  return [roundUnits(x), roundUnits(y)]
}
