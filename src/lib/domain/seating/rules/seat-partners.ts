import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree, type HallStates } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isHandicap, isCompanion } = SEAT_FEATURE

/**
 * The free partner of a wheelchair or companion place (spec §3): the nearest of the other kind in its section, directly adjacent ones first. −1 if there is
 * none, and for every other seat.
 */
export function partnerOf(hall: Hall, states: HallStates, seat: number): number {
  const isWheelchair = hasFeature(hall, seat, isHandicap)
  if (!isWheelchair && !hasFeature(hall, seat, isCompanion)) return -1
  const { first = 0, end = 0 } = hall.sections[hall.section[seat] ?? 0] ?? {}
  let [best, nearest] = [-1, Infinity]
  for (let other = first; other < end; other++) {
    if (other === seat || !isFree(states, other) || !hasFeature(hall, other, isWheelchair ? isCompanion : isHandicap)) continue
    const far = Math.hypot((hall.x[other] ?? 0) - (hall.x[seat] ?? 0), (hall.y[other] ?? 0) - (hall.y[seat] ?? 0))
    if (far < nearest) [best, nearest] = [other, far]
  }
  return best
}
