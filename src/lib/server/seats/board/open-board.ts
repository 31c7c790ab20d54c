import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Listener } from '#lib/server/platform/db/listener.ts'
import { SeatBoard } from './seat-board-memory.ts'
import { readClaims } from './seat-claims-read.ts'
import { SeatStreams } from './seat-streams.ts'
import { planOf, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** Interval of full reads, in case a process died between its commit and its notification. */
const WHOLE_EVERY_MS = 30_000
/** Interval while no notifications arrive from other processes. */
const DEAF_EVERY_MS = 1_500
/** Debounce of notifications before a watched board is read. */
const GATHER_MS = 50
/** More changed seats than this are read as a whole. */
const MOST_SINGLE = 5_000

/** The parts of a presentation that determine what is sold. */
interface Terms {
  readonly presentation: Presentation
  readonly plan: LoadedPlan
}

/** A board that is kept current. Reads notified and expired seats, and periodically everything; one read at a time, shared by all who wait. */
export class OpenBoard {
  readonly presentationId: number
  readonly streams = new SeatStreams()
  usedAt = performance.now()
  #board: SeatBoard | undefined
  /** The catalogue's presentation that the board was last synchronised with. */
  #agreed: Presentation | undefined
  readonly #told = new Set<number>()
  #wholeAt = -Infinity
  /** Full reads before this moment may have missed changes. */
  #trustedFrom = 0
  #isRefreshing = false
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #listener: () => Listener | undefined

  /** @param listener tells of changes that other processes make */
  constructor(presentationId: number, listener: () => Listener | undefined) {
    this.presentationId = presentationId
    this.#listener = listener
  }

  /** Marks seats or places as possibly changed. */
  tell(seatIds: readonly number[]): void {
    for (const id of seatIds) this.#told.add(id)
    if (this.streams.count > 0) this.#timer ??= setTimeout(() => void this.refresh(), GATHER_MS).unref()
  }

  /** Marks the whole board as possibly outdated. */
  markOutdated(): void {
    this.#trustedFrom = performance.now()
  }

  /** The board including every notification before the call; undefined if there is no such presentation. */
  async current(): Promise<SeatBoard | undefined> {
    this.usedAt = performance.now()
    const terms = await this.#terms()
    if (!terms) return undefined
    this.#tellDue()
    if (this.#told.size > 0 || this.#isOld() || !this.#agrees(terms)) await this.#read()
    else await this.#reading
    return this.#board
  }

  /** Like `current`, for watchers: a failure is retried at the next tick. */
  async refresh(): Promise<void> {
    if (this.#isRefreshing) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isRefreshing = true
    try {
      if (!(await this.current())) this.streams.end()
    } catch {
      this.markOutdated()
    } finally {
      this.#isRefreshing = false
    }
  }

  /** Number of unavailable seats and places; undefined unless the board is as current as the database. */
  get taken(): number | undefined {
    this.#tellDue()
    return this.#isOld() || this.#told.size > 0 ? undefined : this.#board?.taken
  }

  /** Closes the board: nobody reads from it any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.streams.end()
  }

  async #terms(): Promise<Terms | undefined> {
    const presentation = (await catalogue()).presentations.get(this.presentationId)
    const plan = presentation && (await planOf(presentation.seatplanId))
    return plan && { presentation, plan }
  }

  #tellDue(): void {
    for (const id of this.#board?.due() ?? []) this.#told.add(id)
  }

  #isOld(): boolean {
    if (this.#wholeAt < this.#trustedFrom) return true
    return performance.now() - this.#wholeAt > (this.#listener()?.isHearing ? WHOLE_EVERY_MS : DEAF_EVERY_MS)
  }

  #agrees({ presentation, plan }: Terms): boolean {
    if (this.#board?.plan !== plan) return false
    if (this.#agreed !== presentation && saleOf(this.#board.presentation) === saleOf(presentation)) this.#agreed = presentation
    return this.#agreed === presentation
  }

  /** Callers that arrive during a read share the next one. */
  #read(): Promise<void> {
    return (this.#next ??= (this.#reading ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#reading = this.#readNow().finally(() => (this.#reading = undefined))
        return this.#reading
      }))
  }

  async #readNow(): Promise<void> {
    await this.#listener()?.ready()
    const terms = await this.#terms()
    if (!terms) return
    const told = [...this.#told]
    this.#told.clear()
    try {
      if (!this.#board || !this.#agrees(terms)) await this.#begin(terms)
      else if (this.#isOld() || told.length > MOST_SINGLE) await this.#readWhole(this.#board)
      else if (told.length > 0) this.#board.take(await readClaims(this.presentationId, told), told)
    } catch (error) {
      for (const id of told) this.#told.add(id)
      throw error
    }
    if (this.#board) this.streams.publish(this.#board)
  }

  async #begin({ plan, presentation }: Terms): Promise<void> {
    const startedAt = performance.now()
    const board = new SeatBoard(plan, presentation, await readClaims(this.presentationId))
    if (this.#board) board.admitLike(this.#board)
    this.#board = board
    this.#agreed = presentation
    this.#wholeAt = startedAt
  }

  async #readWhole(board: SeatBoard): Promise<void> {
    const startedAt = performance.now()
    board.take(await readClaims(this.presentationId))
    this.#wholeAt = startedAt
  }
}

/** The part of a presentation that determines the state of its seats. */
function saleOf({ prices, soldout, subscriberSeats }: Presentation): string {
  return JSON.stringify([soldout, prices, subscriberSeats])
}
