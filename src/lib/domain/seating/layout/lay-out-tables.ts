import { roundUnits, type LaidOutSeat, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { pointFrom, roundPoint, type Standpoint } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PlanProblem, RowsTable } from './rows-plan.ts'
import { readRowPlaces } from './row-places.ts'
import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'

/** Measures of seats in plan units, and the category of each section's seats. */
export interface TableMeasures {
  readonly seatSize: number
  readonly seatPitch: number
  readonly categories: ReadonlyMap<number, string>
}

/** Rows of tables count from here, so that no row of a tier has the same y. */
const FIRST_Y = 1001
/** From the edge of a table to the middle of a seat, in sizes of a seat. */
const APART = 0.85
const CORNERS = 24

/** A seat's middle and where it looks to, in degrees. */
type Standing = readonly [at: Point, rotate: number]

/** The seats of tables, benches and boxes, and their shapes. A problem names the table by its index; its seats are then missing. */
export function layOutTables(
  tables: readonly RowsTable[],
  measures: TableMeasures,
): { seats: LaidOutSeat[]; tables: PlanTable[]; problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  const seats: LaidOutSeat[] = []
  const laid = tables.flatMap((table, index): PlanTable[] => {
    const names = readRowPlaces(table.seats)?.places.filter((name) => name !== null) ?? []
    if (names.length === 0) {
      problems.push({ path: ['tables', index, 'seats'], sentence: 'needs a count or seats such as "1-8" or "A-H"' })
      return []
    }
    const y = FIRST_Y + index
    const { section: sectionId, name, kind, sellWhole = false, features = [] } = table
    const category = table.category ?? measures.categories.get(sectionId) ?? ''
    const { standing, outline } = shapeOf(table, names.length, measures)
    for (const [at, seatName] of names.entries()) {
      const [[x, seatY], rotate] = standing[at] ?? [table.at, 0]
      const place = { seatplanX: roundUnits(x), seatplanY: roundUnits(seatY), rotate: roundUnits(rotate) }
      const guid = `${String(sectionId)}-${name}-${seatName}`
      seats.push({ guid, sectionId, groupId: 0, x: at + 1, y, ...place, rowName: name, seatName, category, features })
    }
    return [{ kind, sectionId, y, sellWhole, outline: outline.map(roundPoint) }]
  })
  return { seats, tables: laid, problems }
}

function shapeOf(table: RowsTable, count: number, measures: TableMeasures): { standing: readonly Standing[]; outline: readonly Point[] } {
  if (table.kind !== 'table') return lineShape(table, count, measures)
  return isLong(table) ? longShape(table, count, measures) : roundShape(table, count, measures)
}

/** A table with corners. */
interface LongTable extends RowsTable {
  readonly size: readonly [number, number]
}

function isLong(table: RowsTable): table is LongTable {
  return table.size !== undefined
}

function roundShape({ at, rotate = 0 }: RowsTable, count: number, { seatSize, seatPitch }: TableMeasures): ReturnType<typeof shapeOf> {
  const radius = Math.max(seatSize * 1.6, count > 1 ? seatPitch / (2 * Math.sin(Math.PI / count)) : 0)
  const around = (parts: number, away: number): Standing[] =>
    Array.from({ length: parts }, (_, part) => {
      const turn = rotate + (part * 360) / parts
      return [pointFrom({ at, rotate: turn }, 0, away), turn + 180]
    })
  return { standing: around(count, radius), outline: around(CORNERS, radius - seatSize * APART).map(([point]) => point) }
}

/** The first half of the seats above, from left to right, the others below on the way back. */
function longShape({ at, rotate = 0, size }: LongTable, count: number, { seatSize }: TableMeasures): ReturnType<typeof shapeOf> {
  const [width, depth] = size
  const middle = { at, rotate }
  const above = Math.ceil(count / 2)
  const along = (seat: number, of: number): number => ((seat + 0.5) / of - 0.5) * width
  const away = depth / 2 + seatSize * APART
  const standing = Array.from({ length: count }, (_, seat): Standing => {
    if (seat < above) return [pointFrom(middle, along(seat, above), away), rotate + 180]
    return [pointFrom(middle, -along(seat - above, count - above), -away), rotate]
  })
  return { standing, outline: corners(middle, width, depth) }
}

function lineShape({ at, rotate = 0 }: RowsTable, count: number, { seatSize, seatPitch }: TableMeasures): ReturnType<typeof shapeOf> {
  const middle = { at, rotate }
  const standing = Array.from({ length: count }, (_, seat): Standing => [pointFrom(middle, (seat - (count - 1) / 2) * seatPitch, 0), rotate]) // prettier-ignore
  return { standing, outline: corners(middle, count * seatPitch, seatSize * 1.7) }
}

function corners(middle: Standpoint, width: number, depth: number): Point[] {
  const sides = [[-1, 1], [1, 1], [1, -1], [-1, -1]] as const // prettier-ignore
  return sides.map(([right, ahead]) => pointFrom(middle, (right * width) / 2, (ahead * depth) / 2))
}
