import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $plan, $status } from '#lib/client/seats/seats.ts'
import { matcherOf } from '#lib/domain/seating/rules/seat-filter.ts'
import { isFree } from '#lib/domain/seating/rules/seat-states.ts'
import type { SeatMap } from '#islands/seat-map/core/seat-map.ts'

/** Brings the free seats that the filter leaves into the map. */
export function frameMatches(map: SeatMap): void {
  const [hall, states] = [$plan.get(), $status.get()?.states]
  if (!hall || !states) return
  const isMatch = matcherOf(hall, states, $seatFilter.get())
  const seats: number[] = []
  for (let seat = 0; seat < hall.count; seat++) if (isFree(states, seat) && isMatch(seat)) seats.push(seat)
  map.frame(seats)
}
