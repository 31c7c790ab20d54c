import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $plan, $status } from '#lib/client/seats/seats.ts'
import { matcherOf } from '#lib/domain/seating/rules/seat-filter.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import type { SeatMap } from '#islands/seat-map/core/seat-map.ts'
import { $drawnMap } from '#islands/seat-map/drawn-map.ts'

/** Brings the free seats that the filter leaves into the map. */
export function frameMatches(): void {
  const [hall, states] = [$plan.get(), $status.get()?.states]
  if (!hall || !states) return
  const isMatch = matcherOf(hall, states, $seatFilter.get())
  const seats: number[] = []
  for (let seat = 0; seat < hall.count; seat++) if (isFree(states, seat) && isMatch(seat)) seats.push(seat)
  $drawnMap.get()?.frame(seats)
}

/** Fewer free seats than a pair and a choice: a map that opens on so few shows a house that is sold out. */
const LEAST_IN_SIGHT = 4

/** Whether the part of the hall that the map shows has free seats to choose from. */
export function hasFreeInSight(map: SeatMap, hall: Hall, states: HallStates, { clientWidth, clientHeight }: HTMLElement): boolean {
  let free = 0
  for (let seat = 0; seat < hall.count && free < LEAST_IN_SIGHT; seat++) {
    if (!isFree(states, seat)) continue
    const { x, y } = map.at(seat)
    if (x > 0 && y > 0 && x < clientWidth && y < clientHeight) free += 1
  }
  return free >= LEAST_IN_SIGHT
}
