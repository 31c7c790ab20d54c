import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PretixPlan, PretixRow, PretixSeat, PretixZone } from './pretix-format.ts'
import { inside, type Reading } from '#lib/server/import/read/report.ts'
import { marksOf } from './seat-marks.ts'

export const DEFAULT_RADIUS = 10
/** Distances of seats and rows whose places the file leaves out, in pixels. */
const SEAT_PITCH = 25
const ROW_PITCH = 30
/** The category of seats where the file has none at all. */
const ONLY_CATEGORY = 'standard'

/** A seat as in the file; `at` is its position in the drawing. */
export interface ReadSeat {
  readonly at: Point
  readonly guid: string
  readonly name: string
  readonly category: string
  readonly radius: number
  readonly features: readonly number[]
}

export interface ReadRow {
  readonly label: string
  readonly seats: readonly ReadSeat[]
}

export interface ReadZone {
  readonly name: string
  /** Its index in the file. */
  readonly index: number
  /** The zones of the file that it was made of, a row each; left out: it is one. */
  readonly of?: readonly string[] | undefined
  /** Rows without seats are left out. */
  readonly rows: readonly ReadRow[]
}

/** A zone of a plan that is read. */
interface ZoneReading extends Reading {
  readonly plan: PretixPlan
  readonly zone: PretixZone
  /** Those that are taken, of the whole plan. */
  readonly guids: Set<string>
}

/** The zones that have seats, in the file's order. @param moveOf where a zone stands */
export function readZones(plan: PretixPlan, moveOf: (zone: PretixZone) => Point, { place, notes }: Reading): ReadZone[] {
  const guids = new Set<string>()
  const read = plan.zones.flatMap((zone, index) => {
    const reading = { plan, zone, place: inside(place, 'zones', index), guids, notes }
    const rows = readRows(moveOf(zone), reading)
    if (rows.length === 0 && zone.areas.length === 0) notes.repair(reading.place, 'has neither seats nor areas; it is left out')
    return rows.length === 0 ? [] : [{ name: nameOf(index, reading), index, rows }]
  })
  reportCategories(plan, read, { place, notes })
  return read
}

function nameOf(index: number, { zone: { name, zone_id }, place, notes }: ZoneReading): string {
  if (name !== '') return name
  const found = zone_id === '' ? String(index + 1) : zone_id
  notes.repair(place, `has no name; its section is "${found}"`)
  return found
}

function readRows([zoneX, zoneY]: Point, reading: ZoneReading): ReadRow[] {
  const { zone } = reading
  let before: Point = [zoneX, zoneY - ROW_PITCH]
  return zone.rows.flatMap((row, index) => {
    const here = { ...reading, place: inside(reading.place, 'rows', index) }
    const isPlaced = row.position || row.seats.length === 0 || row.seats.some((seat) => seat.position)
    const from: Point = isPlaced ? [zoneX + (row.position?.x ?? 0), zoneY + (row.position?.y ?? 0)] : [before[0], before[1] + ROW_PITCH]
    if (!isPlaced && zone.rows.length > 1) here.notes.repair(here.place, 'has no position; it is drawn behind the row before it')
    before = from
    const label = row.row_number === '' ? String(index + 1) : row.row_number
    return row.seats.length === 0 ? [] : [{ label, seats: readSeats(row, from, here) }]
  })
}

function readSeats(row: PretixRow, [fromX, fromY]: Point, reading: ZoneReading): ReadSeat[] {
  let before: Point | undefined
  let unplaced = 0
  const seats = row.seats.map((seat, index) => {
    const here = { ...reading, place: inside(reading.place, 'seats', index) }
    if (!seat.position) unplaced++
    const { x, y } = seat.position ?? { x: before ? before[0] + SEAT_PITCH : 0, y: before?.[1] ?? 0 }
    before = [x, y]
    return {
      at: [fromX + x, fromY + y] as const,
      guid: takeGuid(seat, row, here),
      name: nameOfSeat(seat, index, here),
      category: readCategory(seat, here),
      radius: Math.abs(seat.radius ?? DEFAULT_RADIUS) || DEFAULT_RADIUS,
      features: marksOf(seat),
    }
  })
  if (unplaced > 0 && row.seats.length > 1) {
    reading.notes.repair(reading.place, `${String(unplaced)} of its seats have no position; each is drawn beside the one before it`)
  }
  return seats
}

function takeGuid(seat: PretixSeat, row: PretixRow, { zone, place, guids, notes }: ZoneReading): string {
  const wanted =
    seat.seat_guid === '' ? `${zone.zone_id === '' ? zone.name : zone.zone_id}-${row.row_number}-${seat.seat_number}` : seat.seat_guid
  let guid = wanted
  for (let copy = 2; guids.has(guid); copy++) guid = `${wanted}#${String(copy)}`
  guids.add(guid)
  if (guid !== wanted)
    notes.repair(inside(place, 'seat_guid'), `"${wanted}" is another seat's guid already; this seat is "${guid}" from now on`)
  else if (seat.seat_guid === '') notes.repair(place, `has no seat_guid; it is "${guid}" from now on`)
  return guid
}

function nameOfSeat({ seat_number }: PretixSeat, index: number, { place, notes }: Reading): string {
  if (seat_number !== '') return seat_number
  notes.repair(inside(place, 'seat_number'), `is empty; the seat is "${String(index + 1)}"`)
  return String(index + 1)
}

function readCategory(seat: PretixSeat, { plan, place, notes }: ZoneReading): string {
  if (seat.category !== '') return seat.category
  const first = plan.categories.find(({ name }) => name !== '')
  const category = first?.name ?? ONLY_CATEGORY
  notes.repair(
    place,
    first ? `has no category; it gets the first one, "${category}"` : `has no category, and the file has none; it gets "${category}"`,
  )
  return category
}

/** Categories that seats have and the file does not list, and what the words of seats were read as. */
function reportCategories(plan: PretixPlan, zones: readonly ReadZone[], { place, notes }: Reading): void {
  const seats = zones.flatMap(({ rows }) => rows.flatMap((row) => row.seats))
  const listed = new Set([...plan.categories.map(({ name }) => name), ONLY_CATEGORY])
  const unlisted = Map.groupBy(
    seats.filter(({ category }) => !listed.has(category)),
    ({ category }) => category,
  )
  for (const [category, own] of unlisted) {
    notes.repair(inside(place, 'categories'), `lacks "${category}", which ${String(own.length)} seats have; it has no colour`)
  }
  const marked = Map.groupBy(
    seats.flatMap(({ features }) => features),
    (code) => code,
  )
  for (const [code, own] of marked)
    notes.repair(place, `${String(own.length)} seats are marked so in the file that they get the feature ${String(code)}`)
}
