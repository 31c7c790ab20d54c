import { atom } from 'nanostores'
import type { LineChange } from '#lib/domain/entitlements/coupon-lines.ts'
import { stepSeatIndex, withLineChanges, withReferences, withTicket, type SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { $selectedSeats } from './seats-state.ts'

export type { SelectedSeat, StoredTicket } from '#lib/domain/seating/rules/seat-selection.ts'
export {
  addPlace,
  releaseSeat,
  removePlace,
  sealSeats,
  selectSeat,
  selectTogether,
  setPlaces,
  takeBest,
  takeOther,
  toggleSeat,
} from './seats-choose.ts'
export { watchSeats } from './seats-live.ts'
export { loadSeats, refreshStatus } from './seats-load.ts'
export {
  $bestPhase,
  $bestRefusal,
  $granted,
  $places,
  $plan,
  $underWay,
  $seatNotice,
  $seatsPhase,
  $selectedSeats,
  $selectionProblem,
  $status,
  $takenSeat,
  groupOfPlaces,
} from './seats-state.ts'

/** The counter by which one steps through the selected seats (spec §4). */
export const $seatIndex = atom(0)

export function stepThroughSeats(by: number): void {
  $seatIndex.set(stepSeatIndex($seatIndex.get(), by, $selectedSeats.get().length))
}

export function chooseTicket(key: string, ticketId: number): void {
  $selectedSeats.set(withTicket($selectedSeats.get(), key, ticketId))
}

export function typeReferences(key: string, typed: Partial<Pick<SelectedSeat, 'ref1' | 'ref2'>>): void {
  $selectedSeats.set(withReferences($selectedSeats.get(), key, typed))
}

/** Gives seats the tickets that a code brings, or gives them back those that it replaced. */
export function changeTickets(changes: readonly LineChange[]): void {
  if (changes.length > 0) $selectedSeats.set(withLineChanges($selectedSeats.get(), changes))
}
