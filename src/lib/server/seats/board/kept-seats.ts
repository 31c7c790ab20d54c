import type { Claim } from './seat-claims-read.ts'

/** Members whose kept seats a board remembers. */
const MOST_REMEMBERED = 2_000

/** The seats of a board that are kept now and claimed by nobody, and who may take them. */
export class KeptSeats {
  readonly #kept = new Map<number, Claim>()
  readonly #admitted = new Map<string, ReadonlySet<number>>()

  get count(): number {
    return this.#kept.size
  }

  ids(): number[] {
    return [...this.#kept.keys()]
  }

  /** Notes what a seat is now. */
  note(id: number, claim: Claim | undefined): void {
    if (claim?.state === 'K') this.#kept.set(id, claim)
    else this.#kept.delete(id)
  }

  /** Notes which seats a visitor may take; the oldest note goes if there are too many. */
  admit(uuid: string, seatIds: readonly number[]): void {
    this.#admitted.delete(uuid)
    if (seatIds.length > 0) this.#admitted.set(uuid, new Set(seatIds))
    const [oldest] = this.#admitted.keys()
    if (this.#admitted.size > MOST_REMEMBERED && oldest !== undefined) this.#admitted.delete(oldest)
  }

  admitLike(before: KeptSeats): void {
    for (const [uuid, seatIds] of before.#admitted) this.#admitted.set(uuid, seatIds)
  }

  /** Ids of the kept seats that a visitor may take. */
  openTo(uuid: string | undefined): number[] {
    return [...(this.#admitted.get(uuid ?? '') ?? [])].filter((id) => this.#kept.has(id))
  }

  /** Ids of the seats that are kept for subscribers of a membership. */
  keptFor(membershipId: number): number[] {
    return [...this.#kept].flatMap(([id, { membershipIds }]) =>
      membershipIds && (membershipIds.length === 0 || membershipIds.includes(membershipId)) ? [id] : [],
    )
  }
}
