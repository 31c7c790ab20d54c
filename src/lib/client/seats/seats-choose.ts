import type { BestWish } from '#lib/domain/seating/choosing/choosing.ts'
import { chosenPlaces, seatOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { isYours } from '#lib/domain/seating/rules/seat-states.ts'
import { $bestPhase, $selectedSeats, choosing, dispatch, request } from './seats-state.ts'

interface SelectOptions {
  /** Whether the seat stays selected although its hold was refused, for example because it is held already (spec §4). */
  readonly keepOnRefusal?: boolean
}

/**
 * Selects a seat of the hall (a sofa whole) and then holds it; a refusal takes the selection back and says why.
 * @returns whether it is held
 */
export function selectSeat(at: number, options: SelectOptions = {}): Promise<boolean> {
  return selectTogether([at], options)
}

/** The same for several seats, all or none. */
export function selectTogether(seats: readonly number[], { keepOnRefusal = false }: SelectOptions = {}): Promise<boolean> {
  return request({ kind: 'choose', seats, keepOnRefusal })
}

/** Releases a selected seat (a sofa whole) or place; if the server refuses, it is selected again. */
export function releaseSeat(key: string): Promise<boolean> {
  return request({ kind: 'release', key })
}

/** Selects a free seat, releases one's own. */
export async function toggleSeat(at: number): Promise<boolean> {
  const state = choosing()
  if (!state) return false
  return isYours(state.states, at) ? releaseSeat(seatOf(state, at).key) : selectSeat(at)
}

const placesOf = (sectionId: number) => chosenPlaces({ selected: $selectedSeats.get() }, sectionId)

/** One more place of a general-admission section. */
export function addPlace(sectionId: number): Promise<boolean> {
  return request({ kind: 'addPlace', sectionId })
}

/** One place fewer of a general-admission section. */
export function removePlace(sectionId: number): Promise<boolean> {
  return releaseSeat(placesOf(sectionId).at(-1)?.key ?? '')
}

/** So many places of a general-admission section; what the server refuses is given back one by one. */
export function setPlaces(sectionId: number, count: number): void {
  const own = placesOf(sectionId).length
  for (let at = own; at < count; at += 1) void addPlace(sectionId)
  for (let at = own; at > count; at -= 1) void removePlace(sectionId)
}

/** After a commit: what was selected is nobody's to choose any more (spec §4). */
export function sealSeats(): void {
  dispatch({ kind: 'sold' })
  $selectedSeats.set([])
}

let lastWish: BestWish | undefined

/**
 * Has the best available seats chosen and held by the server, and selects them (spec §4). Seats that were all chosen so before are given up for them in the
 * same step; those that the visitor has picked stay.
 * @returns whether there are any
 */
export async function takeBest(wish: BestWish): Promise<boolean> {
  if (!choosing() || $bestPhase.get() === 'working') return false
  lastWish = wish
  $bestPhase.set('working')
  return request({ kind: 'best', wish })
}

/** Another match for the same wish, in place of the one just taken. */
export async function takeOther(): Promise<boolean> {
  return lastWish ? takeBest(lastWish) : false
}
