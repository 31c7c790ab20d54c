import { choose, openChoosing } from '#lib/domain/seating/choosing/choose.ts'
import type { Answer, Choosing, ChoosingEvent, Effect, House, SeatNotice, ToldPlaces } from '#lib/domain/seating/choosing/choosing.ts'
import { seatOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import type { SelectedSeat } from '#lib/domain/seating/rules/seat-selection.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { emptyStates, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'
import { placesOf, planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'

const { isCouch, isHandicap, isCompanion, isPremium } = SEAT_FEATURE

/** Section 1: seats 0–4; 5–9 with a premium seat on 6 and a sofa on 7 and 8; 10–14 with a wheelchair place on 10 and companions on 11 and 12. */
export const [PREMIUM, SOFA, SOFA_TOO, WHEELCHAIR, COMPANION] = [6, 7, 8, 10, 11] as const
const ROWS = [
  [[], [], [], [], []],
  [[], [isPremium], [isCouch], [isCouch], []],
  [[isHandicap], [isCompanion], [isCompanion], [], []],
]
/** Sections of places. */
export const [LAWN, GARDEN] = [2, 3] as const

const hallOf = (rows: Rows): Hall => buildHall(planOf({ 1: sectionOf('א', rows), [LAWN]: placesOf('ב', 4), [GARDEN]: placesOf('ג', 2) }))
const ticket = { id: 71, multiplyFactor: 1, access: 'open', walkin: false } as const

type Rows = readonly (readonly (readonly number[])[])[]

export interface Opened {
  /** Of section 1, instead of the usual ones: the features of each seat. */
  readonly rows?: Rows
  readonly maxSeats?: number
  readonly seatingPolicyId?: number
  readonly rules?: Partial<House['presentation']['seatRules']>
  readonly isUnpaidHold?: boolean
  readonly stored?: House['stored']
  /** By seat: 2 the visitor's own, 3 somebody else's. */
  readonly status?: Readonly<Record<number, number>>
  readonly lawn?: Partial<ToldPlaces>
}

const lawnOf = (lawn: Partial<ToldPlaces> = {}) => ({
  [LAWN]: { capacity: 4, free: 4, yours: 0, allocation: 5, ticketGroup: 8, ...lawn },
  [GARDEN]: { capacity: 2, free: 2, yours: 0, allocation: 5, ticketGroup: 8 },
})

type Event = ChoosingEvent extends infer One ? (One extends unknown ? Omit<One, 'at'> : never) : never

export const OK: Answer = { ok: true }
export const refused = (code: string, more: { facts?: Record<string, number>; retryAfter?: number } = {}): Answer => ({
  ok: false,
  refusal: { code, message: `${code}!`, ...more },
})

/** A visitor who chooses in an open house, and what each event asks its caller to do. */
export class Chooser {
  state: Choosing
  /** Of the last event. */
  effects: readonly Effect[]
  /** The clock, in milliseconds. */
  now = 10_000
  #lastId = 0

  constructor({
    rows = ROWS,
    maxSeats = 0,
    seatingPolicyId = 1,
    rules = {},
    isUnpaidHold = false,
    stored = [],
    status = {},
    lawn,
  }: Opened = {}) {
    const seatRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, ...rules } as const
    const hall = hallOf(rows)
    const presentation = { id: 1, venueId: 3, maxSeats, seatingPolicyId, seatRules }
    const ticketGroups = new Map([7, 8].map((group) => [group, { tickets: [{ ...ticket, id: group * 10 + 1 }] }]))
    const house: House = { presentation, hall, ticketGroups, isUnpaidHold, stored }
    ;[this.state, this.effects] = openChoosing(house, { version: '1', states: statesOf(hall, status), places: lawnOf(lawn) })
  }

  feed(event: Event): this {
    ;[this.state, this.effects] = choose(this.state, { ...event, at: this.now })
    return this
  }
  /** Feeds an event that may begin a request. */
  #ask(event: (id: number) => Event): this {
    return this.feed(event((this.#lastId += 1)))
  }

  choose(...seats: number[]): this {
    return this.#ask((id) => ({ kind: 'choose', id, seats, keepOnRefusal: false }))
  }
  /** Chooses a seat that stays selected although its hold is refused. */
  chooseKept(seat: number): this {
    return this.#ask((id) => ({ kind: 'choose', id, seats: [seat], keepOnRefusal: true }))
  }
  release(seat: number): this {
    return this.releaseKey(seatOf(this.state, seat).key)
  }
  releaseKey(key: string): this {
    return this.#ask((id) => ({ kind: 'release', id, key }))
  }
  addPlace(sectionId: number = LAWN): this {
    return this.#ask((id) => ({ kind: 'addPlace', id, sectionId }))
  }
  askBest(quantity = 2): this {
    return this.#ask((id) => ({ kind: 'best', id, wish: { quantity, isTogether: true } }))
  }
  /** Answers the request that was begun as the nth, or the last one. */
  answer(answers: readonly Answer[], id = this.#lastId): this {
    return this.feed({ kind: 'answered', id, answers })
  }
  /** Feeds what the best seats are, by their indexes, and how many places of the lawn. */
  find(seats: readonly number[] | null, places = 0): this {
    const taken = seats?.map((at) => ({ sectionId: 1, x: (at % 5) + 1, y: Math.floor(at / 5) + 1 }))
    const lawn = Array.from({ length: places }, () => ({ sectionId: LAWN, x: null, y: null }))
    return this.feed({ kind: 'found', id: this.#lastId, taken: taken ? [...taken, ...lawn] : null })
  }
  /** Tells changes: seat, status, allocation, seat … */
  tell(seats: readonly number[], lawn?: Partial<ToldPlaces>): this {
    return this.feed({ kind: 'change', version: '2', seats, places: lawn ? lawnOf(lawn) : {} })
  }
  /** Tells a whole status that was asked for at a moment. */
  tellAll(status: Readonly<Record<number, number>>, asOf = this.now, lawn?: Partial<ToldPlaces>): this {
    return this.feed({ kind: 'status', version: '3', asOf, states: statesOf(this.state.hall, status), places: lawn ? lawnOf(lawn) : {} })
  }

  /** The keys of what is selected, without those of the presentation. */
  get keys(): string[] {
    return this.state.selected.map(({ key }) => key.replace('1:', ''))
  }
  status(...seats: number[]): (number | undefined)[] {
    return seats.map((seat) => this.state.states.status[seat])
  }
  get lawn() {
    const { free, yours } = this.state.places[LAWN] ?? {}
    return { free, yours }
  }
  /** What was said by the last event: its kind, the keys of its seats, and the server's own sentence. */
  get said(): string[] {
    return this.of('say').map(({ notice }) => wordsOf(notice))
  }
  /** What the last event asks of the server: hold or release, and the keys. */
  get asked(): string[] {
    return this.of('ask').map(({ isHold, seats }) => [isHold ? 'hold' : 'release', keysOf(seats)].join(' '))
  }
  get isGranted(): boolean {
    return this.of('grant').length > 0
  }
  /** The effects of a kind. */
  of<Kind extends Effect['kind']>(kind: Kind): Extract<Effect, { readonly kind: Kind }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { readonly kind: Kind }> => effect.kind === kind)
  }
}

function keysOf(seats: readonly SelectedSeat[]): string {
  return seats.map(({ key }) => key.replace('1:', '')).join(' ')
}

function wordsOf({ kind, seats, message }: SeatNotice): string {
  return [kind, keysOf(seats), message].join(' ').trim()
}

function statesOf(hall: Hall, status: Readonly<Record<number, number>>): HallStates {
  const states = emptyStates(hall)
  states.status.fill(1)
  for (const [seat, code] of Object.entries(status)) states.status[Number(seat)] = code
  states.allocation.fill(4)
  states.ticketGroup.fill(7)
  return states
}
