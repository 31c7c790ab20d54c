import { atom } from 'nanostores'
import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import { featuresOf } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Places } from '#lib/domain/seating/rules/seat-sections.ts'
import {
  dropSeats,
  keyOfPlace,
  keyOfSeat,
  type SelectedSeat,
  type Selection,
  type StoredTicket,
} from '#lib/domain/seating/rules/seat-selection.ts'
import type { HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { defaultTicket } from '#lib/domain/catalogue/tickets.ts'

interface PlaceRow {
  readonly allocationId: number
  readonly ticketGroupId: number
}

/** What the seat stores know of the presentation whose seats are open. Seats are named by their index in the hall, a section's places by `placesId`. */
export interface OpenSeats {
  readonly presentation: PresentationAnswer
  readonly ticketGroups: ReadonlyMap<number, TicketGroupAnswer>
  readonly hall: Hall
  readonly states: HallStates
  readonly planVersion: string
  /** Of the state that was told last: from there the changes go on. */
  version: string
  /** Of the last whole status. */
  etag: string
  /** By section id: what one of its places is sold under. */
  readonly placeRows: Map<number, PlaceRow>
  /** How many requests about it are under way, and when the last one ended (see `isKept`). */
  readonly underWay: Map<number, number>
  readonly touched: Map<number, number>
  /** What was told of it while it was kept; the last word counts once it is not kept any more. */
  readonly unheard: Map<number, (news: News) => void>
  isSettling: boolean
  /** By seat: when it came to its state, by `tick`; 0 where it was so from the beginning. */
  readonly changedAt: Uint32Array
  /** Seats whose lock got no answer: should the server hold one after all, it is freed. */
  readonly orphans: Set<number>
}

/** What one answer or event tells, gathered until all of it is taken over. */
export interface News {
  /** When it was asked for or heard, on the clock of `performance`. */
  readonly asOf: number
  /** Its moment among the changes. */
  readonly tick: number
  readonly changed: number[]
  readonly places: Record<string, Places>
}

export const placesId = (sectionId: number): number => -sectionId

/** Several server processes agree within two seconds: for as long an answer of one's own counts for more than what is told of the same seat. */
export const GRACE_MS = 2500

/** Whether something that was asked for, or heard, at a moment is too old to say anything of a seat or a section's places. */
export function isKept(open: OpenSeats, id: number, asOf: number): boolean {
  return isUnderWay(open, id) || (open.touched.get(id) ?? -Infinity) + GRACE_MS > asOf
}

export function isUnderWay(open: OpenSeats, id: number): boolean {
  return (open.underWay.get(id) ?? 0) > 0
}

/** How many seats and places a request is under way about; what takes longer is shown to be at work. */
export const $underWay = atom(0)

/** @returns its moment, by `tick` */
export function beginRequest(open: OpenSeats, ids: readonly number[]): number {
  for (const id of ids) open.underWay.set(id, (open.underWay.get(id) ?? 0) + 1)
  countUnderWay(open)
  return tick()
}

export function countUnderWay({ underWay }: OpenSeats): void {
  $underWay.set([...underWay.values()].filter((count) => count > 0).length)
}

/** Seats whose state changed; `changed` is null where anything may have. A new object each time, the arrays inside are the same. */
export interface StatusChange {
  readonly states: HallStates
  readonly changed: readonly number[] | null
  /** True where others caused it. */
  readonly isPolled: boolean
}

/** A seat that somebody else took in the last moment, and the nearest free ones: those of the same price first, at most three. */
export interface TakenSeat {
  readonly seat: SelectedSeat
  readonly offers: readonly number[]
}

export const $plan = atom<Hall | null>(null)
export const $status = atom<StatusChange | null>(null)
/** Places of general admission, by section id. */
export const $places = atom<Readonly<Record<string, Places>>>({})
export const $selectedSeats = atom<Selection>([])
export const $seatsPhase = atom<'idle' | 'loading' | 'ready' | 'failed'>('idle')
export const $takenSeat = atom<TakenSeat | null>(null)

/** The open presentation; undefined before the first load. */
export const opened: {
  seats?: OpenSeats
  stored: readonly StoredTicket[]
  /** True while changes arrive as they happen. */
  isLive: boolean
} = { stored: [], isLive: false }

let ticks = 0
/** A moment on the clock that orders changes. */
export const tick = (): number => ++ticks

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

/** One more place of a section: all that is known of it is its section, whose first place stands for all (spec §4). */
export function placeOf(open: OpenSeats, sectionId: number): SelectedSeat {
  const row = open.placeRows.get(sectionId)
  const key = keyOfPlace($selectedSeats.get(), open.presentation.id, sectionId)
  const seat = { ...blank(open, sectionId, row?.ticketGroupId ?? 0), key }
  return row ? { ...seat, allocationId: row.allocationId } : seat
}

/** The index of a selected seat in the hall; −1 for a place. */
export function indexOf({ hall }: OpenSeats, { sectionId, x, y }: Pick<SelectedSeat, 'sectionId' | 'x' | 'y'>): number {
  const section = hall.sections.find(({ id }) => id === sectionId)
  for (let at = section?.first ?? 0; at < (section?.end ?? 0); at++) if (hall.addressX[at] === x && hall.addressY[at] === y) return at
  return -1
}

export function deselect(seats: Selection): void {
  const keys = seats.map(({ key }) => key)
  $selectedSeats.set(dropSeats($selectedSeats.get(), keys))
}

/** The indexes of the selected seats. */
export function chosenSeats(open: OpenSeats): number[] {
  return $selectedSeats.get().flatMap((seat) => (seat.x === null ? [] : [indexOf(open, seat)]))
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
    isFromBestAvailable: false,
  }
}
