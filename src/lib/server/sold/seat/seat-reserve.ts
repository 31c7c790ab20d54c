import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Refusal } from '#lib/domain/result.ts'
import { hasPlace } from '#lib/server/catalogue/seatplans.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit, sendAlong } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from '#lib/server/seats/claims/seat-changes.ts'
import type { LinesToReserve, WrittenOrder } from '../port/port.ts'
import { brokenRule, claimsAroundAll, type ChosenSeats, type HeldSeat } from './choice-rules.ts'
import { insertSeats, type AssignedSeats } from './seat-rows.ts'

/**
 * Locks the visitor's holds in id order, gives every line its seat or place, asks the rules of choosing seats, and marks the seats as being paid.
 * Refusals: HOLD_EXPIRED (a seat of the order is not held any more, or was locked with the membership that
 * it is kept for and is bought without; what was locked before it was kept, or while the import that keeps it ran, is bought), those of `brokenRule`.
 */
export async function reserveSeats(
  client: Queryable,
  order: WrittenOrder,
  { lines: seats, prepared: chosen }: LinesToReserve<CheckedSeat, readonly ChosenSeats[]>,
): Promise<Refusal | undefined> {
  const { orderId, holder } = order
  const showIds = seats.map(({ presentation }) => presentation.id)
  const [held, around] = await Promise.all([lockHolds(client, holder, showIds), claimsAroundAll(client, holder, chosen)])
  const seatIds = assignSeats(seats, held)
  if (!seatIds) return { code: 'HOLD_EXPIRED' }
  const refusal = brokenRule(chosen, around, held)
  if (refusal) return refusal
  const assigned = { seats, seatIds }
  sendAlong(client, takeHolds(client, order, assigned))
  sendAlong(client, insertSeats(client, orderId, assigned))
  afterCommit(client, () => {
    tellClaimsChanged(seatIds.map((seat_id, line) => ({ presentation_id: showIds[line] ?? 0, seat_id })))
  })
  return undefined
}

async function lockHolds(client: Queryable, holder: string, showIds: readonly number[]): Promise<readonly HeldSeat[]> {
  const { rows } = await client.query<HeldSeat>({
    name: 'lock-holds',
    text: `SELECT presentation_id, seat_id, extract(epoch FROM claimed_at)::float8 AS claimed_at FROM seat_claim
           WHERE holder = $1 AND presentation_id = ANY ($2::int[]) AND state = 'H' AND expires_at > now()
           ORDER BY presentation_id, seat_id FOR UPDATE`,
    values: [holder, [...new Set(showIds)]],
  })
  return rows
}

/** Refuses by itself with HOLD_EXPIRED if one of the seats is not to be had. */
async function takeHolds(client: Queryable, { orderId, holder, isHold }: WrittenOrder, { seats, seatIds }: AssignedSeats): Promise<void> {
  await client.query({
    name: 'take-holds',
    text: `WITH taken AS (UPDATE seat_claim c SET state = 'P', order_id = $1, network = CASE WHEN $4 THEN NULL ELSE c.network END
           FROM unnest($2::int[], $3::int[], $6::int[]) AS line (presentation_id, seat_id, membership_id)
           WHERE c.presentation_id = line.presentation_id AND c.seat_id = line.seat_id AND NOT EXISTS (
             SELECT FROM seat_keep k WHERE k.presentation_id = c.presentation_id AND k.seat_id = c.seat_id AND k.until > now() AND c.claimed_at >= k.kept_at + interval '30 seconds'
               AND NOT may_take(k, $5, line.membership_id)) RETURNING c.seat_id)
           SELECT refuse_unless((SELECT count(*) FROM taken) = cardinality($3::int[]), 'HOLD_EXPIRED')`,
    values: [
      ...[orderId, seats.map(({ presentation }) => presentation.id), seatIds],
      // What is held for days is no hoard of its network.
      ...[isHold, holder, seats.map(({ membershipId }) => membershipId ?? null)],
    ],
  })
}

/** The held seat of each line; a line of general admission takes any place of its section. undefined where one is missing. */
export function assignSeats(
  lines: readonly CheckedSeat[],
  held: readonly { readonly presentation_id: number; readonly seat_id: number }[],
): number[] | undefined {
  const free = [...held]
  const seatIds: number[] = []
  for (const { presentation, section, seat } of lines) {
    const at = free.findIndex(
      (one) => one.presentation_id === presentation.id && (seat ? one.seat_id === seat.id : hasPlace(section, one.seat_id)),
    )
    const [taken] = at === -1 ? [] : free.splice(at, 1)
    if (!taken) return undefined
    seatIds.push(taken.seat_id)
  }
  return seatIds
}
