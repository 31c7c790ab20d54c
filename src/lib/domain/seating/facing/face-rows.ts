import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf, rotationTowards } from '#lib/domain/seating/plan/plan-geometry.ts'
import { directionsAlong, distance } from './row-line.ts'

/** A row faces its focus only if its seats do so by more than this share; a row that points at the focus takes its block's side. */
const CLEAR = 0.3

/** The row's seats facing to the left of its direction, and how clearly their focus lies on that side (−1 to 1). */
interface Side {
  readonly normals: readonly Point[]
  readonly share: number
}

/**
 * The rotations of the seats of a block's rows, in degrees: at right angles to their own row, towards the nearest focus. A row that does not tell its side faces
 * as the rest of the block does.
 * @param rows the places of each row's seats, along the row
 */
export function faceRows(rows: readonly (readonly Point[])[], foci: readonly Point[]): number[][] {
  const sides = rows.map((row) => sideOf(row, nearestOf(foci, centreOf(row))))
  const [meanX, meanY] = sides.reduce<[number, number]>(
    ([x, y], { normals, share }) => {
      if (Math.abs(share) < CLEAR) return [x, y]
      const [sumX, sumY] = sumOf(normals)
      return [x + sumX * Math.sign(share), y + sumY * Math.sign(share)]
    },
    [0, 0],
  )
  return sides.map(({ normals, share }) => {
    const [x, y] = sumOf(normals)
    const likeBlock = Math.sign(x * meanX + y * meanY)
    const side = (Math.abs(share) < CLEAR ? likeBlock || Math.sign(share) : Math.sign(share)) || 1
    return normals.map(([nx, ny]) => rotationTowards(nx * side, ny * side))
  })
}

/** The focus nearest to a point; the point above it if there is none. */
export function nearestOf(foci: readonly Point[], point: Point): Point {
  const [first, ...others] = foci
  if (!first) return [point[0], point[1] - 1]
  return others.reduce((best, focus) => (distance(focus, point) < distance(best, point) ? focus : best), first)
}

function sideOf(row: readonly Point[], focus: Point): Side {
  const directions = directionsAlong(row)
  let share = 0
  const normals = row.map(([x, y], at): Point => {
    const [towardsX, towardsY] = unit([focus[0] - x, focus[1] - y])
    const [dx, dy] = unit(directions[at] ?? [0, 0])
    // A seat alone has no row to be at right angles to.
    const normal: Point = dx === 0 && dy === 0 ? [towardsX, towardsY] : [-dy, dx]
    share += normal[0] * towardsX + normal[1] * towardsY
    return normal
  })
  return { normals, share: row.length === 0 ? 0 : share / row.length }
}

function unit([x, y]: Point): Point {
  const length = Math.hypot(x, y)
  return length === 0 ? [0, 0] : [x / length, y / length]
}

function sumOf(points: readonly Point[]): [number, number] {
  return points.reduce<[number, number]>(([sumX, sumY], [x, y]) => [sumX + x, sumY + y], [0, 0])
}
