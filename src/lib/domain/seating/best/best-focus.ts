import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'

type Vector = readonly [number, number]

interface Stage {
  readonly middle: Vector
  readonly width: number
  readonly height: number
}

/** Depth of the best rows in the hall, from 0 to 1: behind the first rows, before the middle. */
const BEST_DEPTH = 0.3
/** Seats face all directions if their mean direction is shorter than this: a pitch or a ring. */
const AROUND = 0.3
/** Share of the hall's width around the stage's axis in which rows are counted. */
const BAND = 0.15
const ALMOST_SQUARE = 1.15
/** A hall within 30 degrees of a plan's side is treated as parallel to it. */
const SNAP = Math.cos(Math.PI / 6)

const SIDES: readonly Vector[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
]

const known = new WeakMap<Hall, readonly Vector[]>()

/**
 * The focal points, in plan units: on the stage's axis, slightly behind the first rows; around a pitch, at the middle of each long side. A hall without seats
 * has none.
 */
export function focusOf(hall: Hall): readonly Vector[] {
  const found = known.get(hall) ?? findFocus(hall)
  known.set(hall, found)
  return found
}

/** Distance of a point of the plan from the nearest focus, in seat pitches, so that differently scaled halls compare. */
export function distanceFromFocus(hall: Hall, x: number, y: number): number {
  let least = Infinity
  for (const [focusX, focusY] of focusOf(hall)) least = Math.min(least, Math.hypot(x - focusX, y - focusY))
  return least === Infinity ? 0 : least / (hall.pitch || 1)
}

function findFocus(hall: Hall): Vector[] {
  if (hall.count === 0) return []
  const stage = stageOf(hall)
  return directionsOf(hall, stage)
    .map((direction) => focusAlong(hall, stage.middle, direction))
    .filter((focus) => focus !== undefined)
}

/** A hall without a stage faces the middle of the upper side of its plan. */
function stageOf({ stage, box }: Hall): Stage {
  if (!stage || stage.outline.length === 0) return { middle: [(box[0] + box[2]) / 2, box[1]], width: 0, height: 0 }
  const [xs, ys] = [stage.outline.map(([x]) => x), stage.outline.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { middle: [(left + right) / 2, (top + bottom) / 2], width: right - left, height: bottom - top }
}

/** Unit vectors from the stage towards the seats with the best view. */
function directionsOf(hall: Hall, stage: Stage): readonly Vector[] {
  const mean = meanDirection(hall, stage.middle)
  const length = Math.hypot(...mean)
  if (length < AROUND) return longSides(stage)
  const straight: Vector = [mean[0] / length, mean[1] / length]
  return [SIDES.find((side) => dot(side, straight) > SNAP) ?? straight]
}

function longSides({ width, height }: Stage): readonly Vector[] {
  if (width > height * ALMOST_SQUARE) return SIDES.slice(0, 2)
  return height > width * ALMOST_SQUARE ? SIDES.slice(2) : SIDES
}

function meanDirection({ x, y, count }: Hall, [fromX, fromY]: Vector): Vector {
  let [sumX, sumY] = [0, 0]
  for (let seat = 0; seat < count; seat++) {
    const [dx, dy] = [(x[seat] ?? 0) - fromX, (y[seat] ?? 0) - fromY]
    const length = Math.hypot(dx, dy) || 1
    sumX += dx / length
    sumY += dy / length
  }
  return [sumX / count, sumY / count]
}

/** The point on the axis at the depth that BEST_DEPTH of the nearby seats do not reach; undefined if nobody sits on that side. */
function focusAlong(hall: Hall, [fromX, fromY]: Vector, [dx, dy]: Vector): Vector | undefined {
  const [depths, asides] = [new Float64Array(hall.count), new Float64Array(hall.count)]
  let [size, widest] = [0, 0]
  for (let at = 0; at < hall.count; at++) {
    const [x, y] = [(hall.x[at] ?? 0) - fromX, (hall.y[at] ?? 0) - fromY]
    const depth = x * dx + y * dy
    if (depth < 0) continue
    const aside = Math.abs(x * dy - y * dx)
    widest = Math.max(widest, aside)
    depths[size] = depth
    asides[size++] = aside
  }
  // Widens the band until it meets seats, for halls with an aisle along the axis.
  for (let band = BAND * 2; size > 0; band *= 2) {
    const near = depths.subarray(0, size).filter((_depth, at) => widest === 0 || (asides[at] ?? 0) <= widest * band)
    const depth = near.sort()[Math.floor(near.length * BEST_DEPTH)]
    if (depth !== undefined) return [fromX + dx * depth, fromY + dy * depth]
  }
  return undefined
}

function dot([ax, ay]: Vector, [bx, by]: Vector): number {
  return ax * bx + ay * by
}
