import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { SeatBoard } from './seat-board-memory.ts'
import { readClaims } from './seat-claims-read.ts'
import { engine } from './seat-engine.ts'
import { SeatStreams } from './seat-streams.ts'
import { planOf, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** A board is read whole this often even so, for a process that died between its commit and its notice. */
const WHOLE_EVERY_MS = 30_000
/** And this often while nothing is heard of other processes. */
const DEAF_EVERY_MS = 1_500
/** What is told comes together for this long before it is read, where somebody watches. */
const GATHER_MS = 50
/** More changed seats than this are read as the whole house. */
const MOST_SINGLE = 5_000

/** What a presentation sells, and where. */
interface Terms {
  readonly presentation: Presentation
  readonly plan: LoadedPlan
}

/**
 * A board that is kept true: it reads from the database what it was told of, what is due, and now and then everything; one read at a time, shared by
 * all who wait.
 */
export class OpenBoard {
  readonly presentationId: number
  readonly streams = new SeatStreams()
  usedAt = performance.now()
  #board: SeatBoard | undefined
  /** The presentation of the catalogue that the board is known to agree with. */
  #agreed: Presentation | undefined
  readonly #told = new Set<number>()
  #wholeAt = -Infinity
  /** What was read whole before this moment may have missed something. */
  #trustedFrom = 0
  #isRefreshing = false
  #reading: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(presentationId: number) {
    this.presentationId = presentationId
  }

  /** These seats or places may be different now. */
  tell(seatIds: readonly number[]): void {
    for (const id of seatIds) this.#told.add(id)
    if (this.streams.count > 0) this.#timer ??= setTimeout(() => void this.refresh(), GATHER_MS).unref()
  }

  /** Changes may have been missed. */
  distrust(): void {
    this.#trustedFrom = performance.now()
  }

  /** The board with all that was told before the call; undefined where there is no such presentation. */
  async current(): Promise<SeatBoard | undefined> {
    this.usedAt = performance.now()
    const terms = await this.#terms()
    if (!terms) return undefined
    this.#tellDue()
    if (this.#told.size > 0 || this.#isOld() || !this.#agrees(terms)) await this.#read()
    else await this.#reading
    return this.#board
  }

  /** As `current`, for watchers: a failure is made good the next time. */
  async refresh(): Promise<void> {
    if (this.#isRefreshing) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isRefreshing = true
    try {
      if (!(await this.current())) this.streams.end()
    } catch {
      this.distrust()
    } finally {
      this.#isRefreshing = false
    }
  }

  /** How many seats and places cannot be had, where that is known as well as the database knows it. */
  get taken(): number | undefined {
    this.#tellDue()
    return this.#isOld() || this.#told.size > 0 ? undefined : this.#board?.taken
  }

  /** Nobody reads from it any more. */
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
    return performance.now() - this.#wholeAt > (engine().listener?.isHearing ? WHOLE_EVERY_MS : DEAF_EVERY_MS)
  }

  #agrees({ presentation, plan }: Terms): boolean {
    if (this.#board?.plan !== plan) return false
    if (this.#agreed !== presentation && saleOf(this.#board.presentation) === saleOf(presentation)) this.#agreed = presentation
    return this.#agreed === presentation
  }

  /** Those who come while one is read share the next. */
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
    await engine().listener?.ready()
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
    this.#board = new SeatBoard(plan, presentation, await readClaims(this.presentationId))
    this.#agreed = presentation
    this.#wholeAt = startedAt
  }

  async #readWhole(board: SeatBoard): Promise<void> {
    const startedAt = performance.now()
    board.take(await readClaims(this.presentationId))
    this.#wholeAt = startedAt
  }
}

/** What of a presentation decides about the state of its seats. */
function saleOf({ prices, soldout }: Presentation): string {
  return JSON.stringify([soldout, prices])
}
