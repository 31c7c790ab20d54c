import { onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import { OpenBoard } from './open-board.ts'
import { allocationsSoldBy, isThereFor, seatsKeptOnDates } from './kept-seats-read.ts'
import { engine } from './seat-engine.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import { listenToSeats } from './seat-listener.ts'

export type { BoardPlaces, SeatBoard } from './seat-board-memory.ts'

/** How often watched boards check for expired locks, a new plan or a due full read. */
const TICK_MS = 250
const HEARTBEAT_MS = 20_000
/** A board is closed after being unused for this long. */
const IDLE_MS = 60_000

/**
 * A presentation's seats from memory, one board for all visitors, including everything that this process did or heard before the call. A thousand visitors
 * opening a map cost one read. undefined if there is no such presentation.
 */
export async function boardOf(presentationId: number): Promise<SeatBoard | undefined> {
  const board = await openBoard(presentationId).current()
  if (!board) forgetBoard(presentationId)
  return board
}

/** Like `boardOf`, and the board knows which kept seats the visitor may take, and what of a sold-out presentation as a producer: they are available in that visitor's view. */
export async function boardFor(presentationId: number, uuid: string | undefined): Promise<SeatBoard | undefined> {
  const board = await boardOf(presentationId)
  if (board && !(await isThereFor(board.presentation, uuid))) return undefined
  if (board?.hasKept && uuid !== undefined) {
    const kept = await seatsKeptOnDates([presentationId], uuid)
    board.admit(uuid, kept.get(presentationId) ?? [])
  }
  if (board?.presentation.soldout && uuid !== undefined) board.admitSeller(uuid, await allocationsSoldBy(presentationId, uuid))
  return board
}

/** The open board of a presentation, even if the presentation does not exist. */
export function openBoard(presentationId: number): OpenBoard {
  const { boards } = engine()
  const board = boards.get(presentationId) ?? new OpenBoard(presentationId, () => engine().listener)
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

/** Clears all boards and ends their streams: for tests that change the database, and for shutdown. */
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
