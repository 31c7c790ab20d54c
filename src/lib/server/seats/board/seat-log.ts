/** The effect of a change: seats by index in plan order, general-admission sections by id, and the visitors who gained or lost one of their own. */
export interface Touched {
  readonly seats: Set<number>
  readonly sections: Set<number>
  readonly holders: Set<string>
}

export function nothingTouched(): Touched {
  return { seats: new Set(), sections: new Set(), holders: new Set() }
}

/** Number of remembered changes: a client that missed more loads the whole status, which is smaller. */
const MOST_REMEMBERED = 4_096

/** A board's recent changes, each under the version number that it created. */
export class SeatLog {
  readonly #entries: { readonly counter: number; readonly touched: Touched; readonly size: number }[] = []
  #size = 0
  /** The oldest version from which all changes are known. */
  #from: number

  constructor(counter: number) {
    this.#from = counter
  }

  add(counter: number, touched: Touched): void {
    const size = 1 + touched.seats.size + touched.sections.size
    this.#entries.push({ counter, touched, size })
    this.#size += size
    while (this.#size > MOST_REMEMBERED) {
      const dropped = this.#entries.shift()
      if (!dropped) return
      this.#size -= dropped.size
      this.#from = dropped.counter
    }
  }

  /** Everything touched after a version; undefined if that is no longer known. */
  since(counter: number): Touched | undefined {
    if (counter < this.#from) return undefined
    const all = nothingTouched()
    for (let at = this.#entries.length - 1; at >= 0; at--) {
      const entry = this.#entries[at]
      if (!entry || entry.counter <= counter) break
      for (const seat of entry.touched.seats) all.seats.add(seat)
      for (const section of entry.touched.sections) all.sections.add(section)
      for (const holder of entry.touched.holders) all.holders.add(holder)
    }
    return all
  }
}
