import { isBarred, isLeft, missingParts, type Choice } from './seat-choice.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { SIDES, stretchAround } from './seat-rules.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isCouch, isBedSeat, isHandicap, isCompanion } = SEAT_FEATURE

/**
 * The lone seats that a choice leaves in its rows (spec §5), checked beside `seats` only. 'never': all of them. 'unavoidable': those of a run (adjacent seats
 * that the visitor can have) in which the same number of other adjacent seats would leave none. So one seat may be left of a run with one seat more than was
 * chosen, and a seat that was alone before may be bought.
 */
export function loneSeats(choice: Choice, seats: Iterable<number>): number[] {
  const { loneSeats: rule } = choice.rules
  if (rule === 'allowed') return []
  const lone = madeLone(choice, seats)
  return rule === 'never' ? lone : lone.filter((seat) => isAvoidable(choice, seat))
}

/** Keeps lone seats beside a seat of the choice; the others were alone before. */
function madeLone(choice: Choice, seats: Iterable<number>): number[] {
  const lone = new Set<number>()
  for (const seat of seats) {
    for (const by of SIDES) {
      const beside = besideSeat(choice.hall, seat, by)
      if (isLone(choice, beside)) lone.add(beside)
    }
  }
  return [...lone]
}

/** Sofas and wheelchair or companion places are sold alone anyway, and a seat that another rule bars is no loss. */
function isLone(choice: Choice, seat: number): boolean {
  if (!isLeft(choice, seat) || hasFeature(choice.hall, seat, isCouch, isBedSeat, isHandicap, isCompanion)) return false
  return SIDES.every((by) => !isLeft(choice, besideSeat(choice.hall, seat, by))) && !isBarred(choice, seat)
}

/** Whether the same number of adjacent seats of the same kind in its run could be chosen within all rules without leaving one alone. */
function isAvoidable(choice: Choice, lone: number): boolean {
  const run = stretchAround(choice.hall, lone, (seat) => !choice.isGone(seat))
  const own = run.filter((seat) => choice.chosen.has(seat))
  if (run.length === own.length + 1) return false
  for (let first = 0; first + own.length <= run.length; first++) {
    if (isWithoutLoss(choice, own, run.slice(first, first + own.length))) return true
  }
  return false
}

function isWithoutLoss(choice: Choice, own: readonly number[], seats: readonly number[]): boolean {
  const other = { ...choice, chosen: new Set(seats) }
  const isAsMany = [isHandicap, isCompanion].every((code) => countOf(choice, own, code) === countOf(choice, seats, code))
  if (!isAsMany || seats.some((seat) => isBarred(other, seat))) return false
  return missingParts(other, seats).length === 0 && madeLone(other, seats).length === 0
}

function countOf({ hall }: Choice, seats: readonly number[], code: number): number {
  return seats.filter((seat) => hasFeature(hall, seat, code)).length
}
