import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'

type Vector = readonly [number, number]

interface Stage {
  readonly middle: Vector
  readonly width: number
  readonly height: number
}

/** Part of a hall that looks to one point. */
interface Seats extends Pick<Hall, 'x' | 'y' | 'count' | 'pitch'> {
  readonly stage: Stage
  /** Rotations, if they tell where seats look to better than their places. */
  readonly angle?: ArrayLike<number>
}

/** Depth of the best rows in the hall, from 0 to 1: behind the first rows, before the middle. */
const BEST_DEPTH = 0.3
/** In the round everybody is close: the best rows begin at most this many seat pitches behind the first. */
const CLOSE = 4
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
  return partsOf(hall).flatMap((seats) => {
    if (seats.count === 0) return []
    const directions = directionsOf(seats)
    const most = directions.length === SIDES.length ? seats.pitch * CLOSE : Infinity
    return directions.map((direction) => focusAlong(seats, direction, most)).filter((focus) => focus !== undefined)
  })
}

/** All seats look to the stage, or each to the nearest of the points that the plan names. */
function partsOf(hall: Hall): Seats[] {
  const { foci, pitch } = hall
  if (!foci || foci.length === 0) return [{ stage: stageOf(hall), x: hall.x, y: hall.y, count: hall.count, pitch }]
  const parts = foci.map((focus) => ({ stage: stageAt(hall, focus), x: [] as number[], y: [] as number[], angle: [] as number[] }))
  for (let seat = 0; seat < hall.count; seat++) {
    const [x, y] = [hall.x[seat] ?? 0, hall.y[seat] ?? 0]
    const away = ({ stage: { middle } }: Pick<Seats, 'stage'>) => Math.hypot(x - middle[0], y - middle[1])
    const part = parts.reduce((nearest, one) => (away(one) < away(nearest) ? one : nearest))
    part.x.push(x)
    part.y.push(y)
    part.angle.push(hall.angle[seat] ?? 0)
  }
  return parts.map(({ x, y, ...part }) => ({ ...part, x: Float32Array.from(x), y: Float32Array.from(y), count: x.length, pitch }))
}

/** What is drawn as the stage has a width and a height, any other point that seats look to has none. */
function stageAt(hall: Hall, focus: Vector): Stage {
  const drawn = hall.stage && hall.stage.outline.length > 0 ? stageOf(hall) : undefined
  return drawn && Math.hypot(drawn.middle[0] - focus[0], drawn.middle[1] - focus[1]) < 1 ? drawn : { middle: focus, width: 0, height: 0 }
}

/** A hall without a stage faces the middle of the upper side of its plan. */
function stageOf({ stage, box }: Hall): Stage {
  if (!stage || stage.outline.length === 0) return { middle: [(box[0] + box[2]) / 2, box[1]], width: 0, height: 0 }
  const [xs, ys] = [stage.outline.map(([x]) => x), stage.outline.map(([, y]) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { middle: [(left + right) / 2, (top + bottom) / 2], width: right - left, height: bottom - top }
}

/** Unit vectors from the stage towards the seats with the best view. */
function directionsOf(seats: Seats): readonly Vector[] {
  const mean = seats.angle ? meanBack(seats.angle, seats.count) : meanDirection(seats)
  const length = Math.hypot(...mean)
  if (length < AROUND) return longSides(seats.stage)
  const straight: Vector = [mean[0] / length, mean[1] / length]
  if (seats.angle) return [straight]
  return [SIDES.find((side) => dot(side, straight) > SNAP) ?? straight]
}

function longSides({ width, height }: Stage): readonly Vector[] {
  if (width > height * ALMOST_SQUARE) return SIDES.slice(0, 2)
  return height > width * ALMOST_SQUARE ? SIDES.slice(2) : SIDES
}

/** The mean of the directions that seats turn their backs to. */
function meanBack(angle: ArrayLike<number>, count: number): Vector {
  let [sumX, sumY] = [0, 0]
  for (let seat = 0; seat < count; seat++) {
    sumX -= Math.sin(angle[seat] ?? 0)
    sumY += Math.cos(angle[seat] ?? 0)
  }
  return [sumX / count, sumY / count]
}

function meanDirection({ x, y, count, stage }: Seats): Vector {
  const [fromX, fromY] = stage.middle
  let [sumX, sumY] = [0, 0]
  for (let seat = 0; seat < count; seat++) {
    const [dx, dy] = [(x[seat] ?? 0) - fromX, (y[seat] ?? 0) - fromY]
    const length = Math.hypot(dx, dy) || 1
    sumX += dx / length
    sumY += dy / length
  }
  return [sumX / count, sumY / count]
}

/**
 * The point on the axis at the depth that BEST_DEPTH of the nearby seats do not reach, at most `most` behind the nearest of all; undefined if nobody sits on that
 * side.
 */
function focusAlong(hall: Seats, [dx, dy]: Vector, most: number): Vector | undefined {
  const [fromX, fromY] = hall.stage.middle
  const [depths, asides] = [new Float64Array(hall.count), new Float64Array(hall.count)]
  let [size, widest, nearest] = [0, 0, Infinity]
  for (let at = 0; at < hall.count; at++) {
    const [x, y] = [(hall.x[at] ?? 0) - fromX, (hall.y[at] ?? 0) - fromY]
    const depth = x * dx + y * dy
    if (depth < 0) continue
    const aside = Math.abs(x * dy - y * dx)
    widest = Math.max(widest, aside)
    nearest = Math.min(nearest, Math.hypot(x, y))
    depths[size] = depth
    asides[size++] = aside
  }
  // Widens the band until it meets seats, for halls with an aisle along the axis.
  for (let band = BAND * 2; size > 0; band *= 2) {
    const near = depths.subarray(0, size).filter((_depth, at) => widest === 0 || (asides[at] ?? 0) <= widest * band)
    const wanted = near.sort()[Math.floor(near.length * BEST_DEPTH)]
    if (wanted === undefined) continue
    const depth = Math.min(wanted, nearest + most)
    return [fromX + dx * depth, fromY + dy * depth]
  }
  return undefined
}

function dot([ax, ay]: Vector, [bx, by]: Vector): number {
  return ax * bx + ay * by
}
