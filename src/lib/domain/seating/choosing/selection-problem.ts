import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { partnerOf } from '#lib/domain/seating/rules/seat-partners.ts'
import { checkSelection, type SelectionProblem } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import type { Choosing } from './choosing.ts'
import { chosenSeats } from './hall-seats.ts'

/**
 * The rule of spec §4 and §5 that seats break, or null.
 * @param wanted a seat that would be chosen now, after everything that is taken already
 */
export function problemOf(choosing: Choosing, seats: readonly number[] = chosenSeats(choosing), wanted = -1): SelectionProblem | null {
  const { hall, states, presentation } = choosing
  const { seatRules, seatingPolicyId } = presentation
  const chosen = new Set(seats)
  const check = (unknown: number) => {
    const known = (seat: number) => choosing.changedAt[seat] || (chosen.has(seat) ? unknown : 0)
    const takenAt = (seat: number) => (seat === wanted ? Infinity : known(seat))
    return checkSelection({ hall, states, takenAt }, seats, { ...seatRules, seatingPolicyId })
  }
  // After a reload nobody knows here who was first: only what is wrong either way is said, and the commit decides.
  return check(0) && check(0.5)
}

/** Whether a seat is a companion's that would have no wheelchair place beside it although a free one goes with it. */
export function isCompanionAlone(choosing: Choosing, seat: number): boolean {
  const { hall, states } = choosing
  if (!hasFeature(hall, seat, SEAT_FEATURE.isCompanion) || hasFeature(hall, seat, SEAT_FEATURE.isHandicap)) return false
  if (problemOf(choosing, [...chosenSeats(choosing), seat], seat)?.code !== 'COMPANION_ALONE') return false
  return partnerOf(hall, states, seat) >= 0
}
