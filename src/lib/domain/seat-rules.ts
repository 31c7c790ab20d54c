import { hasFeature } from './seat-features.ts'
import { besideSeat, type Hall } from './seat-hall.ts'
import { isFree, isYours, type HallStates } from './seat-states.ts'
import { SEAT_FEATURE } from './seatplan.ts'

/** The policy under which a seat beside an unavailable one is blocked (spec §4, §9). */
export const SINGLE_SEAT_POLICY = 3

const { isCouch, isBedSeat, isLeftSeat, isMiddleSeat, isRightSeat } = SEAT_FEATURE
const SIDES = [-1, 1] as const

/** The seats sold only together with this one, itself among them, from left to right: the whole sofa or bed (spec §5), else the seat alone. */
export function unitOf(hall: Hall, seat: number): readonly number[] {
  if (!hasFeature(hall, seat, isCouch, isBedSeat)) return [seat]
  const run = [seat]
  for (let at = joined(hall, seat, -1); at >= 0; at = joined(hall, at, -1)) run.unshift(at)
  for (let at = joined(hall, seat, 1); at >= 0; at = joined(hall, at, 1)) run.push(at)
  if (run.some((at) => hasFeature(hall, at, isLeftSeat, isRightSeat))) return run
  const pair = run.indexOf(seat) & ~1
  const lastThree = run.length - 3
  return run.length % 2 === 1 && pair >= lastThree ? run.slice(Math.max(0, lastThree)) : run.slice(pair, pair + 2)
}

/** The neighbour on the same sofa. Marked left and right ends close a sofa; an unmarked run is split in pairs, an odd seat joining the last. */
function joined(hall: Hall, seat: number, by: -1 | 1): number {
  const beside = besideSeat(hall, seat, by)
  if (beside < 0 || !hasFeature(hall, beside, isCouch, isBedSeat)) return -1
  const [left, right] = by === 1 ? [seat, beside] : [beside, seat]
  return hasFeature(hall, left, isRightSeat) || hasFeature(hall, right, isLeftSeat) ? -1 : beside
}

/**
 * Whether a free seat may not be chosen: a lone seat would be left (spec §4; the exception looks at this seat, and one's own selections
 * do not count as unavailable), or a part of its sofa is gone.
 */
export function isBlocked(hall: Hall, states: HallStates, seat: number, seatingPolicyId: number): boolean {
  if (!isFree(states, seat)) return false
  if (unitOf(hall, seat).some((part) => isGone(states, part))) return true
  if (seatingPolicyId !== SINGLE_SEAT_POLICY || hasFeature(hall, seat, isLeftSeat, isMiddleSeat, isRightSeat)) return false
  return SIDES.some((by) => {
    const beside = besideSeat(hall, seat, by)
    return beside >= 0 && isGone(states, beside)
  })
}

function isGone(states: HallStates, seat: number): boolean {
  return !isFree(states, seat) && !isYours(states, seat)
}

export interface Wish {
  readonly hall: Hall
  readonly states: HallStates
  readonly seatingPolicyId: number
  readonly maxSeats: number
  /** How many seats and places are selected already. */
  readonly selected: number
}

/** Why a seat cannot be selected, or null. `limit` is the seat limit of spec §5. */
export function whyNot(wish: Wish, seat: number): 'taken' | 'blocked' | 'limit' | null {
  if (!isFree(wish.states, seat)) return 'taken'
  if (isBlocked(wish.hall, wish.states, seat, wish.seatingPolicyId)) return 'blocked'
  return isOverLimit(wish, unitOf(wish.hall, seat).length) ? 'limit' : null
}

/** A limit of 0 means none. */
export function isOverLimit({ selected, maxSeats }: Pick<Wish, 'selected' | 'maxSeats'>, more: number): boolean {
  return maxSeats > 0 && selected + more > maxSeats
}
