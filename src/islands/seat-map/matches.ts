import { $seatFilter } from '#lib/client/choosing.ts'
import { $plan, $status } from '#lib/client/seats.ts'
import { matcherOf } from '#lib/domain/seat-filter.ts'
import { isFree } from '#lib/domain/seat-states.ts'
import { $drawnMap } from './drawn-map.ts'

/** Brings the free seats that the filter leaves into the map. */
export function frameMatches(): void {
  const [hall, states] = [$plan.get(), $status.get()?.states]
  if (!hall || !states) return
  const isMatch = matcherOf(hall, states, $seatFilter.get())
  const seats: number[] = []
  for (let seat = 0; seat < hall.count; seat++) if (isFree(states, seat) && isMatch(seat)) seats.push(seat)
  $drawnMap.get()?.frame(seats)
}
