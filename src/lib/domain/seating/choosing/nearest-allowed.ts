import { nearestFreeSeats } from '#lib/domain/seating/rules/seat-steps.ts'
import type { Choosing } from './choosing.ts'
import { chosenSeats } from './hall-seats.ts'
import { problemOf } from './selection-problem.ts'

/** The nearest seats in place of one that is gone, nearest first, that may be chosen beside the selected ones, or alone if those break a rule already. */
export function nearestAllowed(choosing: Choosing, gone: number, most: number): readonly number[] {
  const own = chosenSeats(choosing)
  const isBroken = problemOf(choosing, own) !== null
  return nearestFreeSeats(choosing, gone, {
    most,
    isAllowed: (seat) => problemOf(choosing, isBroken ? [seat] : [...own, seat], seat) === null,
  })
}
