import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { findOverlaps } from '#lib/domain/seating/plan/find-overlaps.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import type { ReadSeat, ReadZone } from './read-zones.ts'

/** Seats that touch do not overlap, and files round. */
const TOUCH = 0.05

interface Standing {
  readonly at: Point
  readonly seat: ReadSeat
  readonly zone: ReadZone
}

/**
 * Reports seats that lie over each other by their own radii. Within a zone seats may touch, and seats of two zones, such as two floors, stay where the file
 * draws them: a note each.
 * @returns the size of a seat that no two seats may be closer than: only a seat that hides the middle of another in its zone is
 */
export function checkOverlaps(zones: readonly ReadZone[], place: Place, notes: ImportNotes): number {
  const seats = zones.flatMap((zone) => zone.rows.flatMap((row) => row.seats.map((seat): Standing => ({ at: seat.at, seat, zone }))))
  const [least, most] = seats.reduce(([low, high], { seat: { radius } }) => [Math.min(low, radius), Math.max(high, radius)], [Infinity, 0])
  if (seats.length === 0) return 1
  const pairs = findOverlaps(seats, 2 * most).filter(({ one, other, distance }) => distance < one.seat.radius + other.seat.radius - TOUCH)
  const within = pairs.filter(({ one, other }) => one.zone === other.zone)
  const hidden = within.filter(({ one, other, distance }) => distance < Math.max(one.seat.radius, other.seat.radius))
  if (within.length > hidden.length) {
    notes.warning(place, `${String(within.length - hidden.length)} pairs of seats overlap a little, so their signs touch in the map`)
  }
  reportZones(pairs, place, notes)
  if (hidden.length > 0) return hidden.reduce((size, { distance }) => Math.max(size, distance), 0) + 2 * TOUCH
  return pairs.reduce((size, { distance }) => Math.min(size, distance), 2 * least) || TOUCH
}

function reportZones(pairs: readonly { one: Standing; other: Standing }[], place: Place, notes: ImportNotes): void {
  const between = Map.groupBy(
    pairs.filter(({ one, other }) => one.zone !== other.zone),
    ({ one, other }) => [one.zone, other.zone].toSorted((a, b) => b.index - a.index)[0],
  )
  for (const [zone, own] of between) {
    if (!zone) continue
    const covered = new Set(own.map(({ one, other }) => (one.zone === zone ? one.seat : other.seat)))
    const below = new Set(own.map(({ one, other }) => (one.zone === zone ? other.zone.name : one.zone.name)))
    notes.warning(
      inside(place, 'zones', zone.index),
      `${String(covered.size)} seats of "${zone.name}" lie over seats of ${[...below].map((name) => `"${name}"`).join(', ')}, as the file draws them; "zoneOffsets": {"${zone.name}": {"x": 0, "y": 500}} would draw it elsewhere, and "levels" says which are floors, of which the map shows one at a time`,
    )
  }
}
