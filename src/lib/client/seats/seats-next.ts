import { partnerOf } from '#lib/domain/seating/rules/seat-partners.ts'
import { nearestFreeSeats } from '#lib/domain/seating/rules/seat-steps.ts'
import { isOverLimit, unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { releaseSeat, selectSeat } from './seats-lock.ts'
import { addPlace } from './seats-places.ts'
import { isAllowedBeside } from './seats-problem.ts'
import { $seatNotice, type SeatNotice } from './seat-notices.ts'
import { $selectedSeats, indexOf, opened } from './seats-state.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'

/** What a visitor may do next about a seat that was not to be had as wished. */

/** The index in the hall of a seat that a notice is about; −1 for a place. */
export function indexOfSeat(seat: SelectedSeat | undefined): number {
  const open = opened.seats
  return open && seat && seat.x !== null ? indexOf(open, seat) : -1
}

/** The nearest seat that can be had in place of another; undefined where there is none. */
export function nearestInstead(at: number): number | undefined {
  const open = opened.seats
  if (!open || at < 0) return undefined
  return nearestFreeSeats(open.hall, open.states, at, 1, isAllowedBeside(open))[0]
}

/** The free place that goes with one for a wheelchair or a companion; −1 where there is none. */
export function partnerNow(at: number): number {
  const open = opened.seats
  return open && at >= 0 ? partnerOf(open.hall, open.states, at) : -1
}

/** Asks again for what was wished: a seat or a place. */
export function takeNow(wanted: SelectedSeat): Promise<boolean> {
  return wanted.x === null ? addPlace(wanted.sectionId) : selectSeat(indexOfSeat(wanted))
}

/**
 * Gives one of the selected seats back and takes another for it; for a sofa as many more as it needs, the oldest first. What was given back is taken again
 * where the wanted one cannot be had.
 */
export async function swapSeats(key: string, wanted: SelectedSeat): Promise<boolean> {
  const given: SelectedSeat[] = []
  for (const seat of inTurn(key)) {
    if (!isTooMany(wanted)) break
    // A sofa takes its other seats along.
    if (!$selectedSeats.get().includes(seat)) continue
    if (!(await releaseSeat(seat.key))) return false
    given.push(seat)
  }
  if (await takeNow(wanted)) return true
  const why = $seatNotice.get()
  for (const seat of given) await takeNow(seat)
  if (why) $seatNotice.set({ ...why })
  return false
}

/** The seat that is to go, then the others as they were chosen. */
function inTurn(key: string): readonly SelectedSeat[] {
  const selected = $selectedSeats.get()
  return [...selected.filter((seat) => seat.key === key), ...selected.filter((seat) => seat.key !== key)]
}

function isTooMany(wanted: SelectedSeat): boolean {
  const open = opened.seats
  const at = indexOfSeat(wanted)
  const more = open && at >= 0 ? unitOf(open.hall, at).length : 1
  return isOverLimit({ selected: $selectedSeats.get().length, maxSeats: open?.presentation.maxSeats ?? 0 }, more)
}

/** Whether it says that all went as wished. */
export function isGood(notice: SeatNotice): boolean {
  return notice.kind === 'selected' || notice.kind === 'released'
}
