import { packedStatus, describeChange } from './seat-status.ts'
import type { SeatBoard } from './seat-board-memory.ts'

/** Minimum interval between two events to watchers; longer with thousands of them, so that notifying never saturates the processor. */
const EVERY_MS = 100
const EACH_MS = 0.1
/** A watcher with this many unread events is disconnected. */
const MOST_UNREAD = 64
const HEARTBEAT = Buffer.from(':\n\n')

/** A new watcher. */
export interface Arrival {
  readonly uuid: string | undefined
  /** The client's version. */
  readonly since: string | undefined
  /** Aborted when the client disconnects, possibly before the stream is read. */
  readonly gone: AbortSignal
  /** Runs once when the stream ends, for any reason. */
  readonly onEnd: () => void
}

interface Watcher {
  readonly uuid: string | undefined
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly onEnd: () => void
}

/** The watchers of a board. All have the same version, so an event that concerns nobody personally is serialised once for all. */
export class SeatStreams {
  readonly #watchers = new Set<Watcher>()
  #board: SeatBoard | undefined
  /** The version of all watchers. */
  #sent = ''
  #sentAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  get count(): number {
    return this.#watchers.size
  }

  /** One watcher's events: the whole status, or the changes since the watcher's version of this board, then further changes. */
  open(board: SeatBoard, { uuid, since, gone, onEnd }: Arrival): ReadableStream<Uint8Array> {
    this.#publishNow(board)
    let watcher: Watcher | undefined
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const own = (watcher = { uuid, controller, onEnd })
        this.#watchers.add(own)
        this.#send(own, Buffer.concat([Buffer.from('retry: 2000\n\n'), firstEvent(board, uuid, since)]))
        const leave = () => {
          this.#close(own)
        }
        if (gone.aborted) leave()
        else gone.addEventListener('abort', leave, { once: true })
      },
      cancel: () => {
        if (watcher) this.#forget(watcher)
      },
    })
  }

  /** Schedules an event with the board's changes for all watchers. */
  publish(board: SeatBoard): void {
    this.#board = board
    if (this.#watchers.size === 0 || this.#sent === board.version || this.#timer) return
    const wait = this.#sentAt + Math.max(EVERY_MS, this.#watchers.size * EACH_MS) - performance.now()
    if (wait <= 0) this.#publishNow(board)
    else this.#timer = setTimeout(() => this.#board && this.#publishNow(this.#board), wait).unref()
  }

  #publishNow(board: SeatBoard): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#board = board
    const touched = board.touchedSince(this.#sent)
    if (this.#sent !== board.version && this.#watchers.size > 0) {
      const shared = touched ? changeEvent(board, describeChange(board, touched, undefined)) : statusEvent(board, undefined)
      for (const watcher of [...this.#watchers]) {
        const isOwn = touched ? board.concerns(touched, watcher.uuid) : board.hasOwn(watcher.uuid)
        this.#send(watcher, isOwn ? nextEvent(board, watcher.uuid, this.#sent) : shared)
      }
      this.#sentAt = performance.now()
    }
    this.#sent = board.version
  }

  /** Sends a comment, so that proxies do not close a quiet stream. */
  beat(): void {
    for (const watcher of [...this.#watchers]) this.#send(watcher, HEARTBEAT)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const watcher of [...this.#watchers]) this.#close(watcher)
  }

  #send(watcher: Watcher, event: Uint8Array): void {
    if ((watcher.controller.desiredSize ?? 0) < -MOST_UNREAD) this.#close(watcher)
    else watcher.controller.enqueue(event)
  }

  #close(watcher: Watcher): void {
    if (this.#forget(watcher)) watcher.controller.close()
  }

  /** @returns whether it was a watcher */
  #forget(watcher: Watcher): boolean {
    const isKnown = this.#watchers.delete(watcher)
    if (isKnown) watcher.onEnd()
    return isKnown
  }
}

/** A client with the current version gets only the sign that the stream is open. */
function firstEvent(board: SeatBoard, uuid: string | undefined, since = ''): Uint8Array {
  return since === board.version ? HEARTBEAT : nextEvent(board, uuid, since)
}

function nextEvent(board: SeatBoard, uuid: string | undefined, since: string): Uint8Array {
  const touched = board.touchedSince(since)
  return touched ? changeEvent(board, describeChange(board, touched, uuid)) : statusEvent(board, uuid)
}

function changeEvent({ version }: SeatBoard, change: object): Uint8Array {
  return eventOf('change', version, JSON.stringify(change))
}

function statusEvent(board: SeatBoard, uuid: string | undefined): Uint8Array {
  return eventOf('status', board.version, packedStatus(board, uuid).plain.toString())
}

/** Browsers send the id back as Last-Event-ID. JSON contains no raw line breaks. */
function eventOf(name: string, id: string, json: string): Uint8Array {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`)
}
