import { computed } from 'nanostores'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { partnerOf } from '#lib/domain/seating/rules/seat-partners.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { checkSelection, type SelectionProblem } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { $selectedSeats, $status, chosenSeats, opened, type OpenSeats } from './seats-state.ts'

/** The rule of spec §4 and §5 that the selected seats break as they are now, or null; places of general admission break none. */
export const $selectionProblem = computed([$status, $selectedSeats], (): SelectionProblem | null => {
  const open = opened.seats
  const found = open ? problemOf(open, chosenSeats(open)) : null
  if (JSON.stringify(found) !== JSON.stringify(last)) last = found
  return last
})
/** The same problem stays the same object, so that nothing is drawn again for it. */
let last: SelectionProblem | null = null

/** @param wanted a seat that would be chosen now, after all that is gone already */
function problemOf(open: OpenSeats, seats: readonly number[], wanted = -1): SelectionProblem | null {
  if (seats.length === 0) return null
  const { seatRules, seatingPolicyId } = open.presentation
  const chosen = new Set(seats)
  const check = (unknown: number) => {
    const known = (seat: number) => open.changedAt[seat] || (chosen.has(seat) ? unknown : 0)
    const takenAt = (seat: number) => (seat === wanted ? Infinity : known(seat))
    return checkSelection(open.hall, open.states, seats, { ...seatRules, seatingPolicyId }, takenAt)
  }
  // After a reload nobody knows here who was first: only what is wrong either way is said, and the commit decides.
  return check(0) && check(0.5)
}

/** Whether a further seat could be had beside the selected ones; where those break a rule already, whether it could be had alone. */
export function isAllowedBeside(open: OpenSeats): (seat: number) => boolean {
  const own = chosenSeats(open)
  const kept = problemOf(open, own) ? [] : own
  return (seat) => problemOf(open, [...kept, seat], seat) === null
}

/** Whether a seat is a companion's that would have no wheelchair place beside it, while there is a free one that it goes with. */
export function isCompanionAlone(open: OpenSeats, seat: number): boolean {
  const { hall, states } = open
  if (!hasFeature(hall, seat, SEAT_FEATURE.isCompanion) || hasFeature(hall, seat, SEAT_FEATURE.isHandicap)) return false
  if (problemOf(open, [...chosenSeats(open), seat], seat)?.code !== 'COMPANION_ALONE') return false
  return partnerOf(hall, states, seat) >= 0
}
