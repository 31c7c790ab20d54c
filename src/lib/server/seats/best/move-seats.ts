import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { refuseClaim, releaseSeat } from '#lib/server/seats/claims/seat-claims.ts'
import { claimGroup, heldBy } from './best-claims.ts'
import { inTurn } from './best-turns.ts'
import { sameSeatsOf, type SameSeats } from './same-seats.ts'

interface Move {
  readonly from: number
  readonly to: number
}

/**
 * Locks a visitor's seats at another presentation, all or none, then frees them here. Idempotent, and completes a move that was interrupted. Refusals:
 * NOT_FOUND (the seats are not sold there), HOLD_EXPIRED (nothing is locked here), SEAT_NOT_AVAILABLE, SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT.
 */
export function moveSeats(move: Move, holder: Holder): Promise<Result<null>> {
  return inTurn(holder, () => moveNow(move, holder))
}

async function moveNow({ from, to }: Move, holder: Holder): Promise<Result<null>> {
  const same = await sameSeatsOf(from, holder.uuid)
  if (!same) return refuse('NOT_FOUND')
  const there = (await heldBy(holder.uuid, [to])).get(to) ?? []
  if (same.seats.length === 0) return there.length > 0 ? accept(null) : refuse('HOLD_EXPIRED')
  const ids = same.seats.map(({ id }) => id)
  if (same.soldAt.has(to) && ids.every((id) => there.includes(id))) return leave(same, holder)
  const target = same.dates.find(({ presentation }) => presentation.id === to)
  if (!target) return refuse(same.soldAt.has(to) ? 'SEAT_NOT_AVAILABLE' : 'NOT_FOUND')
  const wanted = { presentation: target.presentation, planVersion: same.planVersion, holder, dropped: [] }
  const outcome = await claimGroup(wanted, [ids])
  if (!outcome.claimed) return refuseClaim(outcome, target.presentation.maxSeats)
  return leave(same, holder)
}

async function leave({ presentation, seats }: SameSeats, { uuid }: Holder): Promise<Result<null>> {
  for (const { id } of seats) await releaseSeat(presentation, id, uuid)
  return accept(null)
}
