import { choose, openChoosing } from '#lib/domain/seating/choosing/choose.ts'
import {
  GRACE_MS,
  placesId,
  type Answer,
  type Choosing,
  type ChoosingEvent,
  type Effect,
  type House,
} from '#lib/domain/seating/choosing/choosing.ts'
import { chosenPlaces, isUnderWay, seatOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { emptyStates, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'
import { placesOf, planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'

/** Section 1: seats 0–4, and 5–9 with a sofa on 7 and 8. Section 2 is a lawn. */
export const LAWN = 2
const COUCH = 1
const LAWN_PLACES = 4
export const MAX_SEATS = 4

const hall = buildHall(
  planOf({
    1: sectionOf('א', [
      [[], [], [], [], []],
      [[], [], [COUCH], [COUCH], []],
    ]),
    [LAWN]: placesOf('ב', LAWN_PLACES),
  }),
)
const ticket = { id: 71, multiplyFactor: 1, access: 'open', walkin: false } as const

export const house: House = {
  presentation: {
    id: 1,
    venueId: 3,
    maxSeats: MAX_SEATS,
    seatingPolicyId: 1,
    seatRules: { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false },
  },
  hall,
  ticketGroups: new Map([[7, { tickets: [ticket] }]]),
  isUnpaidHold: false,
  stored: [],
}

type Ask = Extract<Effect, { readonly kind: 'ask' | 'askBest' }>
type Event = ChoosingEvent extends infer One ? (One extends unknown ? Omit<One, 'at'> : never) : never
/** How the server treats a request: `cut` loses it, `lost` loses its answer, `busy` refuses it. */
export type How = 'yes' | 'cut' | 'lost' | 'busy'

const refused = (code: string): Answer => ({ ok: false, refusal: { code, message: '' } })

/** A visitor who chooses, and a server whose answers and news reach the reducer in any order, late, twice or never. */
export class ChoosingModel {
  state: Choosing
  /** What the server holds: 1 free, 2 the visitor's, 3 somebody else's. */
  readonly truth: number[] = Array.from({ length: hall.count }, () => 1)
  lawn = { capacity: LAWN_PLACES, free: LAWN_PLACES, yours: 0 }
  /** Requests that have not reached the server yet. */
  readonly asked: Ask[] = []
  readonly answers: Event[] = []
  /** Answers that were fed back already. */
  readonly used: Event[] = []
  readonly news: Event[] = []
  #at = 0
  #lastId = 0
  #version = 1
  #wakes: number[] = []

  constructor() {
    const [state] = openChoosing(house, { version: '1', states: this.#states(), places: this.#places() })
    this.state = state
  }

  #states(): HallStates {
    const states = emptyStates(hall)
    states.status.set(this.truth)
    states.allocation.fill(1)
    states.ticketGroup.fill(7)
    return states
  }
  #places() {
    return { [LAWN]: { ...this.lawn, allocation: 1, ticketGroup: 7 } }
  }

  /** Feeds an event; fails if the reducer has changed the state that it was given. */
  feed(event: Event): void {
    const before = this.state
    const print = fingerprint(before)
    const [state, effects] = choose(before, { ...event, at: this.#at })
    if (fingerprint(before) !== print) throw new Error(`${event.kind} has changed the state before it.`)
    this.state = state
    for (const effect of effects) {
      if (effect.kind === 'ask' || effect.kind === 'askBest') this.asked.push(effect)
      if (effect.kind === 'wake') this.#wakes.push(this.#at + GRACE_MS)
    }
  }

  press(seat: number, keepOnRefusal: boolean): void {
    const id = (this.#lastId += 1)
    if (this.state.states.status[seat] === 2) this.feed({ kind: 'release', id, key: seatOf(this.state, seat).key })
    else this.feed({ kind: 'choose', id, seats: [seat], keepOnRefusal })
  }
  /** Two seats side by side, chosen together. */
  pressPair(seat: number): void {
    this.feed({ kind: 'choose', id: (this.#lastId += 1), seats: [seat, (seat + 1) % hall.count], keepOnRefusal: false })
  }
  pressPlace(isMore: boolean): void {
    const id = (this.#lastId += 1)
    if (isMore) this.feed({ kind: 'addPlace', id, sectionId: LAWN })
    else this.feed({ kind: 'release', id, key: chosenPlaces(this.state, LAWN).at(-1)?.key ?? '' })
  }
  best(): void {
    if (![...this.state.requests.values()].some(({ kind }) => kind === 'best')) {
      this.feed({ kind: 'best', id: (this.#lastId += 1), wish: { quantity: 2, isTogether: true } })
    }
  }

  /** Somebody else takes a free seat, or leaves it. */
  others(seat: number): void {
    const now = this.truth[seat]
    if (now !== 2) this.#set(seat, now === 1 ? 3 : 1)
  }
  #set(seat: number, status: number): void {
    this.truth[seat] = status
    this.#publish([seat, status, 1])
  }
  #publish(seats: readonly number[]): void {
    this.news.push({ kind: 'change', version: String((this.#version += 1)), seats, places: this.#places() })
  }

  /** The server treats one of the requests that are on their way. */
  decide(which: number, how: How): void {
    const [ask] = this.asked.splice(which % this.asked.length, 1)
    if (ask?.kind === 'askBest') this.#decideBest(ask, how)
    else if (ask) this.answers.push({ kind: 'answered', id: ask.id, answers: ask.seats.map((seat) => this.#answer(ask.isHold, seat, how)) })
  }
  #answer(isHold: boolean, seat: { readonly x: number | null; readonly y: number | null }, how: How): Answer {
    if (how === 'cut') return refused('NO_CONNECTION')
    if (how === 'busy') return refused('HOLD_WAIT')
    const isDone = seat.x === null ? this.#movePlace(isHold ? 1 : -1) : this.#moveSeat(((seat.y ?? 0) - 1) * 5 + seat.x - 1, isHold)
    if (how === 'lost') return refused('NO_CONNECTION')
    return isDone ? { ok: true } : refused(isHold ? 'SEAT_NOT_AVAILABLE' : 'UNLOCK_FAILED')
  }
  #moveSeat(at: number, isHold: boolean): boolean {
    if (this.truth[at] === 3 || (!isHold && this.truth[at] !== 2)) return false
    this.#set(at, isHold ? 2 : 1)
    return true
  }
  #movePlace(by: 1 | -1): boolean {
    const { free, yours } = this.lawn
    if (free < by || yours + by < 0) return false
    this.lawn = { ...this.lawn, free: free - by, yours: yours + by }
    this.#publish([])
    return true
  }
  #decideBest({ id, isInstead }: Extract<Ask, { readonly kind: 'askBest' }>, how: How): void {
    const free = this.truth.flatMap((status, at) => (status === 1 ? [at] : [])).slice(0, 2)
    if (how === 'cut' || how === 'busy' || free.length < 2) return void this.answers.push({ kind: 'found', id, taken: null })
    if (isInstead) this.truth.forEach((status, at) => status === 2 && this.#set(at, 1))
    if (isInstead) while (this.#movePlace(-1));
    for (const at of free) this.#set(at, 2)
    const taken = free.map((at) => ({ sectionId: 1, x: (at % 5) + 1, y: Math.floor(at / 5) + 1 }))
    this.answers.push({ kind: 'found', id, taken: how === 'lost' ? null : taken })
  }

  deliver(which: number): void {
    const [answer] = this.answers.splice(which % this.answers.length, 1)
    if (!answer) return
    this.used.push(answer)
    this.feed(answer)
  }
  /** An answer that nobody ever gets. */
  drop(which: number): void {
    this.answers.splice(which % this.answers.length, 1)
  }
  tell(): void {
    const next = this.news.shift()
    if (next) this.feed(next)
  }
  /** A whole status, which has everything that the news would have told. */
  status(): void {
    this.news.length = 0
    this.feed({ kind: 'status', version: String(this.#version), asOf: this.#at, states: this.#states(), places: this.#places() })
  }
  pass(ms: number): void {
    this.#at += ms
    const due = this.#wakes.filter((at) => at <= this.#at)
    this.#wakes = this.#wakes.filter((at) => at > this.#at)
    for (const _wake of due) this.feed({ kind: 'graceOver' })
  }

  /** Everything that was not dropped arrives, and the server says how things are. */
  quiet(): void {
    for (let round = 0; round < 4; round++) {
      while (this.asked.length > 0 || this.answers.length > 0) {
        if (this.asked.length > 0) this.decide(0, 'yes')
        this.deliver(0)
      }
      this.pass(GRACE_MS + 1)
      this.status()
    }
  }

  /** The indexes of the selected seats, in order. */
  get selected(): number[] {
    return this.state.selected.flatMap(({ x, y }) => (x === null || y === null ? [] : [(y - 1) * 5 + x - 1])).sort((a, b) => a - b)
  }
  get placesSelected(): number {
    return this.state.selected.filter(({ x }) => x === null).length
  }
  /** The seats that are shown as the visitor's own. */
  get shown(): number[] {
    return [...this.state.states.status].flatMap((status, at) => (status === 2 ? [at] : []))
  }
  /** Seats without a request that never got its answer. */
  get settled(): number[] {
    return this.truth.flatMap((_status, at) => (isUnderWay(this.state, at) ? [] : [at]))
  }
  get isLawnSettled(): boolean {
    return !isUnderWay(this.state, placesId(LAWN))
  }
}

function fingerprint({ states, changedAt, selected, places, requests, touched, unheard, orphans, placeRows }: Choosing): string {
  const columns = [states.status, states.allocation, states.ticketGroup, changedAt].map((column) => column.join())
  return JSON.stringify([columns, selected, places, [...requests], [...touched], [...unheard], [...orphans], [...placeRows]])
}
