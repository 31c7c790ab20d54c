import type { LaidOutPlan, Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { pointFrom } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PretixOptions } from '#lib/server/import/plans/pretix/pretix-options.ts'
import type { Reading } from '#lib/server/import/read/report.ts'
import type { SheetLayout } from '#lib/server/import/schema/sheet-schema.ts'
import { drawnBounds, transformPlan, type AbsolutePlan, type AbsoluteSeat, type AbsoluteSection } from './absolute/absolute-plan.ts'
import { rowKindOf } from '#lib/server/import/plans/pretix/table-names.ts'
import { layOutAbsolute } from './absolute/lay-out-absolute.ts'
import { nameOnLevels } from './name-on-levels.ts'
import { readSheetLines, type SheetLine } from './read-sheet-lines.ts'
import { readTable } from './read-table.ts'

const SEAT_PITCH = 33
const ROW_PITCH = 40
const MARGIN = 60
/** Room before a section and around a stage, in row pitches. */
const ROOM = 1.5
/** Tables in a line. */
const TABLES_ACROSS = 6
/** A section without seats is drawn as large as this many places by these rows. */
const STANDING = { seats: 12, rows: 3 }

/** Reads a plan from a spreadsheet of rows, whose first is in front, or of single seats with their places. */
export function readSheet(bytes: Buffer, options: PretixOptions & SheetLayout, reading: Reading): LaidOutPlan | undefined {
  const { place, notes } = reading
  const table = readTable(bytes, options.sheet, reading)
  const before = notes.problems.length
  const read = table && readSheetLines(table, options, reading)
  if (!read || notes.problems.length > before) return undefined
  const lines = nameOnLevels(read, place, notes)
  const placed = lines.filter((line) => line.at !== undefined)
  const unplaced = lines.find((line) => line.at === undefined && line.capacity === undefined)
  if (placed.length > 0 && unplaced) {
    notes.problem(unplaced.place, 'says no x and y, though other lines do: all seats need them, or none')
    return undefined
  }
  return layOutAbsolute(placed.length > 0 ? asPoints(lines) : layOutLines(lines, options), options, reading)
}

const EMPTY = { name: '', categories: [], shapes: [] } as const

function asPoints(lines: readonly SheetLine[]): AbsolutePlan {
  const seats = lines.flatMap(({ at, blocks, ...line }) =>
    at ? blocks.flatMap((block) => block.names.map((name) => ({ ...line, at, name }))) : [],
  )
  return { ...EMPTY, sections: sectionsOf(lines), seats, tables: wholeOf(lines) }
}

/** The rows whose lines say that they are sold whole. */
function wholeOf(lines: readonly SheetLine[]): AbsolutePlan['tables'] {
  return lines.filter(({ isWhole }) => isWhole).map(({ section, row }) => ({ section, rows: [row], sellWhole: true }))
}

function sectionsOf(lines: readonly SheetLine[]): AbsoluteSection[] {
  const first = new Map<string, SheetLine>()
  for (const line of lines) if (!first.has(line.section)) first.set(line.section, line)
  return [...first.values()].map(({ section, level, capacity, category, place }) => ({ name: section, level, capacity, category, place }))
}

/** A seat's number of places from where its row begins; the row's own width. */
interface Row {
  readonly side: 'right' | 'left'
  readonly seats: readonly (Omit<AbsoluteSeat, 'at'> & { readonly along: number })[]
  readonly width: number
}

/** Sections stand behind each other in the order of the file, unless `places` says where; rows are centred. */
function layOutLines(lines: readonly SheetLine[], layout: PretixOptions & SheetLayout): AbsolutePlan {
  const { seatPitch = SEAT_PITCH, rowPitch = ROW_PITCH } = layout
  const sections = Map.groupBy(lines, (line) => line.section)
  const seats: AbsoluteSeat[] = []
  const drawn: AbsoluteSection[] = []
  let y = 0
  for (const section of sectionsOf(lines)) {
    const rows = rowsOf(sections.get(section.name) ?? [], layout)
    const own = layout.places?.[section.name]
    const [at, rotate]: [Point, number] = own ? [[own.x, own.y], own.rotate] : [[0, y], 0]
    const middle = { at, rotate }
    const isTable = (row: Row): boolean => rowKindOf(row.seats[0]?.row ?? '') === 'table'
    const inRows = rows.filter((row) => !isTable(row))
    const { standing, depth: tableDepth } = layOutTables(rows.filter(isTable), seatPitch)
    for (const { seat, right, back } of standing) seats.push({ ...seat, at: pointFrom(middle, right, -(back + inRows.length * rowPitch)) })
    for (const [depth, row] of inRows.entries()) {
      for (const { along, ...seat } of row.seats) {
        const right = (along - (row.width - 1) / 2) * seatPitch * (row.side === 'right' ? -1 : 1)
        seats.push({ ...seat, at: pointFrom(middle, right, -depth * rowPitch) })
      }
    }
    const isGeneral = section.capacity !== undefined
    drawn.push(isGeneral ? { ...section, outline: standingOutline(at, seatPitch, rowPitch) } : section)
    if (!own) y += ((isGeneral ? STANDING.rows : inRows.length) + ROOM) * rowPitch + tableDepth
  }
  const plan = { ...EMPTY, sections: drawn, seats, tables: wholeOf(lines), stage: stageBefore(seats, layout.stageLabel, rowPitch) }
  if (layout.places) return plan
  const { left, top } = drawnBounds(plan)
  return transformPlan(plan, ([x, seatY]) => [x - left + MARGIN, seatY - top + MARGIN], 1)
}

