import { packedStatus, describeChange } from './seat-status.ts'
import type { SeatBoard } from './seat-board-memory.ts'

/** Watchers get what changed together this often at most, and less often where they are thousands, so that telling them never fills the processor. */
const EVERY_MS = 100
const EACH_MS = 0.1
/** A watcher that leaves so many events unread is gone, or as good as gone. */
const MOST_UNREAD = 64
const HEARTBEAT = Buffer.from(':\n\n')

/** Who begins to watch. */
export interface Arrival {
  readonly uuid: string | undefined
  /** The version that the client has. */
  readonly since: string | undefined
  /** Aborted when the client is gone; it may be gone before anybody reads the stream. */
  readonly gone: AbortSignal
  /** Runs once, when the stream is over for whatever reason. */
  readonly onEnd: () => void
}

interface Watcher {
  readonly uuid: string | undefined
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  readonly onEnd: () => void
}

/** Those who watch a board. All are at the same version, so that what nobody has a part in is written once for all. */
export class SeatStreams {
  readonly #watchers = new Set<Watcher>()
  #board: SeatBoard | undefined
  /** The version that all watchers have. */
  #sent = ''
  #sentAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  get count(): number {
    return this.#watchers.size
  }

  /** The events of one watcher: the whole status, or what the watcher missed since a version of this board, then changes as they come. */
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

  /** Tells all watchers what is different on the board, soon. */
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

  /** A comment, so that nobody on the way takes a quiet stream for a dead one. */
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

  /** @returns whether it was known */
  #forget(watcher: Watcher): boolean {
    const isKnown = this.#watchers.delete(watcher)
    if (isKnown) watcher.onEnd()
    return isKnown
  }
}

/** Somebody who has the present version gets nothing but the sign that the stream is open. */
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

/** The id is what a browser sends back as Last-Event-ID. JSON has no line breaks of its own. */
function eventOf(name: string, id: string, json: string): Uint8Array {
  return Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${json}\n\n`)
}
