import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { valueAt } from '#lib/domain/seating/plan/value-at.ts'
import { SIDES } from './seat-rules.ts'
import { isFree, type HallStates } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isHandicap, isCompanion } = SEAT_FEATURE
/** In plan units: a place that is not directly adjacent is farther than any that is, however rows lie on the plan. */
const NOT_BESIDE = 1e6

/**
 * The free partner of a wheelchair or companion place (spec §3): the nearest of the other kind in its section, directly adjacent ones first. −1 if there is
 * none, and for every other seat.
 */
export function partnerOf(hall: Hall, states: HallStates, seat: number): number {
  const isWheelchair = hasFeature(hall, seat, isHandicap)
  if (!isWheelchair && !hasFeature(hall, seat, isCompanion)) return -1
  const { first = 0, end = 0 } = hall.sections[valueAt(hall.section, seat)] ?? {}
  let [best, nearest] = [-1, Infinity]
  for (let other = first; other < end; other++) {
    if (other === seat || !isFree(states, other) || !hasFeature(hall, other, isWheelchair ? isCompanion : isHandicap)) continue
    const away = Math.hypot(valueAt(hall.x, other) - valueAt(hall.x, seat), valueAt(hall.y, other) - valueAt(hall.y, seat))
    const far = SIDES.some((by) => besideSeat(hall, seat, by) === other) ? away : away + NOT_BESIDE
    if (far < nearest) [best, nearest] = [other, far]
  }
  return best
}
