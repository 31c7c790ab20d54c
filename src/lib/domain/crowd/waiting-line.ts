/** More than come to any sale; who comes when so many wait has a place by the time all the same. */
const MOST = 1_000_000

/**
 * The visitors who wait for their turn, in the order in which they came. A place is the moment of coming, in microseconds: it is worth the same in each process
 * of a shop, and after a restart.
 */
export class WaitingLine {
  /** Places in ascending order, of which the first `#gone` had their turn. */
  #places: number[] = []
  #gone = 0
  /** Whoever came by then has had their turn. */
  #upTo: number
  #last = 0

  /** @param now in ms: who came before has had their turn. */
  constructor(now: number) {
    this.#upTo = now * 1_000
  }

  get length(): number {
    return this.#places.length - this.#gone
  }

  /** Takes the next place. @param now in ms */
  join(now: number): number {
    this.#last = Math.max(now * 1_000, this.#last + 1)
    if (this.length < MOST) this.#places.push(this.#last)
    return this.#last
  }

  /** Stands in the line by a place of another process, or of this one before it was started anew; who stands there stays. */
  rejoin(place: number): void {
    const at = this.#gone + this.ahead(place)
    if (this.hasTurn(place) || this.#places[at] === place || this.length >= MOST) return
    this.#places.splice(at, 0, place)
    this.#last = Math.max(this.#last, place)
  }

  hasTurn(place: number): boolean {
    return place <= this.#upTo
  }

  /** How many wait before a place. */
  ahead(place: number): number {
    let [from, to] = [this.#gone, this.#places.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#places[middle] ?? 0) < place) from = middle + 1
      else to = middle
    }
    return from - this.#gone
  }

  /** It is the turn of the next ones. */
  letIn(count: number): void {
    this.#gone = Math.min(this.#places.length, this.#gone + count)
    this.#upTo = Math.max(this.#upTo, this.#places[this.#gone - 1] ?? 0)
    if (this.#gone * 2 > this.#places.length) {
      this.#places = this.#places.slice(this.#gone)
      this.#gone = 0
    }
  }

  /** It is everybody's turn. @param now in ms */
  letAllIn(now: number): void {
    this.#places = []
    this.#gone = 0
    this.#upTo = Math.max(this.#upTo, this.#last, now * 1_000)
  }
}
