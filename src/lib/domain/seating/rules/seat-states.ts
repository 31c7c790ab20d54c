import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'

/** No allocation (spec §4): the seat is not for sale at this presentation. */
export const NO_ALLOCATION = -1

/** The state of a seat that is free on some dates of a membership and taken on others; nobody can choose it. */
export const PARTLY = 4

/** The state of every seat by its index in the hall. Mutated in place, so that other visitors' changes do not rebuild the map. */
export interface HallStates {
  /** 1 available, 2 the visitor's own, 3 held, 4 free on some dates only (`PARTLY`); 0 for an unknown code. */
  readonly status: Uint8Array
  readonly allocation: Int32Array
  readonly ticketGroup: Int32Array
}

export function emptyStates(hall: Pick<Hall, 'count'>): HallStates {
  const allocation = new Int32Array(hall.count).fill(NO_ALLOCATION)
  return { status: new Uint8Array(hall.count), allocation, ticketGroup: new Int32Array(hall.count) }
}

/** The columns of the packed status, as runs in plan order (spec §7, abbreviated). */
export interface PackedStates {
  readonly status: readonly number[]
  readonly allocation: readonly number[]
  readonly ticketGroup: readonly number[]
}

/** Unpacks a status. Unknown codes count as unavailable; seats of unsold ticket groups have no allocation. */
export function unpackStates(hall: Pick<Hall, 'count'>, packed: PackedStates, isSold: (ticketGroup: number) => boolean): HallStates {
  const states = emptyStates(hall)
  unpackRuns(
    packed.status.map((value, at) => (at % 2 === 0 ? codeOf(value) : value)),
    states.status,
  )
  unpackRuns(packed.allocation, states.allocation)
  unpackRuns(packed.ticketGroup, states.ticketGroup)
  for (let run = 0, seat = 0; run + 1 < packed.ticketGroup.length; run += 2) {
    const end = seat + (packed.ticketGroup[run + 1] ?? 0)
    if (!isSold(packed.ticketGroup[run] ?? 0)) states.allocation.fill(NO_ALLOCATION, seat, end)
    seat = end
  }
  return states
}

/** A wire status code; unknown codes become 0, unavailable. */
function codeOf(code: number): number {
  return code === 1 || code === 2 || code === 3 || code === PARTLY ? code : 0
}

/** A hall, and the states of its seats. */
export interface HallNow {
  readonly hall: Hall
  readonly states: HallStates
}

/** Of one seat, as the wire tells it. */
type ToldState = readonly [code: number, allocation: number, ticketGroup: number]

/** Whether a seat is known to be as it is told. */
export function hasState(states: HallStates, seat: number, [code, allocation, ticketGroup]: ToldState): boolean {
  return states.status[seat] === codeOf(code) && states.allocation[seat] === allocation && states.ticketGroup[seat] === ticketGroup
}

/** Writes the state of one seat. @returns whether it changed */
export function writeState(states: HallStates, seat: number, told: ToldState): boolean {
  if (hasState(states, seat, told)) return false
  const [code, allocation, ticketGroup] = told
  states.status[seat] = codeOf(code)
  states.allocation[seat] = allocation
  states.ticketGroup[seat] = ticketGroup
  return true
}

/** Whether the seat can be sold to this visitor now. */
export function isFree(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.available && states.allocation[seat] !== NO_ALLOCATION
}

export function isYours(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.selected
}

/** Whether somebody else has the seat for the moment. A seat that is neither free, own nor held is sold. */
export function isHeld(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.held && states.allocation[seat] !== NO_ALLOCATION
}
