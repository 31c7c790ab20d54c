import type { OpenBoard } from './open-board.ts'
import type { Listener } from '#lib/server/platform/db/listener.ts'
import { seatNews } from '#lib/server/seats/claims/seat-changes.ts'

/** What this process knows of seats in memory. */
export interface SeatEngine {
  /** By presentation. */
  readonly boards: Map<number, OpenBoard>
  listener: Listener | undefined
  ticking: NodeJS.Timeout | undefined
  /** Open streams by visitor and by address. */
  readonly streams: Map<string, number>
  isStopping: boolean
}

let open: SeatEngine | undefined

export function engine(): SeatEngine {
  return (open ??= openEngine())
}

function openEngine(): SeatEngine {
  const boards: SeatEngine['boards'] = new Map()
  seatNews().heed = (presentationId, seatIds) => boards.get(presentationId)?.tell(seatIds)
  return { boards, listener: undefined, ticking: undefined, streams: new Map(), isStopping: false }
}

/** For an app that stops: streams end now, and no new one begins. */
export function closeStreams(): void {
  const { boards } = engine()
  engine().isStopping = true
  for (const board of boards.values()) board.streams.end()
}
