import { roundUnits, type LaidOutSeat, type Point } from './laid-out-plan.ts'

const DEGREE = Math.PI / 180

/** The unit vector in which a seat rotated by `rotate` degrees faces; 0 faces the top of the drawing (y grows downwards). */
export function facing(rotate: number): Point {
  return [Math.sin(rotate * DEGREE), -Math.cos(rotate * DEGREE)]
}

/** The rotation, in degrees clockwise, of a seat that faces along a vector. */
export function rotationTowards(dx: number, dy: number): number {
  return Math.atan2(dx, -dy) / DEGREE
}

/** Where somebody stands, and the way that they face, in degrees. */
export interface Standpoint {
  readonly at: Point
  readonly rotate: number
}

/** The point `right` units to the right of somebody, and `ahead` units in front. */
export function pointFrom({ at: [x, y], rotate }: Standpoint, right: number, ahead: number): Point {
  const [fx, fy] = facing(rotate)
  return [x - fy * right + fx * ahead, y + fx * right + fy * ahead]
}

/** The mean of points; the origin if there are none. */
export function centreOf(points: readonly Point[]): Point {
  if (points.length === 0) return [0, 0]
  const sum = points.reduce<[number, number]>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}

/** A sector of a ring: radii in units, angles in degrees from straight below its focus, positive to the right. */
interface Ring {
  readonly from: number
  readonly to: number
  readonly angles: readonly [number, number]
}

/** A sector of a ring around a focus as a closed polygon. @param steps straight pieces of each of its arcs */
export function ringOutline(focus: Point, { from, to, angles }: Ring, steps = 24): Point[] {
  const at = (radius: number, angle: number): Point => pointFrom({ at: focus, rotate: -angle }, 0, -radius)
  const walk = Array.from({ length: steps + 1 }, (_, step) => angles[0] + ((angles[1] - angles[0]) * step) / steps)
  return [...walk.map((angle) => at(from, angle)), ...walk.reverse().map((angle) => at(to, angle))].map(roundPoint)
}

/**
 * The outline of rows of seats as a closed polygon, `side` units beyond the end seats and `depth` units before the first and behind the last row. Rows are
 * listed from the stage outwards, each from left to right.
 */
export function rowsOutline(rows: readonly (readonly LaidOutSeat[])[], side: number, depth: number): Point[] {
  const filled = rows.filter((row) => row.length > 0)
  const [first, last] = [filled[0], filled[filled.length - 1]]
  if (!first || !last) return []
  const front = first.map((seat) => seatCorner(seat, 0, depth))
  const back = last.map((seat) => seatCorner(seat, 0, -depth))
  const right = sideLine(
    filled.map((row) => row.toReversed()),
    side,
    depth,
  )
  const left = sideLine(filled, -side, depth)
  const round = [...front, ...right, ...back.reverse(), ...left.reverse()]
  return simplifyOutline(round, side * 0.3).map(roundPoint)
}

/** One side of the outline, from the first row to the last; each row is given from that side inwards. */
function sideLine(rows: readonly (readonly LaidOutSeat[])[], side: number, depth: number): Point[] {
  return rows.flatMap((row, index) => {
    const end = row[0]
    const [before, behind] = [rows[index - 1]?.[0], rows[index + 1]?.[0]]
    if (!end) return []
    const front = before ? seatsBeyond(row, before, side).map((seat) => seatCorner(seat, 0, depth * 0.8)) : []
    const back = behind ? seatsBeyond(row, behind, side).map((seat) => seatCorner(seat, 0, depth * -0.8)) : []
    const corners = [seatCorner(end, side, front.length > 0 ? depth * 0.8 : 0), seatCorner(end, side, back.length > 0 ? depth * -0.8 : 0)]
    return [...front.reverse(), ...corners, ...back]
  })
}

/** The seats of a row that extend more than a seat beyond the end of the neighbouring row. */
function seatsBeyond(row: readonly LaidOutSeat[], end: LaidOutSeat, side: number): LaidOutSeat[] {
  const [fx, fy] = facing(end.rotate)
  return row.filter(
    (seat) => ((seat.seatplanY - end.seatplanY) * fx - (seat.seatplanX - end.seatplanX) * fy) * Math.sign(side) > Math.abs(side) * 2,
  )
}

function seatCorner(seat: LaidOutSeat, right: number, ahead: number): Point {
  return pointFrom({ at: [seat.seatplanX, seat.seatplanY], rotate: seat.rotate }, right, ahead)
}

/** Simplifies a closed polygon: every dropped point is within `tolerance` of it (Douglas-Peucker). */
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
