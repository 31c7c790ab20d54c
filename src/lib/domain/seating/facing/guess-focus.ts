import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import { pitchOfRow } from './row-line.ts'

/** A row of a block: its name, and the places of its seats along it. */
export interface NamedRow {
  readonly label: string
  readonly points: readonly Point[]
}

/** Where a block looks from, which way, and how many seats it has. */
interface Gaze {
  readonly from: Point
  readonly towards: Point
  readonly weight: number
}

/** Blocks look the same way if the mean of their directions is longer than this. */
const ALIKE = 0.85
/** How far before the first row the focus is, in seat pitches. */
const AHEAD = 4

/**
 * The point that seats probably look to where no stage is drawn: row 1, or A, is in front in each block. Blocks that look the same way have the focus before
 * them; others where their lines of sight meet. Undefined if no block has two rows whose names tell their order.
 */
export function guessFocus(blocks: readonly (readonly NamedRow[])[]): Point | undefined {
  const gazes = blocks.map(gazeOf).filter((gaze) => gaze !== undefined)
  const total = gazes.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return undefined
  const mean = gazes.reduce<Point>(([x, y], { towards, weight }) => [x + towards[0] * weight, y + towards[1] * weight], [0, 0])
  const length = Math.hypot(...mean) / total
  return length > ALIKE ? pointAhead(blocks, [mean[0] / length / total, mean[1] / length / total]) : pointOfMeeting(gazes)
}

function gazeOf(rows: readonly NamedRow[]): Gaze | undefined {
  const named = rows.filter(({ points }) => points.length > 0).toSorted(compareNames)
  const [front, back] = [named[0], named.at(-1)]
  if (!front || !back || compareNames(front, back) === 0) return undefined
  const [frontAt, backAt] = [centreOf(front.points), centreOf(back.points)]
  const [toX, toY] = [frontAt[0] - backAt[0], frontAt[1] - backAt[1]]
  const [dx, dy] = rowsDirection(named)
  // At right angles to the rows, on the side of the first; along the centres where the rows do not say.
  const across = -dy * toX + dx * toY
  const [x, y] = Math.abs(across) > Math.hypot(dx, dy) * Math.hypot(toX, toY) * 0.2 ? [-dy * across, dx * across] : [toX, toY]
  const length = Math.hypot(x, y)
  if (length === 0) return undefined
  return { from: frontAt, towards: [x / length, y / length], weight: named.reduce((sum, { points }) => sum + points.length, 0) }
}

/** The direction of the block's longest row, between its ends. */
function rowsDirection(rows: readonly NamedRow[]): Point {
  const { points } = rows.reduce((best, row) => (row.points.length > best.points.length ? row : best))
  const [first = [0, 0]] = points
  const last = points.at(-1) ?? first
  return [last[0] - first[0], last[1] - first[1]]
}

/** Shorter names first, numbers by their value: 2 before 10, Z before AA, ט before יא. */
function compareNames({ label: one }: NamedRow, { label: other }: NamedRow): number {
  const byValue = Number(one || NaN) - Number(other || NaN)
  if (!Number.isNaN(byValue)) return byValue
  return one.length - other.length || (one < other ? -1 : Number(one > other))
}

/** Before the foremost row, in the middle of all seats across. */
function pointAhead(blocks: readonly (readonly NamedRow[])[], [dx, dy]: Point): Point {
  const points = blocks.flatMap((rows) => rows.flatMap((row) => row.points))
  let [most, left, right] = [-Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    most = Math.max(most, x * dx + y * dy)
    const across = -x * dy + y * dx
    left = Math.min(left, across)
    right = Math.max(right, across)
  }
  const pitch = pitchOfRow(blocks.flat().find((row) => row.points.length > 1)?.points ?? [])
  const [ahead, aside] = [most + AHEAD * pitch, (left + right) / 2]
  return [ahead * dx - aside * dy, ahead * dy + aside * dx]
}

/** The point nearest to all lines of sight (least squares); the middle of the blocks where they are nearly parallel. */
function pointOfMeeting(gazes: readonly Gaze[]): Point {
  let [xx, xy, yy, x, y] = [0, 0, 0, 0, 0]
  for (const { from, towards, weight } of gazes) {
    const [nx, ny] = [-towards[1], towards[0]]
    const along = (nx * from[0] + ny * from[1]) * weight
    xx += nx * nx * weight
    xy += nx * ny * weight
    yy += ny * ny * weight
    x += nx * along
    y += ny * along
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1e-3 * (xx + yy) ** 2) return centreOf(gazes.map(({ from }) => from))
  return [(x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant]
}
