import { comparePlanOrder, roundUnits, type LaidOutPlan, type LaidOutSeat, type LaidOutSection, type Point } from '#lib/domain/laid-out-plan.ts'
import { centreOf, rotationTowards, rowsOutline } from '#lib/domain/plan-geometry.ts'
import { findOverlaps } from '#lib/domain/find-overlaps.ts'
import { areaOutline, pretixPlan, unknownKeys, type PretixPlan, type PretixRow, type PretixSeat, type PretixZone } from './pretix-format.ts'
import { parseWith } from './parse-with.ts'
import { inside, type ImportNotes, type Place } from './report.ts'
import { fromLeft, moveSeats, seatPitchOf, splitZone } from './split-zone.ts'

const DEFAULT_RADIUS = 10
const MARGIN = 60

/** What a catalogue says about a pretix plan beside its file: own names, seat features (the format has none) and the drawing's scale. */
export interface PretixOptions {
  readonly stageLabel?: string | undefined
  readonly sectionNames?: Readonly<Record<string, string>> | undefined
  readonly categoryNames?: Readonly<Record<string, string>> | undefined
  readonly seatFeatures?: Readonly<Record<string, readonly number[]>> | undefined
  readonly scale?: number | undefined
  readonly trim?: boolean | undefined
}

interface ReadSeat {
  readonly at: Point
  readonly guid: string
  readonly name: string
  readonly category: string
  readonly radius: number
}

interface ReadRow {
  readonly label: string
  readonly seats: readonly ReadSeat[]
}

/** Reads a pretix seating plan; every repair and problem is noted with its path. */
export function readPretix(written: unknown, options: PretixOptions, place: Place, notes: ImportNotes): LaidOutPlan | undefined {
  const plan = parseWith(pretixPlan, written, place, notes)
  if (!plan) return undefined
  for (const [key, count] of unknownKeys(written)) notes.repair(place, `left out ${key}, which the format does not know (${String(count)} times)`)
  const guids = new Map<string, string>()
  const zones = plan.zones.map((zone, index) => readZone(plan, zone, inside(place, 'zones', index), guids, notes))
  const stage = stageOf(plan, options)
  const drawn = layOutZones(plan, zones, centreOf(stage?.outline ?? [[plan.size.width / 2, 0]]), options, place, notes)
  const seatSize = 2 * Math.min(DEFAULT_RADIUS * 10, ...zones.flatMap((rows) => rows.flatMap((row) => row.seats.map((seat) => seat.radius))))
  return fitDrawing({ ...drawn, stage, seatSize, width: plan.size.width }, options)
}

function readZone(plan: PretixPlan, zone: PretixZone, place: Place, guids: Map<string, string>, notes: ImportNotes): ReadRow[] {
  return zone.rows.map((row, rowIndex) => ({
    label: row.row_number === '' ? String(rowIndex + 1) : row.row_number,
    seats: row.seats.map((seat, index) => {
      const here = inside(place, 'rows', rowIndex, 'seats', index)
      return readSeat(plan, zone, row, seat, { place: here, guids, notes })
    }),
  }))
}

interface Reading {
  readonly place: Place
  readonly guids: Map<string, string>
  readonly notes: ImportNotes
}

function readSeat(plan: PretixPlan, zone: PretixZone, row: PretixRow, seat: PretixSeat, reading: Reading): ReadSeat {
  const at: Point = [zone.position.x + row.position.x + seat.position.x, zone.position.y + row.position.y + seat.position.y]
  return {
    at,
    guid: takeGuid(seat, zone, row, reading),
    name: seat.seat_number,
    category: readCategory(plan, seat, reading),
    radius: seat.radius ?? DEFAULT_RADIUS,
  }
}

function takeGuid(seat: PretixSeat, zone: PretixZone, row: PretixRow, { place, guids, notes }: Reading): string {
  const wanted = seat.seat_guid === '' ? `${zone.zone_id ?? zone.name}-${row.row_number}-${seat.seat_number}` : seat.seat_guid
  let guid = wanted
  for (let copy = 2; guids.has(guid); copy++) guid = `${wanted}#${String(copy)}`
  guids.set(guid, guid)
  if (guid !== wanted) notes.repair(inside(place, 'seat_guid'), `"${wanted}" is another seat's guid already; this seat is "${guid}" from now on`)
  else if (seat.seat_guid === '') notes.repair(place, `has no seat_guid; it is "${guid}" from now on`)
  return guid
}

function readCategory(plan: PretixPlan, seat: PretixSeat, { place, notes }: Reading): string {
  const [first] = plan.categories
  if (seat.category !== '' || !first) return seat.category
  notes.repair(place, `has no category; it gets the first one, "${first.name}"`)
  return first.name
}

