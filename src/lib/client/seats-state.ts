import { atom } from 'nanostores'
import type { CallResult } from './call.ts'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import { featuresOf } from '#lib/domain/seat-features.ts'
import type { Hall } from '#lib/domain/seat-hall.ts'
import type { Places } from '#lib/domain/seat-sections.ts'
import { keyOfPlace, keyOfSeat, type SelectedSeat, type Selection, type StoredTicket } from '#lib/domain/seat-selection.ts'
import type { HallStates } from '#lib/domain/seat-states.ts'
import { defaultTicket } from '#lib/domain/tickets.ts'

interface PlaceRow {
  readonly groupId: number
  readonly allocationId: number
  readonly ticketGroupId: number
}

/** What the seat stores know of the presentation whose seats are open. */
export interface OpenSeats {
  readonly presentation: PresentationAnswer
  readonly ticketGroups: ReadonlyMap<number, TicketGroupAnswer>
  readonly hall: Hall
  readonly states: HallStates
  /** By section id: what one of its places is sold under. */
  readonly placeRows: Map<number, PlaceRow>
  /** When a seat (or a section, as −id) was last changed from here; Infinity while its request is under way. */
  readonly touched: Map<number, number>
  /** Seats whose lock got no answer: should the server hold one after all, it is freed. */
  readonly orphans: Set<number>
}

/** Seats whose state changed; `changed` is null where anything may have. A new object each time, the arrays inside are the same. */
export interface StatusChange {
  readonly states: HallStates
  readonly changed: readonly number[] | null
  /** True where others caused it. */
  readonly isPolled: boolean
}

/** Something to say to the visitor. `message` is the server's own sentence, where it gave one. */
export interface SeatNotice {
  readonly kind: 'selected' | 'released' | 'limit' | 'blocked' | 'taken' | 'lost' | 'refused' | 'offline'
  readonly seats: Selection
  readonly message: string
}

/** A seat that somebody else took in the last moment, and the nearest free one of the same price (−1: none). */
export interface TakenSeat {
  readonly seat: SelectedSeat
  readonly offer: number
}

export const $plan = atom<Hall | null>(null)
export const $status = atom<StatusChange | null>(null)
/** Places of general admission, by section id. */
export const $places = atom<Readonly<Record<string, Places>>>({})
export const $selectedSeats = atom<Selection>([])
export const $seatsPhase = atom<'idle' | 'loading' | 'ready' | 'failed'>('idle')
export const $seatNotice = atom<SeatNotice | null>(null)
export const $takenSeat = atom<TakenSeat | null>(null)

/** The open presentation; undefined before the first load. */
export const opened: { seats?: OpenSeats; stored: readonly StoredTicket[] } = { stored: [] }

let ticks = 0
/** A moment on the clock that orders requests and changes. */
export const tick = (): number => ++ticks

export function notify(kind: SeatNotice['kind'], seats: Selection = [], message = ''): void {
  $seatNotice.set({ kind, seats, message })
}

/** Says why the server would not; a seat that somebody else has is said at once, aloud. */
export function tellRefusal(answer: CallResult<unknown>, seats: Selection): void {
  if (answer.ok) return
  const { code, message } = answer.refusal
  if (code === 'NO_CONNECTION') return notify('offline', seats)
  notify(code === 'SEAT_NOT_AVAILABLE' ? 'lost' : 'refused', seats, message)
}

export function showStates(open: OpenSeats, changed: readonly number[] | null, isPolled = false): void {
  $status.set({ states: open.states, changed, isPolled })
}

/** The ticket group of a section's places. */
export function groupOfPlaces(sectionId: number): number {
  return opened.seats?.placeRows.get(sectionId)?.ticketGroupId ?? 0
}

export function ticketOf(open: OpenSeats, ticketGroupId: number): TicketAnswer | undefined {
  return defaultTicket(open.ticketGroups.get(ticketGroupId))
}

/** A seat of the hall as a selected seat with its default ticket. */
export function seatOf(open: OpenSeats, at: number): SelectedSeat {
  const { hall, states, presentation } = open
  const section = hall.sections[hall.section[at] ?? 0]
  const [x, y] = [hall.addressX[at] ?? 0, hall.addressY[at] ?? 0]
  return {
    ...blank(open, section?.id ?? 0, states.ticketGroup[at] ?? 0),
    key: keyOfSeat(presentation.id, section?.id ?? 0, x, y),
    groupId: hall.group[at] ?? 0,
    allocationId: states.allocation[at] ?? 0,
    x,
    y,
    rowName: hall.rows[hall.row[at] ?? 0]?.name ?? null,
    seatName: hall.names[at] ?? null,
    features: featuresOf(hall, at),
  }
}

/** One more place of a section. */
export function placeOf(open: OpenSeats, sectionId: number): SelectedSeat {
  const row = open.placeRows.get(sectionId) ?? rowOfStored(open, sectionId)
  const key = keyOfPlace($selectedSeats.get(), open.presentation.id, sectionId)
  const seat = { ...blank(open, sectionId, row?.ticketGroupId ?? 0), key }
  return row ? { ...seat, groupId: row.groupId, allocationId: row.allocationId } : seat
}

/** A full section has no row of its own any more: what one's places there are sold under is known from the tickets chosen earlier. */
function rowOfStored(open: OpenSeats, sectionId: number): PlaceRow | undefined {
  const stored = opened.stored.find((one) => one.x === null && one.sectionId === sectionId)
  const group = [...open.ticketGroups.values()].find(({ tickets }) => tickets.some(({ id }) => id === stored?.ticketId))
  return group && { groupId: 0, allocationId: 1, ticketGroupId: group.id }
}

function blank(open: OpenSeats, sectionId: number, ticketGroupId: number): SelectedSeat {
  const { hall, presentation } = open
  return {
    key: '',
    presentationId: presentation.id,
    venueId: presentation.venueId,
    seatplanId: hall.id,
    sectionId,
    groupId: 0,
    ticketGroupId,
    allocationId: 0,
    x: null,
    y: null,
    sectionName: hall.sections.find(({ id }) => id === sectionId)?.name ?? '',
    rowName: null,
    seatName: null,
    features: [],
    ticketId: ticketOf(open, ticketGroupId)?.id ?? 0,
    ref1: '',
    ref2: '',
  }
}
