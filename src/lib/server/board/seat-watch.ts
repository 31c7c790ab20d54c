import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { openBoard } from './seat-board.ts'
import { engine } from './seat-engine.ts'
import { settings } from '#lib/server/settings.ts'

/** Streams at once: of a visitor with many tabs, of an address with many visitors, and of a process. Whoever gets none polls. */
const MOST = { visitor: 8, caller: 400, process: 10_000 }

export interface Watching {
  readonly uuid: string | undefined
  /** The address that is counted; null for this machine, which is not limited. */
  readonly caller: string | null
  /** The version that the client has. */
  readonly since: string | undefined
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // A proxy must hand on each event at once, and a stream that is over leaves no connection that a stopping app would wait for.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

/** Opens a stream of what happens to the seats of a presentation. Refusals: NOT_FOUND, TOO_MANY_REQUESTS (too many streams). */
export async function watchBoard(presentationId: number, { uuid, caller, since, gone }: Watching): Promise<Result<Response>> {
  const open = openBoard(presentationId)
  const board = await open.current()
  if (!board) return refuse('NOT_FOUND')
  const names = ['all', ...(uuid ? [`visitor ${uuid}`] : []), ...(caller === null ? [] : [`caller ${caller}`])]
  if (engine().isStopping || !enter(names)) return refuse('TOO_MANY_REQUESTS', { seconds: 30 })
  return accept(new Response(open.streams.open(board, { uuid, since, gone, onEnd: () => leave(names) }), { headers: HEADERS }))
}

function enter(names: readonly string[]): boolean {
  const { streams } = engine()
  if (names.some((name) => (streams.get(name) ?? 0) >= mostOf(name))) return false
  for (const name of names) streams.set(name, (streams.get(name) ?? 0) + 1)
  return true
}

function mostOf(name: string): number {
  if (name === 'all') return MOST.process
  return name.startsWith('visitor') ? MOST.visitor : MOST.caller * settings().addressLimitFactor
}

function leave(names: readonly string[]): void {
  const { streams } = engine()
  for (const name of names) {
    const left = (streams.get(name) ?? 1) - 1
    if (left > 0) streams.set(name, left)
    else streams.delete(name)
  }
}
