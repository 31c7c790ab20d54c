import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf, rotationTowards } from '#lib/domain/seating/plan/plan-geometry.ts'
import { directionsAlong, distance } from './row-line.ts'

/** A row faces its focus only if its seats do so by more than this share; a row that points at the focus takes its block's side. */
const CLEAR = 0.3

/** The row's seats facing to the side of it on which their focus lies, and whether it clearly lies there. */
interface Side {
  readonly normals: readonly Point[]
  readonly isClear: boolean
}

/**
 * The rotations of the seats of a block's rows, in degrees: at right angles to their own row, towards the nearest focus. A row that does not tell its side faces
 * as the rest of the block does.
 * @param rows the places of each row's seats, along the row
 */
export function faceRows(rows: readonly (readonly Point[])[], foci: readonly Point[]): number[][] {
  const sides = rows.map((row) => sideOf(row, nearestOf(foci, centreOf(row))))
  const [blockX, blockY] = sumOf(sides.flatMap(({ normals, isClear }) => (isClear ? normals : [])))
  return sides.map(({ normals, isClear }) => {
    const [x, y] = sumOf(normals)
    const side = !isClear && x * blockX + y * blockY < 0 ? -1 : 1
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
  let sum = 0
  const normals = row.map(([x, y], at): Point => {
    const [towardsX, towardsY] = unit([focus[0] - x, focus[1] - y])
    const [dx, dy] = unit(directions[at] ?? [0, 0])
    // A seat alone has no row to be at right angles to.
    const normal: Point = dx === 0 && dy === 0 ? [towardsX, towardsY] : [-dy, dx]
    sum += normal[0] * towardsX + normal[1] * towardsY
    return normal
  })
  const side = Math.sign(sum) || 1
  return { normals: normals.map(([x, y]) => [x * side, y * side]), isClear: Math.abs(sum) >= CLEAR * row.length }
}

function unit([x, y]: Point): Point {
  const length = Math.hypot(x, y)
  return length === 0 ? [0, 0] : [x / length, y / length]
}

function sumOf(points: readonly Point[]): [number, number] {
  return points.reduce<[number, number]>(([sumX, sumY], [x, y]) => [sumX + x, sumY + y], [0, 0])
}
