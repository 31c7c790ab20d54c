import { choosing } from '#lib/client/seats/seats-state.ts'
import { indexesOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import { showSeats } from '#islands/seat-map/drawn-map.ts'

/** Brings the chosen seats into the map. */
export function showBest(): void {
  const now = choosing()
  if (now) showSeats(indexesOf(now, bestOf(now.selected)))
}

export function bestOf(seats: readonly SelectedSeat[]): readonly SelectedSeat[] {
  return seats.filter((seat) => seat.isFromBestAvailable)
}
