import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { isFree, isYours, type HallNow, type HallStates } from './seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

/** The policy that blocks seats beside unavailable ones (spec §4, §9). */
export const SINGLE_SEAT_POLICY = 3

const { isCouch, isBedSeat, isLeftSeat, isMiddleSeat, isRightSeat } = SEAT_FEATURE
export const SIDES = [-1, 1] as const

/** The run of seats around one in its row, from left to right, that ends at an aisle or at a seat that `isIn` rejects; around a table it may have no end. */
export function stretchAround(hall: Hall, seat: number, isIn: (seat: number) => boolean = () => true): number[] {
  const stretch = [seat]
  const next = (from: number, by: -1 | 1) => {
    const beside = besideSeat(hall, from, by)
    return beside >= 0 && isIn(beside) ? beside : -1
  }
  let before = next(seat, -1)
  for (; before >= 0 && before !== seat; before = next(before, -1)) stretch.push(before)
  stretch.reverse()
  if (before === seat) return stretch
  for (let at = next(seat, 1); at >= 0; at = next(at, 1)) stretch.push(at)
  return stretch
}

/** The seats sold together with this one, including it, from left to right: the whole sofa, bed (spec §5) or table, otherwise the seat alone. */
export function unitOf(hall: Hall, seat: number): readonly number[] {
  const table = hall.tables?.at(seat)
  return table?.sellWhole ? Array.from({ length: table.end - table.first }, (_, at) => table.first + at) : sofaOf(hall, seat)
}

/** The seats of one sofa or bed, from left to right; around a table every seat stands alone. */
export function sofaOf(hall: Hall, seat: number): readonly number[] {
  if (!hasFeature(hall, seat, isCouch, isBedSeat) || hall.tables?.at(seat)?.kind === 'table') return [seat]
  const run = [seat]
  for (let at = joined(hall, seat, -1); at >= 0; at = joined(hall, at, -1)) run.unshift(at)
  for (let at = joined(hall, seat, 1); at >= 0; at = joined(hall, at, 1)) run.push(at)
  if (run.some((at) => hasFeature(hall, at, isLeftSeat, isRightSeat))) return run
  const pair = run.indexOf(seat) & ~1
  const lastThree = run.length - 3
  return run.length % 2 === 1 && pair >= lastThree ? run.slice(Math.max(0, lastThree)) : run.slice(pair, pair + 2)
}

/** The neighbour on the same sofa. Left and right codes end a sofa; an unmarked run is split in pairs, an odd seat joining the last. */
function joined(hall: Hall, seat: number, by: -1 | 1): number {
  const beside = besideSeat(hall, seat, by)
  if (beside < 0 || !hasFeature(hall, beside, isCouch, isBedSeat)) return -1
  const [left, right] = by === 1 ? [seat, beside] : [beside, seat]
  return hasFeature(hall, left, isRightSeat) || hasFeature(hall, right, isLeftSeat) ? -1 : beside
}

/** The settings that bar seats beside other parties' seats (spec §4, §5): the policy, and whether one seat stays free between parties. */
export interface Bars {
  readonly seatingPolicyId: number
  readonly keepOneFree: boolean
}

/**
 * Whether a free seat may not be chosen: it would leave a lone seat (spec §4; with the exception for this seat's codes, and not counting the visitor's own
 * selections as unavailable), must stay free between parties, or part of its sofa is taken.
 */
export function isBlocked({ hall, states }: HallNow, seat: number, { seatingPolicyId, keepOneFree }: Bars): boolean {
  if (!isFree(states, seat)) return false
  const isGone = (other: number) => isGoneIn(states, other)
  if (unitOf(hall, seat).some(isGone)) return true
  if (seatingPolicyId === SINGLE_SEAT_POLICY && isBarredBySingleSeats(hall, seat, isGone)) return true
  return keepOneFree && isBesideGone(hall, seat, isGone)
}

/** Whether policy 3 bars a seat: it is beside a taken one and is not a left, middle or right seat (spec §4, §9). */
export function isBarredBySingleSeats(hall: Hall, seat: number, isGone: (seat: number) => boolean): boolean {
  return !hasFeature(hall, seat, isLeftSeat, isMiddleSeat, isRightSeat) && isBesideGone(hall, seat, isGone)
}

export function isBesideGone(hall: Hall, seat: number, isGone: (seat: number) => boolean): boolean {
  return SIDES.some((by) => {
    const beside = besideSeat(hall, seat, by)
    return beside >= 0 && isGone(beside)
  })
}

/** Whether a seat is neither free nor the visitor's own. */
export function isGoneIn(states: HallStates, seat: number): boolean {
  return !isFree(states, seat) && !isYours(states, seat)
}

export interface Wish extends HallNow, Bars {
  readonly maxSeats: number
  /** Number of seats and places already selected. */
  readonly selected: number
}

/** Why a seat cannot be selected, or null. `limit` is the seat limit of spec §5. */
export function whyNot(wish: Wish, seat: number): 'taken' | 'blocked' | 'limit' | null {
  if (!isFree(wish.states, seat)) return 'taken'
  if (isBlocked(wish, seat, wish)) return 'blocked'
  return isOverLimit(wish, unitOf(wish.hall, seat).length) ? 'limit' : null
}

/** Whether selecting `more` seats exceeds the limit; 0 means no limit. */
export function isOverLimit({ selected, maxSeats }: Pick<Wish, 'selected' | 'maxSeats'>, more: number): boolean {
  return maxSeats > 0 && selected + more > maxSeats
}
