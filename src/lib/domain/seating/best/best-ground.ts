import { distanceFromFocus } from './best-focus.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall, HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { unitOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isHandicap, isCompanion, isLimitedView, isLeftSeat, isMiddleSeat, isRightSeat } = SEAT_FEATURE

/**
 * Bits of `Ground.kind`: a wheelchair or companion place, a seat exempt from policy 3, a seat with any feature, a seat that is not the first or not the last of
 * its sofa, bed, or bench that is sold whole, a seat around a table.
 */
export const KIND = { accessible: 1, marked: 2, special: 4, notFirst: 8, notLast: 16, atTable: 32 } as const

/** Ranks a seat with a limited view after every other seat: no hall is this many seats wide. */
const LIMITED_VIEW = 10_000
/** Neighbours in a row stand at most this many usual distances apart; a wider gap is an aisle. */
const AISLE = 1.5

/** The facts about a hall that ranking needs and that never change. */
export interface Ground {
  /** The seats directly beside each seat by address; −1 if there is none. */
  readonly left: Int32Array
  readonly right: Int32Array
  /** 1 if a seat and the next one in plan order stand side by side in one row without an aisle between them. */
  readonly isJoined: Uint8Array
  /** Bits of KIND. */
  readonly kind: Uint8Array
  /** Seat pitches from the focal point; lower is better. */
  readonly cost: Float64Array
  /** Prefix sums of `cost`, so that a run's cost is a difference; one element longer than the hall. */
  readonly costBefore: Float64Array
}

const known = new WeakMap<Hall, Ground>()

/** Number of seats surveyed in one step, which takes about a millisecond. */
const STEP = 1_000

export function groundOf(hall: Hall): Ground {
  const survey = surveyGround(hall)
  let step = survey.next()
  while (step.done !== true) step = survey.next()
  return step.value
}

/** `groundOf` in steps: the first survey of a stadium takes about 50 ms. */
export function* surveyGround(hall: Hall): Generator<void, Ground> {
  const found = known.get(hall) ?? (yield* survey(hall))
  known.set(hall, found)
  return found
}

function* survey(hall: Hall): Generator<void, Ground> {
  const { count } = hall
  const ground = {
    left: new Int32Array(count),
    right: new Int32Array(count),
    isJoined: new Uint8Array(count),
    kind: new Uint8Array(count),
    cost: new Float64Array(count),
    costBefore: new Float64Array(count + 1),
  }
  for (let seat = 0; seat < count; seat++) {
    if (seat % STEP === 0) yield
    ground.left[seat] = besideSeat(hall, seat, -1)
    ground.right[seat] = besideSeat(hall, seat, 1)
    ground.kind[seat] = hall.features[seat] === 0 && !hall.tables ? 0 : kindOf(hall, seat)
    const cost = costOf(hall, seat)
    ground.cost[seat] = cost
    ground.costBefore[seat + 1] = (ground.costBefore[seat] ?? 0) + cost
  }
  for (const section of hall.sections) {
    yield
    joinSeats(hall, ground, section)
  }
  return ground
}

function kindOf(hall: Hall, seat: number): number {
  const unit = unitOf(hall, seat)
  return (
    (hall.features[seat] === 0 ? 0 : KIND.special) |
    (hall.tables?.at(seat)?.kind === 'table' ? KIND.atTable : 0) |
    (hasFeature(hall, seat, isHandicap, isCompanion) ? KIND.accessible : 0) |
    (hasFeature(hall, seat, isLeftSeat, isMiddleSeat, isRightSeat) ? KIND.marked : 0) |
    (unit[0] === seat ? 0 : KIND.notFirst) |
    (unit.at(-1) === seat ? 0 : KIND.notLast)
  )
}

function costOf(hall: Hall, seat: number): number {
  return distanceFromFocus(hall, hall.x[seat] ?? 0, hall.y[seat] ?? 0) + (hasFeature(hall, seat, isLimitedView) ? LIMITED_VIEW : 0)
}

/** Joins the seats of a section by address and geometry: neighbours stand at its usual distance. */
function joinSeats(
  hall: Hall,
  { right, isJoined }: Pick<Ground, 'right' | 'isJoined'>,
  { first, end }: Pick<HallSection, 'first' | 'end'>,
): void {
  const gaps = new Float64Array(end - first).fill(NaN)
  for (let seat = first; seat + 1 < end; seat++) {
    if (right[seat] === seat + 1 && hall.row[seat] === hall.row[seat + 1]) gaps[seat - first] = gapAfter(hall, seat)
  }
  const between = gaps.filter((gap) => !Number.isNaN(gap)).sort()
  const usual = between[between.length >> 1] ?? 0
  for (let seat = first; seat < end; seat++) isJoined[seat] = (gaps[seat - first] ?? NaN) <= usual * AISLE ? 1 : 0
}

function gapAfter({ x, y }: Hall, seat: number): number {
  return Math.hypot((x[seat + 1] ?? 0) - (x[seat] ?? 0), (y[seat + 1] ?? 0) - (y[seat] ?? 0))
}
