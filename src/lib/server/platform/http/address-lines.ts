/** So many requests of one address are answered at the same time; so many wait behind them. */
interface Width {
  readonly atOnce: number
  readonly waiting: number
}

/**
 * Each kind has a line of its own, so that nobody's seat locks wait behind pages of the same address, which a whole mobile network may have. The limits of
 * calls (limits.ts) end a flood; these keep what they let through from holding up everybody else.
 */
const WIDTHS = {
  page: { atOnce: 2, waiting: 100 },
  read: { atOnce: 4, waiting: 300 },
  write: { atOnce: 8, waiting: 300 },
  /** Pages that tell that the line of pages is full. */
  fullPage: { atOnce: 1, waiting: 20 },
} as const satisfies Readonly<Record<string, Width>>

export type LineKind = keyof typeof WIDTHS

/** How lines are kept; times in ms. */
interface LineRules {
  /** Multiplies how many requests are at work at once and how many wait: many people may share one address. */
  readonly factor: number
  /** Who waits for something outside, such as a payment provider, keeps the place for so long at most. */
  readonly place: number
  /** Maximum delay of a queue while other addresses are served; at this pace it is still as fast as the limits of calls allow. */
  readonly others: number
}
const RULES: LineRules = { factor: 1, place: 1_000, others: 100 }

interface Line {
  readonly caller: string
  atWork: number
  readonly waiting: Work[]
}

/** Begins the work and is told by it when the place is free again; more than once does no harm. */
export type Work = (leave: () => void) => void

/** The requests of each address, one line for each kind. Whoever has none waiting goes before those who have. */
export class AddressLines {
  readonly #lines = new Map<string, Line>()
  readonly #rules: LineRules
  /** How many requests of each address are at work, of whatever kind; this machine is the empty one. */
  readonly #atWork = new Map<string, number>()
  #allAtWork = 0
  /** Free places whose next request lets others finish before. */
  readonly #yielding = new Map<() => void, string>()

  constructor(rules: Partial<LineRules> = {}) {
    this.#rules = { ...RULES, ...rules }
  }

  /**
   * Begins a work at once, or when it is its turn.
   * @param caller null for this machine, which needs no turn.
   * @returns false where the line is full: the work is never begun.
   */
  enter(kind: LineKind, caller: string | null, work: Work): boolean {
    if (caller === null) {
      this.#begin({ caller: '', atWork: 0, waiting: [] }, work)
      return true
    }
    const key = `${kind} ${caller}`
    const line = this.#lines.get(key) ?? { caller, atWork: 0, waiting: [] }
    this.#lines.set(key, line)
    const { atOnce, waiting } = WIDTHS[kind]
    const { factor } = this.#rules
    if (line.atWork >= atOnce * factor) return line.waiting.length < waiting * factor && line.waiting.push(work) > 0
    line.atWork++
    this.#begin(line, work, () => this.#lines.delete(key))
    return true
  }

  /**
   * The place is free when the event loop has looked at what others sent: otherwise a whole line of short works, such as refusals, would be worked off
   * before them.
   */
  #begin(line: Line, work: Work, close: () => void = () => undefined): void {
    const { caller } = line
    this.#count(caller, 1)
    let isHeld = true
    const leave = () => {
      if (!isHeld) return
      isHeld = false
      clearTimeout(longest)
      setImmediate(() => {
        this.#count(caller, -1)
        this.#giveOn(line, close)
        this.#wakeOldest()
      })
    }
    const longest = setTimeout(leave, this.#rules.place).unref()
    work(leave)
  }

  #giveOn(line: Line, close: () => void): void {
    const next = line.waiting.shift()
    if (next)
      this.#afterOthers(line.caller, () => {
        this.#begin(line, next, close)
      })
    else if (--line.atWork <= 0) close()
  }

  /** Begins when nobody else is at work, at last when it has waited long enough. */
  #afterOthers(caller: string, begin: () => void): void {
    const wake = () => {
      clearTimeout(longest)
      this.#yielding.delete(wake)
      begin()
    }
    const longest = setTimeout(wake, this.#rules.others)
    this.#yielding.set(wake, caller)
  }

  /** One at a time, so that what comes meanwhile goes first. */
  #wakeOldest(): void {
    for (const [wake, caller] of this.#yielding) {
      if (this.#allAtWork === (this.#atWork.get(caller) ?? 0)) wake()
      return
    }
  }

  #count(caller: string, by: 1 | -1): void {
    const count = (this.#atWork.get(caller) ?? 0) + by
    if (count === 0) this.#atWork.delete(caller)
    else this.#atWork.set(caller, count)
    this.#allAtWork += by
  }
}
