import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $plan, $status } from '#lib/client/seats/seats.ts'
import { matcherOf } from '#lib/domain/seating/rules/seat-filter.ts'
import { isFree } from '#lib/domain/seating/rules/seat-states.ts'

/** The free seats that the filter leaves. */
export function matchingSeats(): readonly number[] {
  const [hall, states] = [$plan.get(), $status.get()?.states]
  if (!hall || !states) return []
  const isMatch = matcherOf(hall, states, $seatFilter.get())
  return [...hall.features.keys()].filter((seat) => isFree(states, seat) && isMatch(seat))
}
