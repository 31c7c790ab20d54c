import type { PackedStatus } from '#lib/contract/show/seats.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import { NO_ALLOCATION } from '#lib/domain/seating/rules/seat-states.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { SeatBoard } from './seat-board-memory.ts'

/** A producer in front of the map. `allocationIds` left out: of all allocations. */
export interface LookingProducer {
  readonly staffId: number
  readonly allocationIds?: readonly number[]
}

/** What a producer sees of a board otherwise than a visitor of the shop: by index of the plan. */
export interface ProducerView {
  readonly held: NonNullable<PackedStatus['held']>
  /** Free seats of allocations that the producer does not sell. */
  readonly apart: readonly number[]
  /** Whether the producer sells seats and places of an allocation. */
  readonly sells: (allocation: number) => boolean
}

/** The seats of a board as a producer sees them now. Reads who holds what: a board knows only that something is kept. */
export async function producerViewOf(board: SeatBoard, { staffId, allocationIds }: LookingProducer): Promise<ProducerView> {
  const { rows } = await database().query<{ seatId: number; isMine: boolean; allocationId: number }>({
    name: 'held-by-producers',
    text: `SELECT seat_id AS "seatId", staff_id IS NOT DISTINCT FROM $2 AS "isMine", coalesce(allocation_id, -1) AS "allocationId" FROM seat_keep k
           WHERE presentation_id = $1 AND kind = 'producer' AND until > now()
             AND NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = $1 AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))
           ORDER BY seat_id`,
    values: [board.presentation.id, staffId],
  })
  const sells = (allocation: number) => allocation !== NO_ALLOCATION && (allocationIds?.includes(allocation) ?? true)
  const { indexById, hall } = board.plan
  const heldBy = (isWanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isWanted).flatMap(({ seatId }) => indexById.get(seatId) ?? [])
  const { status, allocation } = board.states
  const apart: number[] = []
  for (let at = 0; at < hall.count; at++)
    if (status[at] === SEAT_STATUS.available && !sells(allocation[at] ?? NO_ALLOCATION)) apart.push(at)
  return {
    apart,
    sells,
    held: {
      mine: heldBy(({ isMine, allocationId }) => isMine && sells(allocationId)),
      shared: heldBy(({ isMine, allocationId }) => !isMine && sells(allocationId)),
      closed: heldBy(({ allocationId }) => !sells(allocationId)),
    },
  }
}
