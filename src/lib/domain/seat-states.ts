import { findSeat, type Hall } from './seat-hall.ts'
import { SEAT_STATUS } from './seatplan.ts'

/** No allocation (spec §4): the seat is not for sale at this presentation. */
export const NO_ALLOCATION = -1

/** A row of the status answer (spec §7): [section, group, x, y, allocation, ticketGroup, status]. */
export type StatusRow = readonly [number, number, number | null, number | null, number, number, number]

/** The state of every seat by its index in the hall. Changed in place: a poll must not rebuild the map. */
export interface HallStates {
  /** 1 available, 2 one's own, 3 held; 0 for a seat that the answer leaves out or gives an unknown code. */
  readonly status: Uint8Array
  readonly allocation: Int32Array
  readonly ticketGroup: Int32Array
}

export function emptyStates(hall: Hall): HallStates {
  const allocation = new Int32Array(hall.count).fill(NO_ALLOCATION)
  return { status: new Uint8Array(hall.count), allocation, ticketGroup: new Int32Array(hall.count) }
}

/**
 * Writes a status answer into the states.
 * @param isKept seats that a request of one's own is changing, whose answer may be older than the change
 * @returns the seats that changed
 */
export function applyStatus(hall: Hall, states: HallStates, rows: readonly StatusRow[], isKept: (seat: number) => boolean): number[] {
  const changed: number[] = []
  const isSeen = new Uint8Array(hall.count)
  const sectionAt = new Map(hall.sections.map((section, at) => [section.id, at]))
  let seat = -1
  for (const [sectionId, , x, y, allocation, ticketGroup, code] of rows) {
    if (x === null || y === null) continue
    const found = findSeat(hall, sectionAt.get(sectionId) ?? -1, x, y, seat + 1)
    if (found < 0) continue
    seat = found
    isSeen[seat] = 1
    const status = code === 1 || code === 2 || code === 3 ? code : 0
    const isSame = states.status[seat] === status && states.allocation[seat] === allocation && states.ticketGroup[seat] === ticketGroup
    if (isSame || isKept(seat)) continue
    states.status[seat] = status
    states.allocation[seat] = allocation
    states.ticketGroup[seat] = ticketGroup
    changed.push(seat)
  }
  for (let other = 0; other < hall.count; other++) {
    if (isSeen[other] || states.status[other] === 0 || isKept(other)) continue
    states.status[other] = 0
    changed.push(other)
  }
  return changed
}

/** Whether it can be sold to this visitor now. */
export function isFree(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.available && states.allocation[seat] !== NO_ALLOCATION
}

export function isYours(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.selected
}

/** In somebody else's hands for the moment; what is neither free, yours nor held is taken. */
export function isHeld(states: HallStates, seat: number): boolean {
  return states.status[seat] === SEAT_STATUS.held && states.allocation[seat] !== NO_ALLOCATION
}
