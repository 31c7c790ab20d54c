import { partnerOf } from '#lib/domain/seating/rules/seat-partners.ts'
import { isOverLimit, unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { addPlace, releaseSeat, selectSeat } from './seats-choose.ts'
import { $seatNotice, $selectedSeats, choosing } from './seats-state.ts'
import type { SeatNotice } from '#lib/domain/seating/choosing/choosing.ts'
import { indexOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { nearestAllowed } from '#lib/domain/seating/choosing/nearest-allowed.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'

/** What a visitor may do next about a seat that was not to be had as wished. */

/** The index in the hall of a seat that a notice is about; −1 for a place. */
export function indexOfSeat(seat: SelectedSeat | undefined): number {
  const open = choosing()
  return open && seat && seat.x !== null ? indexOf(open, seat) : -1
}

/** The nearest seat that can be had in place of another; undefined where there is none. */
export function nearestInstead(at: number): number | undefined {
  return nearest(at, 1)[0]
}

const MOST_OFFERED = 3

/** Seats that can be had in place of one that somebody else has taken: those of the same price first, at most three. */
export function offersInstead(taken: SelectedSeat | null): readonly number[] {
  return nearest(indexOfSeat(taken ?? undefined), MOST_OFFERED)
}

function nearest(at: number, most: number): readonly number[] {
  const open = choosing()
  return open && at >= 0 ? nearestAllowed(open, at, most) : []
}

/** The free place that goes with one for a wheelchair or a companion; −1 where there is none. */
export function partnerNow(at: number): number {
  const open = choosing()
  return open && at >= 0 ? partnerOf(open.hall, open.states, at) : -1
}

/** Asks again for what was wished: a seat or a place. */
export function takeNow(wanted: SelectedSeat): Promise<boolean> {
  return wanted.x === null ? addPlace(wanted.sectionId) : selectSeat(indexOfSeat(wanted))
}

/**
 * Gives one of the selected seats back and takes another for it; for a sofa as many more as it needs, the oldest first. What was given back is taken again
 * if another one cannot be given back or the wanted one cannot be had.
 */
export async function swapSeats(key: string, wanted: SelectedSeat): Promise<boolean> {
  const given: SelectedSeat[] = []
  let isFree = true
  for (const seat of inTurn(key)) {
    if (!isTooMany(wanted)) break
    // A sofa takes its other seats along.
    if (!$selectedSeats.get().includes(seat)) continue
    isFree = await releaseSeat(seat.key)
    if (!isFree) break
    given.push(seat)
  }
  if (isFree && (await takeNow(wanted))) return true
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
  const open = choosing()
  const at = indexOfSeat(wanted)
  const more = open && at >= 0 ? unitOf(open.hall, at).length : 1
  return isOverLimit({ selected: $selectedSeats.get().length, maxSeats: open?.presentation.maxSeats ?? 0 }, more)
}

/** Whether it says that all went as wished. */
export function isGood(notice: SeatNotice): boolean {
  return notice.kind === 'selected' || notice.kind === 'released'
}
