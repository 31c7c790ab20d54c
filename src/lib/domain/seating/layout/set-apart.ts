import { boundsOf, type Bounds } from '#lib/domain/seating/plan/fit-drawing.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'

/** What a level has in the drawing. */
export interface LevelGround {
  readonly seats: readonly Point[]
  /** Corners of its other shapes. */
  readonly corners: readonly Point[]
}

/**
 * How far each level is moved, so that no seat lies over one of a level before it: away from what its seats look to, along an axis of the drawing, so that
 * what is near to the stage on each level stays so. A level that the file draws beside the others stays.
 * @param focus what seats look to; undefined: something above them
 * @param size seats that are closer lie over each other
 */
export function setApart(levels: readonly LevelGround[], focus: Point | undefined, size: number): Point[] {
  const placed: Point[] = []
  const bounds: Bounds[] = []
  return levels.map((level) => {
    const own = boundsOf([...level.seats, ...level.corners])
    const isOver = liesOver(level.seats, placed, size)
    const move = isOver ? moveBeyond(own, widened(unionOf(bounds), size * 3), focus) : ([0, 0] as const)
    for (const [x, y] of level.seats) placed.push([x + move[0], y + move[1]])
    bounds.push({ left: own.left + move[0], right: own.right + move[0], top: own.top + move[1], bottom: own.bottom + move[1] })
    return move
  })
}

function liesOver(seats: readonly Point[], placed: readonly Point[], size: number): boolean {
  const standing = [...placed.map((at) => ({ at, isOwn: false })), ...seats.map((at) => ({ at, isOwn: true }))]
  return findOverlaps(standing, size).some(({ one, other }) => one.isOwn !== other.isOwn)
}

function moveBeyond(own: Bounds, others: Bounds, focus: Point | undefined): Point {
  const [x, y] = focus ? [(own.left + own.right) / 2 - focus[0], (own.top + own.bottom) / 2 - focus[1]] : [0, 1]
  if (Math.abs(x) > Math.abs(y)) return [Math.ceil(x > 0 ? others.right - own.left : others.left - own.right), 0]
  return [0, Math.ceil(y < 0 ? others.top - own.bottom : others.bottom - own.top)]
}

function widened({ left, right, top, bottom }: Bounds, gap: number): Bounds {
  return { left: left - gap, right: right + gap, top: top - gap, bottom: bottom + gap }
}

function unionOf(all: readonly Bounds[]): Bounds {
  return boundsOf(all.flatMap(({ left, right, top, bottom }): Point[] => [[left, top], [right, bottom]])) // prettier-ignore
}
