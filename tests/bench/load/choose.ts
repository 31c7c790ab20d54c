import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { NO_ALLOCATION, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'

const FREE = 1

/**
 * Free seats side by side, as somebody picks them who looks at the map anywhere: the first of a run that is as long as wanted, or leaves two beside them, so that
 * no seat stays alone. @param from where the look begins, 0 to 1 @returns indexes in plan order; undefined if there are none
 */
export function chooseSeats(hall: Hall, states: HallStates, quantity: number, from: number): readonly number[] | undefined {
  const start = Math.floor(from * hall.count)
  for (let n = 0; n < hall.count; n++) {
    const seat = (start + n) % hall.count
    if (!isFree(states, seat) || isFree(states, besideSeat(hall, seat, -1))) continue
    const run = runFrom(hall, states, seat, quantity + 2)
    if (run.length === quantity || run.length === quantity + 2) return run.slice(0, quantity)
  }
  return undefined
}

function isFree({ status, allocation }: HallStates, seat: number): boolean {
  return seat >= 0 && status[seat] === FREE && allocation[seat] !== NO_ALLOCATION
}

function runFrom(hall: Hall, states: HallStates, first: number, most: number): readonly number[] {
  const run: number[] = []
  for (let seat = first; run.length < most && isFree(states, seat); seat = besideSeat(hall, seat, 1)) {
    if (states.ticketGroup[seat] !== states.ticketGroup[first]) break
    run.push(seat)
  }
  return run
}
