import { $plan, $selectedSeats } from '#lib/client/seats/seats.ts'
import { findSeat } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { $drawnMap } from '#islands/seat-map/drawn-map.ts'

/** Brings the chosen seats into the map. */
export function showBest(): void {
  const hall = $plan.get()
  if (!hall) return
  const seats = bestOf($selectedSeats.get()).map(({ sectionId, x, y }) => {
    const section = hall.sections.findIndex(({ id }) => id === sectionId)
    return x === null || y === null ? -1 : findSeat(hall, section, x, y)
  })
  $drawnMap.get()?.frame(seats.filter((seat) => seat >= 0))
}

export function bestOf(seats: readonly SelectedSeat[]): readonly SelectedSeat[] {
  return seats.filter((seat) => seat.isFromBestAvailable)
}
