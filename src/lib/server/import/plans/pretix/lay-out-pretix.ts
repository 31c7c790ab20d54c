import { faceRows, nearestOf } from '#lib/domain/seating/facing/face-rows.ts'
import { distance, orderAlong, pitchOfRow } from '#lib/domain/seating/facing/row-line.ts'
import { boundsOf, moveInside, scaleDrawing, trimDrawing } from '#lib/domain/seating/plan/fit-drawing.ts'
import { isInside } from '#lib/domain/seating/plan/is-inside.ts'
import {
  comparePlanOrder,
  roundUnits,
  type LaidOutPlan,
  type LaidOutSeat,
  type LaidOutSection,
  type Point,
} from '#lib/domain/seating/plan/laid-out-plan.ts'
import { centreOf, facing, rotationTowards, roundPoint, rowsOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'
import type { PretixOptions, PretixReading } from './pretix-options.ts'
import { DEFAULT_RADIUS, type ReadRow, type ReadSeat, type ReadZone } from './read-zones.ts'
import { inside, type Reading } from '#lib/server/import/read/report.ts'
import { splitZone } from './split-zone.ts'
import { aroundMiddle, type RowTable } from './find-tables.ts'

export const MARGIN = 60
/** Neighbours in a row stand at most this many seat pitches apart; a wider gap is an aisle. */
const AISLE = 1.6
/** Rows of a block whose directions differ by more have no common outline. */
const MOST_TURN = Math.PI / 4

/** The rows that are a section. */
interface ReadBlock {
  readonly id: number
  readonly rows: readonly ReadRow[]
}

/** A section's seats, row by row as the file has them. */
interface Block {
  readonly id: number
  readonly name: string
  readonly level?: number | undefined
  readonly rows: readonly (readonly LaidOutSeat[])[]
}

/** What seats look to, the rows that are tables, by the guid of their first seat in the file, and the level of a zone. */
export interface Ground {
  readonly foci: readonly Point[]
  readonly levelOf?: (zone: string) => number | undefined
  readonly tables: ReadonlyMap<string, RowTable>
}

/** Every seat where the file puts it. A zone is one section, or several where its row labels come again with the same seat numbers. */
export function layOutZones(
  zones: readonly ReadZone[],
  { foci, tables, levelOf }: Ground,
  { options, place, notes }: PretixReading,
): Pick<LaidOutPlan, 'seats' | 'sections' | 'tables'> {
  const blocks: Block[] = []
  for (const zone of zones) {
    const here = { place: inside(place, 'zones', zone.index), notes }
    const parts = splitZone(zone.rows)
    if (parts.length > 1) notes.repair(here.place, `row labels come more than once, so "${zone.name}" is ${String(parts.length)} sections`)
    for (const [ordinal, rows] of parts.entries()) {
      const id = blocks.length + 1
      const name = takeName(sectionName(zone.name, { ordinal, count: parts.length }, options), blocks, here)
      blocks.push({
        id,
        name,
        level: levelOf?.(zone.of?.[0] ?? zone.name),
        rows: layOutBlock({ id, rows: nameApart(rows, name, here) }, { foci, tables }, options),
      })
    }
  }
  const seats = blocks.flatMap(({ rows }) => rows.flat()).sort(comparePlanOrder)
  const found = blocks.flatMap(({ id, rows }) => tablesOf(id, rows, tables))
  return { seats, sections: blocks.map((block) => describeBlock(block, seats, foci)), ...(found.length > 0 && { tables: found }) }
}

/** Which of the sections of a zone it is, from 0, and how many they are. */
interface Part {
  readonly ordinal: number
  readonly count: number
}

function sectionName(zone: string, { ordinal, count }: Part, { sectionNames = {} }: PretixOptions): string {
  const name = sectionNames[zone] ?? zone
  return sectionNames[`${zone} ${String(ordinal + 1)}`] ?? (count === 1 ? name : `${name} ${String(ordinal + 1)}`)
}

/** Two sections of one name could not be told apart. */
function takeName(wanted: string, blocks: readonly Block[], { place, notes }: Reading): string {
  const isTaken = (name: string): boolean => blocks.some((block) => block.name === name)
  let name = wanted
  for (let copy = 2; isTaken(name); copy++) name = `${wanted} (${String(copy)})`
  if (name !== wanted) notes.repair(place, `another section is "${wanted}" already; this one is "${name}"`)
  return name
}

/** Gives the second seat of a name in its row a name of its own: "3 (2)". */
function nameApart(rows: readonly ReadRow[], section: string, { place, notes }: Reading): ReadRow[] {
  const taken = new Set<string>()
  return rows.map((row) => ({
    label: row.label,
    seats: row.seats.map((seat): ReadSeat => {
      const keyOf = (name: string): string => JSON.stringify([row.label, name])
      let { name } = seat
      for (let copy = 2; taken.has(keyOf(name)); copy++) name = `${seat.name} (${String(copy)})`
      taken.add(keyOf(name))
      if (name === seat.name) return seat
      notes.repair(place, `"${section}" has seat ${seat.name} in row ${row.label} twice; the seat ${seat.guid} is "${name}"`)
      return { ...seat, name }
    }),
  }))
}

function tablesOf(sectionId: number, rows: readonly (readonly LaidOutSeat[])[], tables: Ground['tables']): PlanTable[] {
  return rows.flatMap((row) => {
    const table = row.map(({ guid }) => tables.get(guid)).find((one) => one !== undefined)
    const { kind, sellWhole, outline = [] } = table ?? {}
    return kind ? [{ kind, sectionId, y: row[0]?.y ?? 0, sellWhole: sellWhole ?? false, outline: outline.map(roundPoint) }] : []
  })
}

/** Rows and seats in the file's order: y counts the rows, x the seats along each; an aisle skips an x. Seats of a table go around it and look to its middle. */
function layOutBlock({ id, rows }: ReadBlock, { foci, tables }: Ground, options: PretixOptions): LaidOutSeat[][] {
  const isTable = ({ seats }: ReadRow): boolean => tables.get(seats[0]?.guid ?? '')?.kind === 'table'
  const inOrder = rows.map((row) => {
    const places = row.seats.map(({ at }) => at)
    return isTable(row) ? aroundMiddle(row.seats, centreOf(places)) : orderAlong(places).flatMap((at) => row.seats[at] ?? [])
  })
  const faced = faceRows(
    inOrder.filter((_, ordinal) => !isTable(rows[ordinal] ?? NO_ROW)).map((row) => row.map(({ at }) => at)),
    foci,
  ).values()
  const rotations = inOrder.map((row, ordinal) => (isTable(rows[ordinal] ?? NO_ROW) ? faceMiddle(row) : (faced.next().value ?? [])))
  return inOrder.map((row, ordinal) => {
    const most = isTable(rows[ordinal] ?? NO_ROW) ? Infinity : pitchOfRow(row.map(({ at }) => at)) * AISLE
    let x = 0
    return row.map((seat, index) => {
      const before = row[index - 1]
      x += before && distance(seat.at, before.at) > most ? 2 : 1
      const given = options.seatFeatures?.[seat.guid] ?? []
      return {
        guid: seat.guid,
        sectionId: id,
        groupId: 0,
        x,
        y: ordinal + 1,
        seatplanX: seat.at[0],
        seatplanY: seat.at[1],
        rotate: roundUnits(rotations[ordinal]?.[index] ?? 0),
        rowName: rows[ordinal]?.label ?? '',
        seatName: seat.name,
        category: options.categoryNames?.[seat.category] ?? seat.category,
        features: [...new Set([...given, ...seat.features])].sort((a, b) => a - b),
      }
    })
  })
}

const NO_ROW: ReadRow = { label: '', seats: [] }

function faceMiddle(seats: readonly ReadSeat[]): number[] {
  const [x, y] = centreOf(seats.map(({ at }) => at))
  return seats.map(({ at }) => (seats.length > 1 ? rotationTowards(x - at[0], y - at[1]) : 0))
}

function pointOf({ seatplanX, seatplanY }: LaidOutSeat): Point {
  return [seatplanX, seatplanY]
}

function describeBlock({ id, name, level, rows }: Block, all: readonly LaidOutSeat[], foci: readonly Point[]): LaidOutSection {
  const seats = rows.flat()
  const [labelX, labelY] = centreOf(seats.map(pointOf))
  const outline = outlineOf(rows, foci)
  const isIn = isWithin(outline)
  const isTrue = outline.length > 0 && all.every((seat) => isIn(seat) === (seat.sectionId === id))
  const section = { id, name, isReserved: true, capacity: seats.length, category: null, outline: isTrue ? outline : [], labelX, labelY }
  return level === undefined ? section : { ...section, level }
}

function isWithin(outline: readonly Point[]): (seat: LaidOutSeat) => boolean {
  const { left, right, top, bottom } = boundsOf(outline)
  return ({ seatplanX: x, seatplanY: y }) => x > left && x < right && y > top && y < bottom && isInside(outline, x, y)
}

/** The outline around rows that stand behind each other; none around others. */
function outlineOf(rows: readonly (readonly LaidOutSeat[])[], foci: readonly Point[]): Point[] {
  const [meanX, meanY] = centreOf(rows.flat().map(({ rotate }) => facing(rotate)))
  const isTurned = rows.some((row) => {
    const [x, y] = centreOf(row.map(({ rotate }) => facing(rotate)))
    return x * meanX + y * meanY < Math.cos(MOST_TURN) * Math.hypot(x, y) * Math.hypot(meanX, meanY)
  })
  if (isTurned || Math.hypot(meanX, meanY) < 0.2) return []
  const awayOf = (row: readonly LaidOutSeat[]): number => {
    const middle = centreOf(row.map(pointOf))
    return distance(middle, nearestOf(foci, middle))
  }
  const nearFirst = rows.toSorted((a, b) => awayOf(a) - awayOf(b)).map(fromLeft)
  return rowsOutline(nearFirst, DEFAULT_RADIUS * 1.4, DEFAULT_RADIUS * 1.3)
}

/** A row's seats from a spectator's left hand to the right. */
function fromLeft(row: readonly LaidOutSeat[]): LaidOutSeat[] {
  const [first, last] = [row[0], row.at(-1)]
  if (!first || !last) return []
  const [fx, fy] = facing(first.rotate)
  const isFromRight = (last.seatplanX - first.seatplanX) * -fy + (last.seatplanY - first.seatplanY) * fx < 0
  return isFromRight ? row.toReversed() : [...row]
}

/** Moves what would lie left of the drawing or above it, trims the margins and rescales the drawing, if requested. */
export function fitDrawing(plan: LaidOutPlan, { scale = 1, trim = false }: PretixOptions): LaidOutPlan {
  return scaleDrawing(trim ? trimDrawing(plan, MARGIN) : moveInside(plan, MARGIN), scale)
}
