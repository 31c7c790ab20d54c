import { onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { OpenBoard } from './open-board.ts'
import { engine } from './seat-engine.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import { listenToSeats } from './seat-listener.ts'

export type { BoardPlaces, SeatBoard } from './seat-board-memory.ts'

/** How often watched boards look whether something is due: a lock that ran out, a new plan, a full reading. */
const TICK_MS = 250
const HEARTBEAT_MS = 20_000
/** A board that nobody looks at for this long is forgotten. */
const IDLE_MS = 60_000

/**
 * The seats of a presentation, from memory: the same board for all visitors, with everything that this process has done or heard of before the call.
 * A thousand visitors who open a map cost one reading. undefined where there is no such presentation.
 */
export async function boardOf(presentationId: number): Promise<SeatBoard | undefined> {
  const board = await openBoard(presentationId).current()
  if (!board) forgetBoard(presentationId)
  return board
}

/** The open board of a presentation, whether or not there is such a presentation. */
export function openBoard(presentationId: number): OpenBoard {
  const { boards } = engine()
  const board = boards.get(presentationId) ?? new OpenBoard(presentationId)
  boards.set(presentationId, board)
  startKeeping()
  return board
}

function startKeeping(): void {
  const shared = engine()
  onDatabaseClose('seat boards', stopKeeping)
  shared.listener ??= listenToSeats()
  shared.ticking ??= startTicking()
}

function startTicking(): NodeJS.Timeout {
  let beatAt = performance.now()
  return setInterval(() => {
    const now = performance.now()
    const isBeat = now - beatAt >= HEARTBEAT_MS
    if (isBeat) beatAt = now
    for (const board of engine().boards.values()) tick(board, now, isBeat)
  }, TICK_MS).unref()
}

function tick(board: OpenBoard, now: number, isBeat: boolean): void {
  if (board.streams.count > 0) {
    if (isBeat) board.streams.beat()
    void board.refresh()
  } else if (now - board.usedAt > IDLE_MS) forgetBoard(board.presentationId)
}

function forgetBoard(presentationId: number): void {
  const { boards } = engine()
  boards.get(presentationId)?.end()
  boards.delete(presentationId)
}

/** Forgets what is in memory: for tests that change the database under it, and for an app that stops. Streams end. */
export function forgetBoards(): void {
  for (const presentationId of [...engine().boards.keys()]) forgetBoard(presentationId)
}

async function stopKeeping(): Promise<void> {
  const shared = engine()
  clearInterval(shared.ticking)
  shared.ticking = undefined
  forgetBoards()
  const { listener } = shared
  shared.listener = undefined
  await listener?.stop()
}
