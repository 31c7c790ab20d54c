import { NO_ALLOCATION, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** Text of rows that stand side by side, and where in the text of all rows it starts. */
interface RowsText {
  readonly text: Buffer
  readonly start: number
}

/**
 * The status rows of all seats (spec §7) as JSON text updated in place: a stadium's 1.5 MB are written once, and a lock changes a few bytes. Allocations are
 * padded with a space to fit −1 as well, so rows never move.
 */
export class StatusRows {
  readonly #states: HallStates
  readonly #whole: RowsText
  /** Start of each row, plus one entry for the end. A row's allocation starts at `#allocations`, and its status is the last character but one. */
  readonly #starts: Uint32Array
  readonly #allocations: Uint32Array
  readonly #widths: Uint8Array

  /** @param allocations by seat, while it is not sold */
  constructor({ seats }: LoadedPlan, states: HallStates, allocations: ArrayLike<number>) {
    this.#states = states
    this.#starts = new Uint32Array(seats.length + 1)
    this.#allocations = new Uint32Array(seats.length)
    this.#widths = new Uint8Array(seats.length)
    let text = ''
    seats.forEach(({ sectionId, groupId, x, y }, at) => {
      text += `[${String(sectionId)},${String(groupId)},${String(x)},${String(y)},`
      this.#allocations[at] = text.length
      const width = Math.max(String(allocations[at]).length, NARROWEST)
      this.#widths[at] = width
      text += `${String(states.allocation[at]).padStart(width)},${String(states.ticketGroup[at])},${String(states.status[at])}],`
      this.#starts[at + 1] = text.length
    })
    this.#whole = { text: Buffer.from(text, 'latin1'), start: 0 }
  }

  /** Writes a seat's current state. */
  write(at: number): void {
    this.#writeAllocation(this.#whole, at, this.#states.allocation[at] ?? NO_ALLOCATION)
    this.#writeStatus(this.#whole, at, this.#states.status[at] ?? 0)
  }

  #writeAllocation({ text, start }: RowsText, at: number, allocation: number): void {
    text.write(String(allocation).padStart(this.#widths[at] ?? 0), (this.#allocations[at] ?? 0) - start, 'latin1')
  }

  #writeStatus({ text, start }: RowsText, at: number, status: number): void {
    text.write(String(status), (this.#starts[at + 1] ?? 0) - ']x,'.length - start, 'latin1')
  }

  /** The rows first … end − 1, separated by commas, as one visitor sees them. */
  copy(first: number, end: number, { own, open, barred }: SeenOtherwise): Buffer {
    const [start = 0, stop = 0] = [this.#starts[first], this.#starts[end]]
    const part = { text: Buffer.from(this.#whole.text.subarray(start, Math.max(start, stop - 1))), start }
    for (const at of open) if (at >= first && at < end) this.#writeStatus(part, at, SEAT_STATUS.available)
    for (const at of own) if (at >= first && at < end) this.#writeStatus(part, at, SEAT_STATUS.selected)
    for (const at of barred) if (at >= first && at < end) this.#bar(part, at)
    return part.text
  }

  #bar(part: RowsText, at: number): void {
    this.#writeAllocation(part, at, NO_ALLOCATION)
    this.#writeStatus(part, at, SEAT_STATUS.held)
  }
}

/** Seats, by index, that a visitor sees otherwise than everybody: own ones, kept ones that the visitor may take, and ones that are shown as unavailable. */
interface SeenOtherwise {
  readonly own: readonly number[]
  readonly open: readonly number[]
  readonly barred: readonly number[]
}

/** Number of characters of −1. */
const NARROWEST = 2
