import type { OpenBoard } from './open-board.ts'
import type { Listener } from '#lib/server/platform/db/listener.ts'
import { seatNews } from '#lib/server/seats/claims/seat-changes.ts'

/** This process's seat state in memory. */
export interface SeatEngine {
  /** By presentation. */
  readonly boards: Map<number, OpenBoard>
  listener: Listener | undefined
  ticking: NodeJS.Timeout | undefined
  /** Number of open streams by visitor and by address. */
  readonly streams: Map<string, number>
  isStopping: boolean
}

let open: SeatEngine | undefined

export function engine(): SeatEngine {
  return (open ??= openEngine())
}

function openEngine(): SeatEngine {
  const boards: SeatEngine['boards'] = new Map()
  seatNews().onChange = (presentationId, seatIds) => boards.get(presentationId)?.tell(seatIds)
  return { boards, listener: undefined, ticking: undefined, streams: new Map(), isStopping: false }
}

/** For shutdown: ends all streams and refuses new ones. */
export function closeStreams(): void {
  const { boards } = engine()
  engine().isStopping = true
  for (const board of boards.values()) board.streams.end()
}
