import { distance, pitchOfRow } from '#lib/domain/seating/facing/row-line.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'
import type { ReadArea } from './read-areas.ts'
import type { ReadRow, ReadZone } from './read-zones.ts'
import { inside } from '#lib/server/import/read/report.ts'
import type { PretixOptions, PretixReading, TableOption } from './pretix-options.ts'
import { rowKindOf } from './table-names.ts'

/** A row that is a table, bench or box. */
export type RowTable = Pick<PlanTable, 'kind' | 'sellWhole' | 'outline'>

/** Around more seats than these stands no table, but an arena. */
const MOST_SEATS = 40
/** Seats stand at most so many of their distances from the table's edge. */
const NEAR = 1.3
/** No gap between two seats around a table is greater, seen from its middle. */
const WIDEST = Math.PI * 1.05

/**
 * The rows that are tables, benches or boxes: what the options say, else what a row's name says, else rows whose seats all stand around one shape that has no
 * seat on it and is not the stage. By the guid of the row's first seat.
 */
export function findTables(
  zones: readonly ReadZone[],
  areas: readonly ReadArea[],
  { options, place, notes }: PretixReading,
): ReadonlyMap<string, RowTable> {
  const found = new Map<string, RowTable>()
  const used = new Set<TableOption>()
  const rows = zones.flatMap((zone) => zone.rows.map((row) => ({ zone, row })))
  const around = tablesByShape(
    rows.map(({ row }) => row),
    areas,
  )
  let unsaid = 0
  for (const { zone, row } of rows) {
    const said = optionsFor(zone, row, options)
    for (const one of said) used.add(one)
    const table = tableOf(row, Object.assign({}, ...said) as TableOption, around.has(row))
    if (!table) continue
    if (said.length === 0 && around.has(row)) unsaid++
    found.set(row.seats[0]?.guid ?? '', table)
  }
  if (unsaid > 0)
    notes.warning(
      place,
      `the seats of ${String(unsaid)} rows stand around a shape, so they are tables; "tables" says otherwise, and which are sold whole`,
    )
  for (const [index, option] of (options.tables ?? []).entries())
    if (!used.has(option)) notes.problem(inside(place, 'tables', index), `names no row: there are ${namesOf(zones)}`)
  return found
}

/** What the options say of a row, in their order. */
function optionsFor(zone: ReadZone, row: ReadRow, { tables = [], sectionNames = {} }: PretixOptions): readonly TableOption[] {
  return tables.filter(({ section, rows: names }) => {
    const isHere = section === undefined || section === zone.name || section === sectionNames[zone.name]
    const isOwnZone = zone.of !== undefined && section === row.label
    return isOwnZone || (isHere && (names?.includes(row.label) ?? true))
  })
}

/** undefined: it is a row as others are. */
function tableOf(row: ReadRow, option: TableOption, isAroundShape: boolean): RowTable | undefined {
  const kind = option.kind ?? kindOf(row) ?? (isAroundShape ? 'table' : 'row')
  if (kind === 'row') return undefined
  return { kind, sellWhole: option.sellWhole ?? false, outline: option.outline ?? outlineOf(kind, row, isAroundShape) }
}

/** What the row's name says; seats in a line have nobody behind the last, whatever they stand at. */
function kindOf({ label, seats }: ReadRow): PlanTable['kind'] | undefined {
  const kind = rowKindOf(label)
  return kind === 'table' && isLine(seats.map(({ at }) => at)) ? 'bench' : kind
}

function isLine(points: readonly Point[]): boolean {
  const [first] = points
  if (!first || points.length < 3) return false
  const [x, y] = points.reduce((best, point) => (distance(point, first) > distance(best, first) ? point : best))
  const length = distance([x, y], first)
  const most = pitchOfRow(points) * 0.3
  return points.every(([px, py]) => Math.abs((px - first[0]) * (y - first[1]) - (py - first[1]) * (x - first[0])) <= most * length)
}

