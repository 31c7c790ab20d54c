import { randomBytes } from 'node:crypto'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { emptyStates, NO_ALLOCATION, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS, type PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { hasPlace } from '#lib/server/catalogue/seatplans.ts'
import type { Claim } from './seat-claims-read.ts'
import { KeptSeats } from './kept-seats.ts'
import { nothingTouched, SeatLog, type Touched } from './seat-log.ts'
import type { LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import { StatusRows } from './status-rows.ts'

/** The places of a general-admission section for one visitor. With allocation −1 none can be bought. */
export interface BoardPlaces {
  readonly capacity: number
  readonly free: number
  readonly yours: number
  readonly allocation: number
  readonly ticketGroup: number
}

interface Area {
  readonly section: PlanSection
  readonly allocation: number
  readonly ticketGroup: number
  taken: number
}

const NO_PRICE = { ticketGroupId: 0, allocationId: NO_ALLOCATION }

/**
 * The seats and places of a presentation in memory, for all visitors: the public state, the owners, and recent changes. It has no access to the database;
 * `boardOf` keeps it current.
 */
export class SeatBoard {
  readonly presentation: Presentation
  readonly plan: LoadedPlan
  /** By index of `plan.seats`, as a visitor without locks sees them: locked or being paid is 3, sold has no allocation. Read-only for callers. */
  readonly states: HallStates
  /** The allocation of each seat while it is not sold. */
  readonly #allocations: Int32Array
  readonly #areas: readonly Area[]
  readonly #claims = new Map<number, Claim>()
  /** Ids of seats and places locked by a visitor. */
  readonly #own = new Map<string, Set<number>>()
  readonly #kept = new KeptSeats()
  /** Of a presentation whose flag says that it is sold out: the allocations that producers sell nevertheless, by visitor. */
  readonly #sellers = new Map<string, ReadonlySet<number>>()
  readonly #epoch = randomBytes(6).toString('base64url')
  readonly #log = new SeatLog(0)
  #counter = 0
  #nextDue = Infinity
  #rows: StatusRows | undefined

  constructor(plan: LoadedPlan, presentation: Presentation, claims: ReadonlyMap<number, Claim>) {
    this.plan = plan
    this.presentation = presentation
    this.states = emptyStates(plan.hall)
    const prices = new Map(presentation.prices.map((price) => [price.category, price]))
    const priceOf = (category: string | null) => prices.get(category ?? '') ?? NO_PRICE
    plan.seats.forEach(({ category }, at) => {
      this.states.ticketGroup[at] = priceOf(category).ticketGroupId
      this.states.allocation[at] = priceOf(category).allocationId
    })
    this.#allocations = this.states.allocation.slice()
    this.states.status.forEach((_status, at) => {
      this.#show(at, undefined)
    })
    this.#areas = plan.sections
      .filter((section) => section.firstPlace !== null)
      .map((section) => {
        const { ticketGroupId: ticketGroup, allocationId } = priceOf(section.category)
        return { section, ticketGroup, allocation: allocationId, taken: 0 }
      })
    const ignored = nothingTouched()
    for (const [id, claim] of claims) this.#takeOne(id, claim, ignored)
  }

  /** Changes with anything that any visitor may see; unique across boards. */
  get version(): string {
    return `${this.#epoch}.${String(this.#counter)}`
  }

  /** Number of unavailable seats and places. */
  get taken(): number {
    return this.#claims.size
  }

  /**
   * Applies claims read for all seats, or for some.
   * @returns whether anything changed, and with it the version
   */
  take(read: ReadonlyMap<number, Claim>, only: Iterable<number> = new Set([...this.#claims.keys(), ...read.keys()])): boolean {
    const touched = nothingTouched()
    for (const id of only) this.#takeOne(id, read.get(id), touched)
    if (touched.seats.size + touched.sections.size === 0) return false
    this.#log.add(++this.#counter, touched)
    return true
  }

  #takeOne(id: number, after: Claim | undefined, touched: Touched): void {
    const before = this.#claims.get(id)
    if (after) this.#claims.set(id, after)
    else this.#claims.delete(id)
    if (after && after.dueAt < this.#nextDue) this.#nextDue = after.dueAt
    this.#kept.note(id, after)
    if (before?.state === after?.state && before?.holder === after?.holder) return
    if (!this.#place(id, before, touched)) return
    this.#disown(id, before?.holder, touched)
    if (!after?.holder) return
    touched.holders.add(after.holder)
    this.#own.set(after.holder, (this.#own.get(after.holder) ?? new Set()).add(id))
  }

  /** Shows the claim that a seat or place has now. @returns false for an id that the plan no longer has */
  #place(id: number, before: Claim | undefined, touched: Touched): boolean {
    const after = this.#claims.get(id)
    const at = this.plan.indexById.get(id)
    if (at !== undefined) {
      this.#show(at, after)
      touched.seats.add(at)
      return true
    }
    const area = this.#areas.find(({ section }) => hasPlace(section, id))
    if (!area) return false
    area.taken += (after ? 1 : 0) - (before ? 1 : 0)
    touched.sections.add(area.section.id)
    return true
  }

  #show(at: number, claim: Claim | undefined): void {
    const allocation = this.#allocations[at] ?? NO_ALLOCATION
    const isShut = claim !== undefined || allocation === NO_ALLOCATION || this.presentation.soldout
    this.states.status[at] = isShut ? SEAT_STATUS.held : SEAT_STATUS.available
    // A sold seat loses its allocation, which tells it from one that somebody else has locked.
    this.states.allocation[at] = claim?.state === 'S' ? NO_ALLOCATION : allocation
    this.#rows?.write(at)
  }

  #disown(id: number, holder: string | null | undefined, touched: Touched): void {
    const own = holder ? this.#own.get(holder) : undefined
    if (!holder || !own) return
    touched.holders.add(holder)
    own.delete(id)
    if (own.size === 0) this.#own.delete(holder)
  }

  /** Returns expired locks and released seats, once each; the database decides whether they are free. */
  due(now = performance.now()): number[] {
    if (now < this.#nextDue) return []
    this.#nextDue = Infinity
    const due: number[] = []
    for (const id of [...this.#kept.ids(), ...[...this.#own.values()].flatMap((ids) => [...ids])]) {
      const dueAt = this.#claims.get(id)?.dueAt ?? Infinity
      if (dueAt <= now) due.push(id)
      else this.#nextDue = Math.min(this.#nextDue, dueAt)
    }
    return due
  }

  /** Indexes of a visitor's own seats (status 2). */
  ownSeats(uuid: string | undefined): number[] {
    if (this.presentation.soldout && !this.#sellers.has(uuid ?? '')) return []
    const ids = [...(this.#own.get(uuid ?? '') ?? [])]
    return ids.map((id) => this.plan.indexById.get(id) ?? -1).filter((at) => at >= 0 && this.states.allocation[at] !== NO_ALLOCATION)
  }

  /** Whether seats are kept now that some visitors may take. */
  get hasKept(): boolean {
    return this.#kept.count > 0
  }

  /** Notes which kept seats a visitor may take, by id. */
  admit(uuid: string, seatIds: readonly number[]): void {
    this.#kept.admit(uuid, seatIds)
  }

  /** Those of kept seats, by id, that nobody has claimed. */
  freeAmongKept(seatIds: readonly number[]): number[] {
    return seatIds.filter((id) => this.#claims.get(id)?.state === 'K')
  }

  /** Indexes of the kept seats that a visitor may take and nobody has claimed. */
  openTo(uuid: string | undefined): number[] {
    const ids = this.presentation.soldout ? this.#soldBy(uuid) : this.#kept.openTo(uuid)
    return ids.map((id) => this.plan.indexById.get(id) ?? -1).filter((at) => at >= 0 && this.states.allocation[at] !== NO_ALLOCATION)
  }

  /** Notes which allocations a visitor sells as a producer although the presentation's flag says that it is sold out (decision 12). */
  admitSeller(uuid: string, allocationIds: readonly number[]): void {
    this.#sellers.delete(uuid)
    if (allocationIds.length > 0) this.#sellers.set(uuid, new Set(allocationIds))
  }

  /** Takes over whom the presentation's board before had admitted: their streams go on. */
  admitLike(before: SeatBoard): void {
    this.#kept.admitLike(before.#kept)
    for (const [uuid, allocationIds] of before.#sellers) this.#sellers.set(uuid, allocationIds)
  }

  /** Ids of the seats that a producer may take against the flag. */
  #soldBy(uuid: string | undefined): number[] {
    const own = this.#sellers.get(uuid ?? '')
    if (!own) return []
    const kept = new Set(this.#kept.openTo(uuid))
    const isFree = (id: number) => !this.#claims.has(id) || kept.has(id)
    return this.plan.seats.flatMap(({ id }, at) => (own.has(this.#allocations[at] ?? NO_ALLOCATION) && isFree(id) ? [id] : []))
  }

  /** Indexes of the seats that are kept for subscribers of a membership, and free for them. */
  keptFor(membershipId: number): number[] {
    const ids = this.#kept.keptFor(membershipId)
    return ids.map((id) => this.plan.indexById.get(id) ?? -1).filter((at) => at >= 0 && this.#allocations[at] !== NO_ALLOCATION)
  }

  /** A copy of the states as one visitor sees them. */
  statesOf(uuid: string | undefined): HallStates {
    const { status, allocation, ticketGroup } = this.states
    const seen = { status: status.slice(), allocation: allocation.slice(), ticketGroup: ticketGroup.slice() }
    for (const at of this.openTo(uuid)) seen.status[at] = SEAT_STATUS.available
    for (const at of this.ownSeats(uuid)) seen.status[at] = SEAT_STATUS.selected
    return seen
  }

  /** By id: all general-admission sections, or those in `only`. */
  placesOf(uuid: string | undefined, only?: ReadonlySet<number>): Record<string, BoardPlaces> {
    const own = [...(this.#own.get(uuid ?? '') ?? [])]
    const open = this.#kept.openTo(uuid)
    const areas = only ? this.#areas.filter(({ section }) => only.has(section.id)) : this.#areas
    return Object.fromEntries(
      areas.map(({ section, allocation, ticketGroup, taken }) => {
        const { id, capacity } = section
        const yours = own.filter((place) => hasPlace(section, place)).length
        const kept = open.filter((place) => hasPlace(section, place)).length
        const isShut = this.presentation.soldout && this.#sellers.get(uuid ?? '')?.has(allocation) !== true
        const free = Math.max(0, capacity - taken) + kept
        return [id, { capacity, free, yours, allocation: isShut ? NO_ALLOCATION : allocation, ticketGroup }]
      }),
    )
  }

  /** Whether a visitor's view differs from that of somebody without locks. */
  hasOwn(uuid: string | undefined): boolean {
    return uuid !== undefined && (this.#own.has(uuid) || this.#sellers.has(uuid) || this.#kept.openTo(uuid).length > 0)
  }

  /** Whether a visitor's view of a change differs from everybody else's. */
  concerns({ seats, holders, sections }: Touched, uuid: string | undefined): boolean {
    if (uuid === undefined) return false
    if (this.#sellers.has(uuid)) return true
    if (holders.has(uuid) || this.openTo(uuid).some((at) => seats.has(at))) return true
    if (sections.size === 0 || !this.hasOwn(uuid)) return false
    const isOpen = this.#kept
      .openTo(uuid)
      .some((id) => this.#areas.some(({ section }) => sections.has(section.id) && hasPlace(section, id)))
    return isOpen || Object.values(this.placesOf(uuid, sections)).some(({ yours }) => yours > 0)
  }

  /** The changes since a client's version; undefined if the version is too old, or of another board. */
  touchedSince(version: string): Touched | undefined {
    const [epoch, counter = ''] = version.split('.')
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(counter) || Number(counter) > this.#counter) return undefined
    return this.#log.since(Number(counter))
  }

  /** The rows of the status answer, as seen without locks. */
  get rows(): StatusRows {
    return (this.#rows ??= new StatusRows(this.plan, this.states, this.#allocations))
  }
}
