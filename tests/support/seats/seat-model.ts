/** A claim in the model: the same facts as a row of the database, times in ms since 1970. */
export interface ModelClaim {
  readonly holder: string
  readonly isSold: boolean
  /** When the lock ends; in the past if it expired or was released. */
  readonly ends: number
  /** When it would have ended; null if it was not released. */
  readonly releasedUntil: number | null
  readonly isExtended: boolean
}

/** A visitor's time for the presentation, from what the visitor holds and held. */
interface Time {
  readonly ends: number
  readonly isExtended: boolean
  readonly isHeld: boolean
}

export interface HouseFacts {
  readonly seats: readonly number[]
  readonly places: readonly number[]
  readonly mostSeats: number
  readonly waitMs: number
}

/**
 * Who has which seat of one presentation, as a plain Map without concurrency: what the database must say after each call.
 */
export class SeatModel {
  readonly claims = new Map<number, ModelClaim>()
  /** Times of locks that others have taken over since, by visitor. */
  private readonly past = new Map<string, Time[]>()
  readonly house: HouseFacts

  constructor(house: HouseFacts) {
    this.house = house
  }

  isLive(seat: number): boolean {
    const claim = this.claims.get(seat)
    return claim !== undefined && (claim.isSold || claim.ends > Date.now())
  }

  /** Seats and places that a visitor holds, in order. */
  heldBy(holder: string): number[] {
    const own = [...this.claims].filter(([seat, claim]) => claim.holder === holder && !claim.isSold && this.isLive(seat))
    return own.map(([seat]) => seat).sort((a, b) => a - b)
  }

  freePlace(): number | undefined {
    return this.house.places.find((place) => !this.isLive(place))
  }

  freeSeats(): number[] {
    return this.house.seats.filter((seat) => !this.isLive(seat))
  }

  /** Why the visitor cannot have the seat, or null. */
  refusalOf(holder: string, seat: number): 'SEAT_LIMIT' | 'HOLD_WAIT' | 'SEAT_NOT_AVAILABLE' | null {
    if (this.heldBy(holder).filter((own) => own !== seat).length >= this.house.mostSeats) return 'SEAT_LIMIT'
    if (this.mustWait(holder)) return 'HOLD_WAIT'
    return this.isLive(seat) && !this.heldBy(holder).includes(seat) ? 'SEAT_NOT_AVAILABLE' : null
  }

  mustWait(holder: string): boolean {
    const ranOut = Math.max(...this.timesOf(holder).map((time) => (time.ends > Date.now() ? -Infinity : time.ends)))
    return this.endOf(holder) === undefined && ranOut > Date.now() - this.house.waitMs
  }

  /** When the visitor's locks end; undefined if the next lock starts anew. */
  endOf(holder: string): number | undefined {
    const running = this.timesOf(holder).filter((time) => time.ends > Date.now())
    const held = running.filter((time) => time.isHeld)
    return held.length > 0 ? Math.min(...held.map((time) => time.ends)) : running.map((time) => time.ends).sort((a, b) => b - a)[0]
  }

  private timesOf(holder: string): Time[] {
    const own = [...this.claims].filter(([, claim]) => claim.holder === holder && !claim.isSold)
    const times = own.map(([seat, claim]) => ({
      ends: claim.releasedUntil ?? claim.ends,
      isExtended: claim.isExtended,
      isHeld: this.isLive(seat),
    }))
    return [...times, ...(this.past.get(holder) ?? [])]
  }

  /** @param freshEnd when the lock ends if the visitor has no time running */
  take(holder: string, seat: number, freshEnd: number): void {
    const isExtended = this.timesOf(holder).some((time) => time.ends > Date.now() && time.isExtended)
    const ends = this.endOf(holder) ?? freshEnd
    const before = this.claims.get(seat)
    if (before && before.holder !== holder) this.remember(before)
    this.claims.set(seat, { holder, isSold: false, ends, releasedUntil: null, isExtended })
  }

  private remember({ holder, ends, releasedUntil, isExtended }: ModelClaim): void {
    const time = { ends: releasedUntil ?? ends, isExtended, isHeld: false }
    if (time.ends > Date.now() - this.house.waitMs) this.past.set(holder, [...(this.past.get(holder) ?? []), time])
  }

  release(seat: number): void {
    this.change(seat, (claim) => ({ ...claim, ends: 0, releasedUntil: claim.ends }))
  }

  sell(seat: number): void {
    this.change(seat, (claim) => ({ ...claim, isSold: true }))
  }

  /** A purchase starts a new time: what was released or expired before is forgotten. */
  forgetTimes(holder: string): void {
    for (const [seat, claim] of this.claims) if (claim.holder === holder && !this.isLive(seat)) this.claims.delete(seat)
    this.past.delete(holder)
  }

  extend(seat: number, byMs: number): void {
    this.change(seat, (claim) => ({ ...claim, ends: claim.ends + byMs, isExtended: true }))
  }

  /** Ends all of the visitor's times then at the latest. */
  endBy(holder: string, at: number): void {
    for (const [seat, { holder: owner, isSold }] of this.claims) {
      if (owner !== holder || isSold) continue
      this.change(seat, (claim) => ({
        ...claim,
        ends: Math.min(claim.ends, at),
        releasedUntil: claim.releasedUntil === null ? null : Math.min(claim.releasedUntil, at),
      }))
    }
    this.past.set(
      holder,
      (this.past.get(holder) ?? []).map((time) => ({ ...time, ends: Math.min(time.ends, at) })),
    )
  }

  private change(seat: number, to: (claim: ModelClaim) => ModelClaim): void {
    const claim = this.claims.get(seat)
    if (!claim) throw new Error(`The model knows no claim of ${String(seat)}.`)
    this.claims.set(seat, to(claim))
  }
}
