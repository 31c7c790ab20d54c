import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { boardFor, openBoard } from './seat-board.ts'
import { engine } from './seat-engine.ts'
import { whileSecretHolds } from '#lib/server/customers/session/session-watch.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { isSecretOfSession, type Visitor } from '#lib/server/customers/session/visitors.ts'

/** Maximum number of streams: of a visitor with many tabs, of an address with many visitors, and of a process. Refused clients poll. */
const MOST = { visitor: 8, caller: 400, process: 10_000 }

export interface Watching {
  readonly visitor: Visitor | undefined
  /** The address to count by; null for this machine, which is not limited. */
  readonly caller: string | null
  /** The client's version. */
  readonly since: string | undefined
  /** Aborted when the client disconnects. */
  readonly gone: AbortSignal
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Tells proxies to pass on each event at once; and a finished stream must not keep a connection open that a shutdown would wait for.
  'X-Accel-Buffering': 'no',
  Connection: 'close',
}

/**
 * Opens a stream of a presentation's seat changes. It ends when its visitor signs in or out, because it shows the visitor's own seats; the client reconnects
 * under the new secret. Refusals: NOT_FOUND, TOO_MANY_REQUESTS (too many streams).
 */
export async function watchBoard(presentationId: number, { visitor, caller, since, gone }: Watching): Promise<Result<Response>> {
  const uuid = visitor?.uuid
  const isThere = (await boardFor(presentationId, uuid)) !== undefined
  const open = openBoard(presentationId)
  const board = isThere ? await open.current() : undefined
  if (!board) return refuse('NOT_FOUND')
  const names = ['all', ...(uuid ? [`visitor ${uuid}`] : []), ...(caller === null ? [] : [`caller ${caller}`])]
  if (engine().isStopping || !enter(names)) return refuse('TOO_MANY_REQUESTS', { seconds: 30 })
  const session = watchSession(visitor?.sidHash)
  const onEnd = () => {
    leave(names)
    session.stop()
  }
  const events = open.streams.open(board, { uuid, since, gone: AbortSignal.any([gone, session.isOver]), onEnd })
  await session.check()
  return accept(new Response(events, { headers: HEADERS }))
}

/** Ends a stream with its session's secret; a visitor without a secret keeps it. `check` covers a change just before watching began. */
function watchSession(sidHash: Buffer | undefined): { readonly isOver: AbortSignal; stop(): void; check(): Promise<void> } {
  const over = new AbortController()
  const end = () => over.abort()
  return {
    isOver: over.signal,
    stop: sidHash ? whileSecretHolds(sidHash, end) : () => undefined,
    check: async () => {
      if (sidHash && !(await isSecretOfSession(sidHash))) end()
    },
  }
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