function namesOf(zones: readonly ReadZone[]): string {
  const names = zones.flatMap((zone) => zone.rows.map((row) => `"${row.label}" in "${zone.name}"`))
  return names.length > 8 ? `${names.slice(0, 8).join(', ')} …` : names.join(', ')
}

/** The rows around a shape each; a shape that several rows go around is an arena. */
function tablesByShape(rows: readonly ReadRow[], areas: readonly ReadArea[]): ReadonlySet<ReadRow> {
  const byArea = new Map<ReadArea, ReadRow[]>()
  const shapes = areas.filter(({ area }) => area.outline.length > 2 && !area.isUnderSeats).map(measureShape)
  for (const row of rows) {
    const places = row.seats.map(({ at }) => at)
    const [first] = places
    if (!first || places.length < 2 || places.length > MOST_SEATS) continue
    const reach = pitchOfRow(places) * NEAR
    for (const shape of shapes) {
      if (Math.hypot(first[0] - shape.x, first[1] - shape.y) > shape.size + reach || !isAround(places, shape, reach)) continue
      byArea.set(shape.area, [...(byArea.get(shape.area) ?? []), row])
    }
  }
  return new Set([...byArea.values()].flatMap((found) => (found.length === 1 ? found : [])))
}

interface Shape {
  readonly area: ReadArea
  readonly outline: readonly Point[]
  readonly x: number
  readonly y: number
  /** From its middle to the corner that is furthest away. */
  readonly size: number
}

function measureShape(area: ReadArea): Shape {
  const { outline } = area.area
  const middle = centreOf(outline)
  return { area, outline, x: middle[0], y: middle[1], size: Math.max(...outline.map((point) => distance(point, middle))) }
}

function isAround(seats: readonly Point[], { outline, x, y }: Shape, reach: number): boolean {
  if (!isInside(outline, x, y) || seats.some((seat) => edgeDistance(seat, outline) > reach)) return false
  const angles = seats.map(([seatX, seatY]) => Math.atan2(seatY - y, seatX - x)).sort((a, b) => a - b)
  const gaps = angles.map((angle, at) => (at === 0 ? angle - (angles.at(-1) ?? 0) + 2 * Math.PI : angle - (angles[at - 1] ?? 0)))
  return Math.max(...gaps) <= WIDEST
}

function edgeDistance([x, y]: Point, outline: readonly Point[]): number {
  let least = Infinity
  let [fromX, fromY] = outline.at(-1) ?? [0, 0]
  for (const [toX, toY] of outline) {
    const [dx, dy] = [toX - fromX, toY - fromY]
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length))
    least = Math.min(least, Math.hypot(x - fromX - along * dx, y - fromY - along * dy))
    ;[fromX, fromY] = [toX, toY]
  }
  return least
}

/** A table that the file does not draw is the ground between its seats. */
function outlineOf(kind: PlanTable['kind'], { seats }: ReadRow, isDrawn: boolean): readonly Point[] {
  if (kind !== 'table' || isDrawn || seats.length < 3) return []
  const middle = centreOf(seats.map(({ at }) => at))
  return aroundMiddle(seats, middle).map(({ at: [x, y], radius }): Point => {
    const away = distance([x, y], middle)
    const part = Math.max(0.2, 1 - (radius * 1.5) / (away || 1))
    return [middle[0] + (x - middle[0]) * part, middle[1] + (y - middle[1]) * part]
  })
}

/** Seats clockwise around a point, the first of the file first. */
export function aroundMiddle<Seat extends { readonly at: Point }>(seats: readonly Seat[], [x, y]: Point): Seat[] {
  const angleOf = ({ at }: Seat): number => Math.atan2(at[1] - y, at[0] - x)
  const start = seats[0] ? angleOf(seats[0]) : 0
  const turnOf = (seat: Seat): number => (angleOf(seat) - start + 4 * Math.PI) % (2 * Math.PI)
  return seats.map((seat, index) => ({ seat, turn: index === 0 ? 0 : turnOf(seat) })).sort((a, b) => a.turn - b.turn).map(({ seat }) => seat) // prettier-ignore
}