function rowsOf(lines: readonly SheetLine[], { from = 'right' }: SheetLayout): Row[] {
  return [...Map.groupBy(lines.filter((line) => line.capacity === undefined), (line) => line.row).values()].map((row) => layOutRow(row, from)) // prettier-ignore
}

/** A line that does not go on counting where the one before it ended begins behind an aisle, unless it says the gap itself. */
function layOutRow(lines: readonly SheetLine[], from: 'right' | 'left'): Row {
  const seats: Row['seats'][number][] = []
  let along = 0
  let last: string | undefined
  for (const { blocks, saysGap, step, section, row, category, features, guid, place } of lines) {
    for (const [index, { gap, names }] of blocks.entries()) {
      const goesOn = last === undefined || Math.abs(Number(names[0]) - Number(last)) === step
      along += gap + (index === 0 && !saysGap && !goesOn ? 1 : 0)
      for (const name of names) seats.push({ along: along++, section, row, name, category, features, guid, place })
      last = names.at(-1)
    }
  }
  return { side: lines[0]?.side ?? from, seats, width: along }
}

interface Standing {
  readonly seat: Omit<AbsoluteSeat, 'at'>
  readonly right: number
  readonly back: number
}

/** Tables stand beside each other, so many in a line; seat 1 is at the top, and the others go on clockwise. */
function layOutTables(tables: readonly Row[], seatPitch: number): { standing: Standing[]; depth: number } {
  const radiusOf = ({ seats }: Row): number =>
    Math.max(seatPitch, seats.length > 1 ? seatPitch / (2 * Math.sin(Math.PI / seats.length)) : 0)
  const cell = tables.reduce((most, table) => Math.max(most, radiusOf(table)), 0) * 2 + seatPitch * 2
  const across = Math.min(TABLES_ACROSS, tables.length)
  const standing = tables.flatMap((table, index) => {
    const [column, line] = [index % across, Math.floor(index / across)]
    const [middle, back] = [(across - 1 - column - (across - 1) / 2) * cell * (table.side === 'right' ? 1 : -1), (line + 0.5) * cell]
    return table.seats.map(({ along: _along, ...seat }, at) => {
      const turn = (at * 2 * Math.PI) / table.seats.length
      return { seat, right: middle + Math.sin(turn) * radiusOf(table), back: back - Math.cos(turn) * radiusOf(table) }
    })
  })
  return { standing, depth: Math.ceil(tables.length / across || 0) * cell }
}

function standingOutline([x, y]: Point, seatPitch: number, rowPitch: number): Point[] {
  const [side, bottom] = [(STANDING.seats / 2) * seatPitch, y + (STANDING.rows - 0.5) * rowPitch]
  return [
    [x - side, y - rowPitch / 2],
    [x + side, y - rowPitch / 2],
    [x + side, bottom],
    [x - side, bottom],
  ]
}

/** A stage in front of the first row, if the catalogue gives it a name. */
function stageBefore(seats: readonly AbsoluteSeat[], label: string | undefined, rowPitch: number): AbsolutePlan['stage'] {
  if (label === undefined || seats.length === 0) return undefined
  const xs = seats.map(({ at: [x] }) => x)
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))]
  const bottom = seats.reduce((least, { at: [, y] }) => Math.min(least, y), Infinity) - ROOM * rowPitch
  const [middle, half] = [(left + right) / 2, Math.max((right - left) * 0.3, rowPitch * 2)]
  const top = bottom - rowPitch
  return { label, outline: [[middle - half, top], [middle + half, top], [middle + half, bottom], [middle - half, bottom]] } // prettier-ignore
}
