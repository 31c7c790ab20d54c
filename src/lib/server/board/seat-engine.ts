import { randomUUID } from 'node:crypto'
import type { OpenBoard } from './open-board.ts'
import type { Listener } from '#lib/server/db/listener.ts'

/** What this process knows of seats in memory. */
export interface SeatEngine {
  /** Names this process in notices, so that it does not listen to itself. */
  readonly name: string
  /** By presentation. */
  readonly boards: Map<number, OpenBoard>
  /** Changed seats by presentation, of which other processes are not told yet. */
  readonly outgoing: Map<number, Set<number>>
  sending: NodeJS.Timeout | undefined
  listener: Listener | undefined
  ticking: NodeJS.Timeout | undefined
  /** Open streams by visitor and by address. */
  readonly streams: Map<string, number>
  isStopping: boolean
}

/** On the global object: the built site and the process that serves it each have a copy of these modules, but the same boards. */
const shared: typeof globalThis & { shuraSeats?: SeatEngine } = globalThis

export function engine(): SeatEngine {
  return (shared.shuraSeats ??= {
    name: randomUUID(),
    boards: new Map(),
    outgoing: new Map(),
    sending: undefined,
    listener: undefined,
    ticking: undefined,
    streams: new Map(),
    isStopping: false,
  })
}

/** For an app that stops: streams end now, and no new one begins. */
export function closeStreams(): void {
  const { boards } = engine()
  engine().isStopping = true
  for (const board of boards.values()) board.streams.end()
}