/** The largest drawn area stands for the stage. */
function stageOf(plan: PretixPlan, options: PretixOptions): LaidOutPlan['stage'] {
  const areas = plan.zones.flatMap((zone) =>
    zone.areas.flatMap((area) => {
      const outline = areaOutline(area)?.map(([x, y]): Point => [roundUnits(x + zone.position.x), roundUnits(y + zone.position.y)])
      return outline ? [{ outline, size: sizeOf(outline), text: area.text?.text ?? '' }] : []
    }),
  )
  const largest = areas.toSorted((a, b) => b.size - a.size)[0]
  if (!largest) return null
  const [labelX, labelY] = centreOf(largest.outline)
  return { outline: largest.outline, labelX, labelY, label: options.stageLabel ?? largest.text }
}

function sizeOf(outline: readonly Point[]): number {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)]
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}

type Drawn = Pick<LaidOutPlan, 'seats' | 'sections' | 'height'>

/** A zone that lies over an earlier one, as an upper floor does, is drawn below everything else. */
function layOutZones(
  plan: PretixPlan, zones: readonly (readonly ReadRow[])[], stage: Point, options: PretixOptions, place: Place, notes: ImportNotes,
): Drawn {
  const seats: LaidOutSeat[] = []
  const sections: LaidOutSection[] = []
  let height = plan.size.height
  for (const [index, rows] of zones.entries()) {
    const name = plan.zones[index]?.name ?? ''
    const blocks = splitZone(rows)
    if (blocks.length > 1) notes.repair(inside(place, 'zones', index), `row labels come more than once, so "${name}" is ${String(blocks.length)} sections`)
    const parts = blocks.map((block, ordinal) => ({
      id: sections.length + ordinal + 1,
      name: sectionName(name, ordinal, blocks.length, options),
      seats: layOutBlock(block, sections.length + ordinal + 1, stage, options),
    }))
    const own = parts.flatMap((part) => part.seats)
    const covered = countOverlaps(seats, own)
    const dy = covered === 0 ? 0 : Math.max(...seats.map((seat) => seat.seatplanY)) + MARGIN - Math.min(...own.map((seat) => seat.seatplanY))
    if (covered > 0) notes.repair(inside(place, 'zones', index), `${String(covered)} seats of "${name}" lie over seats of an earlier zone; it is drawn below them`)
    const moved = parts.map((part) => ({ ...part, seats: moveSeats(part.seats, 0, dy) }))
    sections.push(...moved.map((part) => describeBlock(part.id, part.name, part.seats)))
    seats.push(...moved.flatMap((part) => part.seats))
    height = Math.max(height, ...moved.flatMap((part) => part.seats.map((seat) => seat.seatplanY + MARGIN)))
  }
  return { seats, sections, height: Math.ceil(height) }
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

/** Rows run from the stage outwards, seats from the left hand of who sits there; a gap in a row leaves an XCoordinate out. */
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
        guid: seat.guid, sectionId, groupId: 0, x, y: ordinal + 1,
        seatplanX: seat.at[0], seatplanY: seat.at[1], rotate: roundUnits(rotate),
        rowName: row.label, seatName: seat.name,
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

/** Across the row, on the side where the stage is. */
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

/** The drawing at the wished scale and, where wished, without the empty room round it. */
function fitDrawing(plan: LaidOutPlan, { scale = 1, trim = false }: PretixOptions): LaidOutPlan {
  const points: Point[] = [...plan.seats.map((seat): Point => [seat.seatplanX, seat.seatplanY]), ...(plan.stage?.outline ?? [])]
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = trim ? [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN] : [0, 0]
  const [width, height] = trim ? [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top] : [plan.width, plan.height]
  const moveX = (x: number): number => roundUnits((x - left) * scale)
  const moveY = (y: number): number => roundUnits((y - top) * scale)
  const moveAll = (outline: readonly Point[]): Point[] => outline.map(([x, y]) => [moveX(x), moveY(y)])
  const moveLabel = <T extends { labelX: number; labelY: number; outline: readonly Point[] }>(drawn: T): T => ({
    ...drawn, labelX: moveX(drawn.labelX), labelY: moveY(drawn.labelY), outline: moveAll(drawn.outline),
  })
  return {
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
    seatSize: plan.seatSize * scale,
    stage: plan.stage && moveLabel(plan.stage),
    sections: plan.sections.map(moveLabel),
    seats: plan.seats.map((seat) => ({ ...seat, seatplanX: moveX(seat.seatplanX), seatplanY: moveY(seat.seatplanY) })).sort(comparePlanOrder),
  }
}
