import { atom } from 'nanostores'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { TicketGroupAnswer } from '#lib/contract/wire.ts'
import { buildHall } from '#lib/domain/seat-hall.ts'
import { stepSeatIndex, withStoredTickets, withTicket, type StoredTicket } from '#lib/domain/seat-selection.ts'
import { emptyStates } from '#lib/domain/seat-states.ts'
import { call } from './call.ts'
import { keepAsking, POLL_MS } from './seats-poll.ts'
import { $places, $plan, $seatsPhase, $selectedSeats, $status, opened, tick, type OpenSeats } from './seats-state.ts'
import { askStatus, refreshStatus, takeStatus } from './seats-status.ts'

export type { SelectedSeat, StoredTicket } from '#lib/domain/seat-selection.ts'
export { addPlace, removePlace } from './seats-places.ts'
export { releaseSeat, sealSeats, selectSeat, toggleSeat } from './seats-lock.ts'
export { $places, $plan, $seatNotice, $seatsPhase, $selectedSeats, $status, $takenSeat, groupOfPlaces } from './seats-state.ts'

/** The counter by which one steps through the selected seats (spec §4). */
export const $seatIndex = atom(0)

export function stepThroughSeats(by: number): void {
  $seatIndex.set(stepSeatIndex($seatIndex.get(), by, $selectedSeats.get().length))
}

/**
 * Loads plan and status side by side. Called again for the same presentation it only takes the stored tickets over.
 * A failure is shown by `$seatsPhase`; calling once more tries again.
 */
export async function loadSeats(
  presentation: PresentationAnswer,
  ticketGroups: readonly TicketGroupAnswer[],
  stored?: readonly StoredTicket[],
): Promise<void> {
  if (stored) opened.stored = stored
  if (loading === presentation.id) {
    $selectedSeats.set(withStoredTickets($selectedSeats.get(), stored ?? []))
    return
  }
  loading = presentation.id
  $seatsPhase.set('loading')
  $selectedSeats.set([])
  const askedAt = tick()
  const [plan, status] = await Promise.all([
    call('getSeatplan', { query: { seatplanId: String(presentation.seatplanId), venueId: String(presentation.venueId) } }),
    askStatus(presentation),
  ])
  if (loading !== presentation.id) return
  if (!plan.ok || !status.ok) {
    loading = 0
    $seatsPhase.set('failed')
    return
  }
  const hall = buildHall(plan.value.seatplan)
  const open: OpenSeats = {
    presentation,
    hall,
    states: emptyStates(hall),
    ticketGroups: new Map(ticketGroups.map((group) => [group.id, group])),
    placeRows: new Map(),
    touched: new Map(),
    orphans: new Set(),
  }
  opened.seats = open
  $places.set({})
  $status.set(null)
  takeStatus(open, status.value, askedAt, true)
  $plan.set(hall)
  $seatsPhase.set('ready')
}
let loading = 0

/** Keeps the state of the seats fresh from now on. @returns a function that stops it */
export function watchSeats(): () => void {
  return keepAsking(refreshStatus, opened.seats ? 0 : POLL_MS)
}

export function chooseTicket(key: string, ticketId: number): void {
  $selectedSeats.set(withTicket($selectedSeats.get(), key, ticketId))
}
