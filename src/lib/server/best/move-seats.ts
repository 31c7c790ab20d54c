import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Holder } from '#lib/server/http/network.ts'
import { refuseClaim, releaseSeat } from '#lib/server/seats/seat-claims.ts'
import { claimGroup, heldBy } from './best-claims.ts'
import { inTurn } from './best-turns.ts'
import { sameSeatsOf } from './same-seats.ts'

interface Move {
  readonly from: number
  readonly to: number
}

/**
 * Locks a visitor's seats at another presentation, all or none, and frees them here once they are held there. Whoever presses twice is let through.
 * Refusals: NOT_FOUND, HOLD_EXPIRED (nothing is held here), SEAT_NOT_AVAILABLE, SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT.
 */
export function moveSeats(move: Move, holder: Holder): Promise<Result<null>> {
  return inTurn(holder, () => moveNow(move, holder))
}

async function moveNow({ from, to }: Move, holder: Holder): Promise<Result<null>> {
  const same = await sameSeatsOf(from, holder.uuid)
  if (!same) return refuse('NOT_FOUND')
  if (same.seats.length === 0) return (await heldBy(holder.uuid, [to])).has(to) ? accept(null) : refuse('HOLD_EXPIRED')
  const target = same.dates.find(({ presentation }) => presentation.id === to)
  if (!target) return refuse('SEAT_NOT_AVAILABLE')
  const ids = same.seats.map(({ id }) => id)
  const wanted = { presentation: target.presentation, planVersion: same.planVersion, holder, dropped: [] }
  const outcome = await claimGroup(wanted, [ids])
  if (!outcome.claimed) return refuseClaim(outcome, target.presentation.maxSeats)
  for (const id of ids) await releaseSeat(same.presentation, id, holder.uuid)
  return accept(null)
}
