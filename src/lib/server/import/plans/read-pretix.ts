import { roundUnits, type LaidOutPlan, type Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { boundsOf } from '#lib/domain/seating/plan/fit-drawing.ts'
import { centreOf } from '#lib/domain/seating/plan/plan-geometry.ts'
import { DEFAULT_RADIUS, fitDrawing, layOutZones, type PretixOptions, type ReadRow, type ReadSeat } from './lay-out-pretix.ts'
import { areaOutline, pretixPlan, unknownKeys, type PretixPlan, type PretixRow, type PretixSeat, type PretixZone } from './pretix-format.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'

/** Reads a pretix seating plan; notes every repair and problem with its path. */
export function readPretix(written: unknown, options: PretixOptions, place: Place, notes: ImportNotes): LaidOutPlan | undefined {
  const plan = parseWith(pretixPlan, written, place, notes)
  if (!plan) return undefined
  for (const [key, count] of unknownKeys(written))
    notes.repair(place, `left out ${key}, which the format does not know (${String(count)} times)`)
  const guids = new Map<string, string>()
  const zones = plan.zones.map((zone, index) => readZone(plan, zone, inside(place, 'zones', index), guids, notes))
  const stage = stageOf(plan, options)
  const drawn = layOutZones(plan, zones, centreOf(stage?.outline ?? [[plan.size.width / 2, 0]]), options, place, notes)
  const radii = zones.flatMap((rows) => rows.flatMap((row) => row.seats.map((seat) => seat.radius)))
  const seatSize = 2 * radii.reduce((least, radius) => Math.min(least, radius), radii[0] ?? DEFAULT_RADIUS)
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
  if (guid !== wanted)
    notes.repair(inside(place, 'seat_guid'), `"${wanted}" is another seat's guid already; this seat is "${guid}" from now on`)
  else if (seat.seat_guid === '') notes.repair(place, `has no seat_guid; it is "${guid}" from now on`)
  return guid
}

function readCategory(plan: PretixPlan, seat: PretixSeat, { place, notes }: Reading): string {
  const [first] = plan.categories
  if (seat.category !== '' || !first) return seat.category
  notes.repair(place, `has no category; it gets the first one, "${first.name}"`)
  return first.name
}

/** Takes the largest drawn area as the stage. */
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
  const { left, right, top, bottom } = boundsOf(outline)
  return (right - left) * (bottom - top)
}
