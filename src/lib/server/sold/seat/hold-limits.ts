import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Why seats are not held without paying, whoever asks. */
export function seatHoldProblem(seats: readonly CheckedSeat[]): RefusalCode | undefined {
  return seats.some(({ seat }) => seat?.features.includes(SEAT_FEATURE.isPremium)) ? 'HOLD_PREMIUM_SEAT' : undefined
}

/** Whether a customer has too many seats held without paying with these: of one presentation, or of all together. */
export async function isOverSeatLimit(client: Queryable, customerId: number, seats: readonly CheckedSeat[]): Promise<boolean> {
  const { rows } = await client.query<{ id: number; held: number }>({
    name: 'held-unpaid',
    text: `SELECT presentation_id AS id, count(*)::int AS held FROM orders JOIN order_seat USING (order_id)
           WHERE customer_id = $1 AND kind = 'hold' AND state IN ('unpaid', 'paying') GROUP BY presentation_id`,
    values: [customerId],
  })
  const all = rows.reduce((sum, { held }) => sum + held, seats.length)
  if (all > settings().holdsPerCustomer) return true
  const heldOf = new Map(rows.map(({ id, held }) => [id, held]))
  const shows = Map.groupBy(seats, ({ presentation }) => presentation.id)
  return [...shows].some(([id, own]) => own.length + (heldOf.get(id) ?? 0) > (own[0]?.presentation.maxSeats ?? 0))
}
