import { isBarred, isLeft, missingParts, type Choice } from './seat-choice.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import { besideSeat } from '#lib/domain/seating/plan/seat-hall.ts'
import { SIDES, stretchAround } from './seat-rules.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'

const { isCouch, isBedSeat, isHandicap, isCompanion } = SEAT_FEATURE

/**
 * The single seats that a choice leaves in its rows against the rule (spec §5: a lone seat must not be left), looking at what stands beside `seats` of it.
 * 'never': each of them. 'unavoidable': those of a run (neighbours that the visitor can have) where as many other seats side by side would leave none;
 * so a single seat may be left of a run with one seat more than was chosen, and a seat that was single before is nobody's fault and may be bought.
 */
export function loneSeats(choice: Choice, seats: Iterable<number>): number[] {
  const { loneSeats: rule } = choice.rules
  if (rule === 'allowed') return []
  const lone = madeLone(choice, seats)
  return rule === 'never' ? lone : lone.filter((seat) => isAvoidable(choice, seat))
}

/** A lone seat beside none of one's own was lone before. */
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

/** A sofa is sold alone anyway, as are the places for a wheelchair and its companion; a seat that another rule bars is no loss. */
function isLone(choice: Choice, seat: number): boolean {
  if (!isLeft(choice, seat) || hasFeature(choice.hall, seat, isCouch, isBedSeat, isHandicap, isCompanion)) return false
  return SIDES.every((by) => !isLeft(choice, besideSeat(choice.hall, seat, by))) && !isBarred(choice, seat)
}

/** Whether as many seats of its run, side by side and of the same kind, could be chosen by every rule without leaving one alone. */
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
