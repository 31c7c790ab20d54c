import { randomBytes } from 'node:crypto'
import { packDates, wordsOf, type PackedDates } from '#lib/domain/seating/plan/packed-dates.ts'
import { isFree } from '#lib/domain/seating/rules/seat-states.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import type { SeatBoard } from './seat-board-memory.ts'
import { boardOf } from './seat-board.ts'

interface Agreed {
  readonly board: SeatBoard
  readonly version: string
}

/** On which dates each seat of a plan is not available, a bit a date. */
class GoneOnDates {
  readonly #words: Uint32Array
  readonly #dates: number
  readonly #width: number

  /** @param words `wordsOf(dates)` a seat, as `packDates` takes them */
  constructor(words: Uint32Array, dates: number) {
    this.#words = words
    this.#dates = dates
    this.#width = wordsOf(dates)
  }

  copy(): GoneOnDates {
    return new GoneOnDates(this.#words.slice(), this.#dates)
  }

  write(seat: number, date: number, isGone: boolean): void {
    const at = seat * this.#width + (date >> 5)
    const bit = 1 << (date & 31)
    this.#words[at] = isGone ? (this.#words[at] ?? 0) | bit : (this.#words[at] ?? 0) & ~bit
  }

  pack(): PackedDates {
    return packDates(this.#words, this.#dates)
  }
}

/**
 * The seats of one plan on many dates at once, for all visitors: the dates on which each is not available. It applies the changes of its dates' boards, so a change
 * costs the seats that it touches, not seats times dates.
 */
export class DatesBoard {
  readonly plan: LoadedPlan
  /** Seats that are kept for subscribers of this membership are available. */
  readonly membershipId: number
  /** By start of the caller's dates; bits and packed sets count in this order. */
  readonly presentationIds: readonly number[]
  readonly #gone: GoneOnDates
  readonly #agreed: (Agreed | undefined)[]
  readonly #epoch = randomBytes(6).toString('base64url')
  #counter = 0
  #packed: PackedDates | undefined

  constructor(plan: LoadedPlan, presentationIds: readonly number[], membershipId = 0) {
    this.plan = plan
    this.membershipId = membershipId
    this.presentationIds = presentationIds
    const dates = presentationIds.length
    this.#gone = new GoneOnDates(new Uint32Array(plan.hall.count * wordsOf(dates)), dates)
    this.#agreed = presentationIds.map(() => undefined)
  }

  /** Changes with every change visible to any visitor; unique across boards. */
  get version(): string {
    return `${this.#epoch}.${String(this.#counter)}`
  }

  /** The boards at the last update, in the order of its dates. */
  get boards(): readonly SeatBoard[] {
    return this.#agreed.flatMap((one) => one?.board ?? [])
  }

  /** Applies the changes on the boards of its dates. @param boards of its plan, in the order of its dates */
  follow(boards: readonly SeatBoard[]): void {
    boards.forEach((board, date) => {
      const last = this.#agreed[date]
      if (last?.board === board && last.version === board.version) return
      const touched = last?.board === board ? board.touchedSince(last.version)?.seats : undefined
      const kept = new Set(board.keptFor(this.membershipId))
      for (const seat of touched ?? board.plan.seats.keys()) this.#gone.write(seat, date, !isFree(board.states, seat) && !kept.has(seat))
      this.#agreed[date] = { board, version: board.version }
      this.#counter++
      this.#packed = undefined
    })
  }

  /** Whether a visitor's view differs from that of a visitor without locks. */
  hasOwn(uuid: string | undefined): boolean {
    return this.boards.some((board) => board.hasOwn(uuid))
  }

  /**
   * The seats as one visitor sees them: a seat that the visitor has locked on a date is available there.
   * @param open indexes of the seats that are kept for the visitor alone, by date
   */
  packedFor(uuid: string | undefined, open: readonly (readonly number[])[] = []): PackedDates {
    if (!this.hasOwn(uuid) && open.every((seats) => seats.length === 0)) return (this.#packed ??= this.#gone.pack())
    const gone = this.#gone.copy()
    this.boards.forEach((board, date) => {
      for (const seat of [...board.ownSeats(uuid), ...(open[date] ?? [])]) gone.write(seat, date, false)
    })
    return gone.pack()
  }

  /** Indexes of the seats that a visitor has locked on all dates. */
  ownOnAll(uuid: string | undefined): readonly number[] {
    const [first = [], ...others] = this.boards.map((board) => board.ownSeats(uuid))
    const sets = others.map((seats) => new Set(seats))
    return first.filter((seat) => sets.every((seats) => seats.has(seat))).sort((a, b) => a - b)
  }
}

/** Recently used boards of series, the latest last; each takes a number or two per seat. */
const open = new Map<string, DatesBoard>()
const MOST_OPEN = 50

/**
 * The seats of presentations of one plan, including all changes known to this process before the call. undefined if a presentation is missing or has
 * another plan than the first.
 * @param membershipId whose subscribers choose; 0: nobody's
 */
export async function datesBoardOf(presentationIds: readonly number[], membershipId = 0): Promise<DatesBoard | undefined> {
  const boards = await Promise.all(presentationIds.map((id) => boardOf(id)))
  const plan = boards[0]?.plan
  const agreeing = boards.filter((board) => board?.plan === plan).filter((board) => board !== undefined)
  if (!plan || agreeing.length < presentationIds.length) return undefined
  const key = `${String(membershipId)}:${presentationIds.join()}`
  const known = open.get(key)
  const board = known?.plan === plan ? known : new DatesBoard(plan, presentationIds, membershipId)
  open.delete(key)
  open.set(key, board)
  const [oldest] = open.keys()
  if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
  board.follow(agreeing)
  return board
}
