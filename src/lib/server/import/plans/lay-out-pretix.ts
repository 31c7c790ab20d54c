import {
  comparePlanOrder,
  roundUnits,
  type LaidOutPlan,
  type LaidOutSeat,
  type LaidOutSection,
  type Point,
} from '#lib/domain/seating/plan/laid-out-plan.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import { boundsOf, scaleDrawing, trimDrawing } from '#lib/domain/seating/plan/fit-drawing.ts'
import { centreOf, rotationTowards, rowsOutline } from '#lib/domain/seating/plan/plan-geometry.ts'
import type { PretixPlan } from './pretix-format.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import { fromLeft, moveSeats, seatPitchOf, splitZone } from './split-zone.ts'

export const DEFAULT_RADIUS = 10
const MARGIN = 60

/** A catalogue's additions to a pretix plan: own names, seat features (which the format lacks) and the drawing's scale. */
export interface PretixOptions {
  readonly stageLabel?: string | undefined
  readonly sectionNames?: Readonly<Record<string, string>> | undefined
  readonly categoryNames?: Readonly<Record<string, string>> | undefined
  readonly seatFeatures?: Readonly<Record<string, readonly number[]>> | undefined
  readonly scale?: number | undefined
  readonly trim?: boolean | undefined
}

/** A seat as in the file; `at` is its position in the drawing. */
export interface ReadSeat {
  readonly at: Point
  readonly guid: string
  readonly name: string
  readonly category: string
  readonly radius: number
}

export interface ReadRow {
  readonly label: string
  readonly seats: readonly ReadSeat[]
}

type Drawn = Pick<LaidOutPlan, 'seats' | 'sections' | 'height'>

/** A zone that overlaps an earlier one, such as an upper floor, is drawn below everything else. */
export function layOutZones(
  plan: PretixPlan,
  zones: readonly (readonly ReadRow[])[],
  stage: Point,
  options: PretixOptions,
  place: Place,
  notes: ImportNotes,
): Drawn {
  const seats: LaidOutSeat[] = []
  const sections: LaidOutSection[] = []
  for (const [index, rows] of zones.entries()) {
    const name = plan.zones[index]?.name ?? ''
    const here = inside(place, 'zones', index)
    const blocks = splitZone(rows)
    if (blocks.length > 1) notes.repair(here, `row labels come more than once, so "${name}" is ${String(blocks.length)} sections`)
    const parts = blocks.map((block, ordinal) => {
      const id = sections.length + ordinal + 1
      return { id, name: sectionName(name, ordinal, blocks.length, options), seats: layOutBlock(block, id, stage, options) }
    })
    const own = parts.flatMap((part) => part.seats)
    const covered = countOverlaps(seats, own)
    if (covered > 0) notes.repair(here, `${String(covered)} seats of "${name}" lie over seats of an earlier zone; it is drawn below them`)
    const dy = covered === 0 ? 0 : boundsOf(pointsOf(seats)).bottom + MARGIN - boundsOf(pointsOf(own)).top
    const moved = parts.map((part) => ({ ...part, seats: moveSeats(part.seats, 0, dy) }))
    sections.push(...moved.map((part) => describeBlock(part.id, part.name, part.seats)))
    for (const part of moved) seats.push(...part.seats)
  }
  seats.sort(comparePlanOrder)
  return { seats, sections, height: Math.ceil(Math.max(plan.size.height, boundsOf(pointsOf(seats)).bottom + MARGIN)) }
}

function pointsOf(seats: readonly LaidOutSeat[]): Point[] {
  return seats.map((seat) => [seat.seatplanX, seat.seatplanY])
}

function sectionName(zone: string, ordinal: number, blocks: number, options: PretixOptions): string {
  const name = options.sectionNames?.[zone] ?? zone
  return options.sectionNames?.[`${zone} ${String(ordinal + 1)}`] ?? (blocks === 1 ? name : `${name} ${String(ordinal + 1)}`)
}

function countOverlaps(before: readonly LaidOutSeat[], own: readonly LaidOutSeat[]): number {
  const mine = new Set(own)
  const pairs = findOverlaps([...before, ...own], DEFAULT_RADIUS).filter((pair) => mine.has(pair.other) && !mine.has(pair.one))
  return new Set(pairs.map((pair) => pair.other)).size
}

/** Rows run from the stage outwards, seats from a spectator's left hand; a gap in a row skips an XCoordinate. */
function layOutBlock(rows: readonly ReadRow[], sectionId: number, stage: Point, options: PretixOptions): LaidOutSeat[] {
  const nearFirst = rows.toSorted((a, b) => distanceTo(stage, a) - distanceTo(stage, b))
  return nearFirst.flatMap((row, ordinal) => {
    const rotate = rowRotation(row, stage)
    const pitch = seatPitchOf(row)
    let [x, before]: [number, Point | undefined] = [0, undefined]
    return fromLeft(row.seats, rotate).map((seat) => {
      x += before && Math.hypot(seat.at[0] - before[0], seat.at[1] - before[1]) > pitch * 1.6 ? 2 : 1
      before = seat.at
      return {
        guid: seat.guid,
        sectionId,
        groupId: 0,
        x,
        y: ordinal + 1,
        seatplanX: seat.at[0],
        seatplanY: seat.at[1],
        rotate: roundUnits(rotate),
        rowName: row.label,
        seatName: seat.name,
        category: options.categoryNames?.[seat.category] ?? seat.category,
        features: options.seatFeatures?.[seat.guid] ?? [],
      }
    })
  })
}

function distanceTo([x, y]: Point, row: ReadRow): number {
  const [cx, cy] = centreOf(row.seats.map((seat) => seat.at))
  return Math.hypot(cx - x, cy - y)
}

/** The rotation perpendicular to the row, towards the stage. */
function rowRotation(row: ReadRow, [stageX, stageY]: Point): number {
  const [first, last] = [row.seats[0]?.at, row.seats[row.seats.length - 1]?.at]
  if (!first || !last) return 0
  const [x, y] = centreOf([first, last])
  const [dx, dy] = first === last ? [stageY - y, x - stageX] : [last[0] - first[0], last[1] - first[1]]
  const side = Math.sign(-dy * (stageX - x) + dx * (stageY - y)) || 1
  return rotationTowards(-dy * side, dx * side)
}

function describeBlock(id: number, name: string, seats: readonly LaidOutSeat[]): LaidOutSection {
  const rows = [...Map.groupBy(seats, (seat) => seat.y).values()]
  const outline = rowsOutline(rows, DEFAULT_RADIUS * 1.4, DEFAULT_RADIUS * 1.3)
  const [labelX, labelY] = centreOf(seats.map((seat) => [seat.seatplanX, seat.seatplanY]))
  return { id, name, isReserved: true, capacity: seats.length, category: null, outline, labelX, labelY }
}

/** Trims the margins and rescales the drawing, if requested. */
export function fitDrawing(plan: LaidOutPlan, { scale = 1, trim = false }: PretixOptions): LaidOutPlan {
  return scaleDrawing(trim ? trimDrawing(plan, MARGIN) : plan, scale)
}
