import { vi } from 'vitest'
import type { SeatEntity } from '#lib/contract/show/seat.ts'
import type { PackedStatus, SeatsChange } from '#lib/contract/show/seats.ts'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { packRuns } from '#lib/domain/seating/plan/packed-status.ts'
import type { Plan, PlanSeat, PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { actAsBrowser } from '#tests/client/page.ts'

/** A request as the fake server received it. */
export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: unknown
}
interface AskedSeat {
  readonly VenueSectionId: number
  readonly XCoordinate: number | null
  readonly YCoordinate: number | null
}
type Places = PackedStatus['places'][string]

/** [status, allocation, ticket group] as the visitor sees it. */
type SeatState = [number, number, number]

/** The seats of the hall: 0–4 are row 1, 5–9 row 2 with a sofa on 7 and 8. Section 2 is a lawn. */
export const [HALL, LAWN] = [1, 2]

function seatAt(x: number, y: number): PlanSeat {
  const features = y === 2 && (x === 3 || x === 4) ? [1] : []
  const place = { x, y, seatplanX: x * 30, seatplanY: y * 35, rotate: 0, rowName: String(y), seatName: String(x) }
  return { id: y * 10 + x, sectionId: HALL, groupId: 5, ...place, category: 'a', features }
}
function section(id: number, name: string, more: Partial<PlanSection>): PlanSection {
  return { id, name, isReserved: true, capacity: 10, firstPlace: null, category: null, outline: [], labelX: 0, labelY: 0, ...more }
}
export const plan: Plan = {
  id: 9,
  venueId: 3,
  name: 'אולם',
  version: 'v1',
  width: 1,
  height: 1,
  stage: null,
  sections: [section(HALL, 'אולם', {}), section(LAWN, 'דשא', { isReserved: false, capacity: 50, firstPlace: 100, category: 'b' })],
  seats: [1, 2].flatMap((y) => [1, 2, 3, 4, 5].map((x) => seatAt(x, y))),
}

/** Delays in milliseconds, all 0 unless a test sets them. */
interface Delays {
  readonly request: () => number
  readonly answer: () => number
  /** How far the published state may lag behind the truth: processes agree within two seconds. */
  readonly board: () => number
  readonly event: () => number
}

/**
 * A fake server in memory, behind the browser's own `fetch` and `EventSource`. Decides locks on the truth and publishes it with a lag.
 */
export class SeatOffice {
  truth: SeatState[] = plan.seats.map(() => [1, 1, 7])
  places: Record<string, Places> = { [LAWN]: { capacity: 50, free: 3, yours: 0, allocation: 1, ticketGroup: 8 } }
  /** The next answers to locks and unlocks: a refusal's code, `cut` loses the request, `lost` loses its answer, `yes` or nothing answers by the truth. */
  readonly refusals: string[] = []
  readonly asked: Asked[] = []
  statusAnswers: 'yes' | 'cut' | 'busy' = 'yes'
  planAnswers: 'yes' | 'cut' = 'yes'
  /** `shut` refuses streams; `mute` opens them and sends nothing, as a buffering proxy does. */
  events: 'yes' | 'shut' | 'mute' = 'yes'
  planVersion = plan.version
  /** A plan that the browser cached on an earlier visit. */
  keptPlan = ''
  delays: Delays = { request: () => 0, answer: () => 0, board: () => 0, event: () => 0 }
  readonly streams = new Set<Stream>()

  /** The published state, by version. */
  #told: { version: number; seats: SeatState[]; places: Record<string, Places> }
  #log: { version: number; change: Omit<SeatsChange, 'version'> }[] = []
  #boardAt = 0
  #gate = Promise.resolve()
  #open: () => void = () => undefined

  constructor() {
    this.#told = { version: 1, seats: structuredClone(this.truth), places: structuredClone(this.places) }
    actAsBrowser()
    vi.stubGlobal('fetch', this.#fetch)
    vi.stubGlobal('EventSource', streamsOf(this))
  }

  /** Delays the answers of locks and unlocks until `release`; they are decided at once. */
  hold(): void {
    this.#gate = new Promise((resolve) => (this.#open = resolve))
  }
  release(): void {
    this.#open()
  }

  /** Changes made by others or another tab: seats by index with their new status and allocation, places by section. */
  change(
    seats: Readonly<Record<number, readonly [status: number, allocation?: number]>>,
    places: Record<string, Partial<Places>> = {},
  ): void {
    for (const [at, [status, allocation = 1]] of Object.entries(seats)) this.#write(Number(at), status, allocation)
    for (const [id, more] of Object.entries(places)) this.places[id] = { ...(this.places[id] as Places), ...more }
    this.#tell()
  }

  #write(at: number, status: number, allocation = 1): void {
    const [, , group] = this.truth[at] ?? [0, 0, 7]
    this.truth[at] = [status, allocation, group]
  }

  /** Copies the truth to the published state, at once or after the lag, and pushes what changed. */
  #tell(): void {
    const [seats, places] = [structuredClone(this.truth), structuredClone(this.places)]
    const lag = this.delays.board()
    this.#boardAt = Math.max(this.#boardAt, Date.now() + lag)
    if (lag === 0 && this.#boardAt <= Date.now()) this.#post(seats, places)
    else setTimeout(() => this.#post(seats, places), this.#boardAt - Date.now())
  }

  #post(seats: SeatState[], places: Record<string, Places>): void {
    const before = this.#told
    const changed = seats.flatMap((now, at) => (JSON.stringify(now) === JSON.stringify(before.seats[at]) ? [] : [at, now[0], now[1]]))
    const moved = Object.fromEntries(
      Object.entries(places).filter(([id, now]) => JSON.stringify(now) !== JSON.stringify(before.places[id])),
    )
    if (changed.length === 0 && Object.keys(moved).length === 0) return
    const version = before.version + 1
    this.#told = { version, seats, places }
    this.#log.push({ version, change: { seats: changed, places: moved } })
    if (this.events !== 'mute')
      for (const stream of this.streams) stream.send('change', { version: String(version), seats: changed, places: moved })
  }

  /** Forgets the log, as a restarted process does, so that reconnecting clients get the whole state. */
  forget(): void {
    this.#log = []
  }

  get status(): PackedStatus {
    const { version, seats, places } = this.#told
    const column = (of: 0 | 1 | 2) => packRuns(seats.map((one) => one[of]))
    return {
      version: String(version),
      planVersion: this.planVersion,
      status: column(0),
      allocation: column(1),
      ticketGroup: column(2),
      places,
    }
  }

  /** Sends what a stream has missed since a version. */
  greet(stream: Stream, since: number): void {
    if (this.events === 'mute') return
    const later = this.#log.filter(({ version }) => version > since)
    const isKnown = since === this.#told.version || later[0]?.version === since + 1
    if (!isKnown) stream.send('status', this.status)
    else for (const { version, change } of later) stream.send('change', { version: String(version), ...change })
  }

  #fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://office')
    const text = input instanceof Request ? await input.text() : init?.body
    const asked: Asked = {
      path: url.pathname.replace(/^\/api\/(seats\/)?/, ''),
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: typeof text === 'string' && text !== '' ? JSON.parse(text) : undefined,
    }
    await wait(this.delays.request())
    this.asked.push(asked)
    const answer = this.#answer(asked)
    if (/lock-seat|best-available/.test(asked.path)) await this.#gate
    await wait(this.delays.answer())
    if (answer === 'cut') throw new TypeError('the connection is lost')
    return answer
  }

  #answer(asked: Asked): Response | 'cut' {
    switch (asked.path) {
      case 'seatplan':
        return this.planAnswers === 'cut' ? 'cut' : json({ ...packPlan(plan), version: this.#planVersionOf(asked) })
      case 'seats-status':
        return this.#answerStatus(asked)
      case 'best-available':
        return this.#answerBest(asked)
      case 'payment/commit':
        return this.#answerCommit()
      default:
        return this.#answerLock(asked)
    }
  }

  #answerCommit(): Response {
    const error = this.refusals.shift()
    return error ? json({ error, message: `sentence of ${error}` }, 409) : json({ reservationIdentifier: 'r1', ticketIdentifiers: [] })
  }

  #planVersionOf({ query }: Asked): string {
    return query.get('version') === this.keptPlan ? this.keptPlan : this.planVersion
  }

  #answerStatus({ headers }: Asked): Response | 'cut' {
    const etag = `"${this.status.planVersion}.${this.status.version}"`
    if (this.statusAnswers === 'cut') return 'cut'
    if (this.statusAnswers === 'busy') return json({ error: 'TOO_MANY_REQUESTS', message: 'later' }, 429, { 'retry-after': '30' })
    return headers.get('if-none-match') === etag ? new Response(null, { status: 304, headers: { etag } }) : json(this.status, 200, { etag })
  }

  #answerLock({ path, body }: Asked): Response | 'cut' {
    const { seat } = body as { seat: AskedSeat }
    const isLock = path === 'lock-seat'
    const scripted = this.refusals.shift()
    if (scripted === 'cut') return 'cut'
    const isCode = scripted !== undefined && scripted !== 'lost' && scripted !== 'yes'
    const refusal = isCode ? scripted : isLock ? this.#lock(seat) : this.#unlock(seat)
    if (scripted === 'lost') return 'cut'
    if (refusal) return json({ error: refusal, message: `sentence of ${refusal}` }, 409)
    return json({ [isLock ? 'lockedSeat' : 'unlockedSeat']: { x: seat.XCoordinate, y: seat.YCoordinate } })
  }

  #lock({ VenueSectionId, XCoordinate, YCoordinate }: AskedSeat): string | undefined {
    const at = plan.seats.findIndex(({ x, y }) => x === XCoordinate && y === YCoordinate)
    if (at < 0) return this.#movePlaces(VenueSectionId, 1) ? undefined : 'NOT_ENOUGH_PLACES'
    if (this.truth[at]?.[0] !== 1 && this.truth[at]?.[0] !== 2) return 'SEAT_NOT_AVAILABLE'
    this.change({ [at]: [2] })
    return undefined
  }

  #unlock({ VenueSectionId, XCoordinate, YCoordinate }: AskedSeat): string | undefined {
    const at = plan.seats.findIndex(({ x, y }) => x === XCoordinate && y === YCoordinate)
    if (at < 0) return this.#movePlaces(VenueSectionId, -1) ? undefined : 'UNLOCK_FAILED'
    if (this.truth[at]?.[0] !== 2) return 'UNLOCK_FAILED'
    this.change({ [at]: [1] })
    return undefined
  }

  #movePlaces(sectionId: number, by: number): boolean {
    const { free = 0, yours = 0 } = this.places[sectionId] ?? {}
    if (free < by || yours + by < 0) return false
    this.change({}, { [sectionId]: { free: free - by, yours: yours + by } })
    return true
  }

  /** The first row with enough free seats side by side, or places of the requested section. */
  #answerBest({ query }: Asked): Response | 'cut' {
    const scripted = this.refusals.shift()
    if (scripted === 'cut') return 'cut'
    const quantity = Number(query.get('quantity'))
    const isLawn = query.get('sectionId') === String(LAWN)
    const free = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((first) => this.#areFree(first, quantity))
    const isRefused = scripted !== undefined || (isLawn ? (this.places[LAWN]?.free ?? 0) < quantity : free === undefined)
    if (isRefused) return json({ error: scripted ?? 'NOT_ENOUGH_SEATS', message: 'sentence of none' }, 409)
    if (query.get('isInstead') === '1') this.#giveAllBack()
    if (isLawn) for (let n = 0; n < quantity; n++) this.#movePlaces(LAWN, 1)
    const chosen = Array.from({ length: quantity }, (_one, n) => (free ?? 0) + n)
    if (!isLawn) this.change(Object.fromEntries(chosen.map((at) => [at, [2]] as const)))
    const seats = chosen.map((at) => bestSeatOf(isLawn ? undefined : plan.seats[at]))
    return json({ matches: [{ presentationId: 1, dateTime: '', seats, total: 1, isTogether: true, isLocked: true }] })
  }

  #areFree(first: number, quantity: number): boolean {
    const seats = Array.from({ length: quantity }, (_one, n) => first + n)
    return seats.every((at) => this.truth[at]?.[0] === 1 && Math.floor(at / 5) === Math.floor(first / 5))
  }

  #giveAllBack(): void {
    const own = this.truth.flatMap(([status], at) => (status === 2 ? [[at, [1]] as const] : []))
    const lawn = this.places[LAWN]
    this.change(Object.fromEntries(own), { [LAWN]: { free: (lawn?.free ?? 0) + (lawn?.yours ?? 0), yours: 0 } })
  }
}

function bestSeatOf(seat: PlanSeat | undefined): Partial<SeatEntity> {
  return {
    PresentationId: 1,
    VenueId: 3,
    VenueSeatplanId: 9,
    VenueSectionId: seat ? HALL : LAWN,
    VenueSectionSeatGroupId: seat ? 5 : 0,
    TicketGroupId: seat ? 7 : 8,
    AllocationId: 1,
    XCoordinate: seat?.x ?? null,
    YCoordinate: seat?.y ?? null,
    SectionName: seat ? 'אולם' : 'דשא',
    RowName: seat?.rowName ?? null,
    SeatName: seat?.seatName ?? null,
  }
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

function wait(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
}

/** One open event stream, as the browser's EventSource sees it. */
export interface Stream extends EventTarget {
  readonly url: string
  send(type: string, told: unknown): void
  /** Drops the connection. */
  cut(): void
}

function streamsOf(office: SeatOffice): new (url: string) => Stream {
  return class extends EventTarget implements Stream {
    onopen: (() => void) | null = null
    onerror: (() => void) | null = null
    #arrivesAt = 0
    #isClosed = false
    readonly url: string

    constructor(url: string) {
      super()
      this.url = url
      this.#later(() => {
        if (office.events === 'shut') return this.onerror?.()
        this.onopen?.()
        office.streams.add(this)
        office.greet(this, Number(new URL(url, 'http://office').searchParams.get('since')))
      })
    }
    send(type: string, told: unknown): void {
      this.#later(() => this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(told) })))
    }
    cut(): void {
      office.streams.delete(this)
      this.onerror?.()
    }
    close(): void {
      this.#isClosed = true
      office.streams.delete(this)
    }
    /** Delivers events in the order in which they were sent. */
    #later(then: () => void): void {
      this.#arrivesAt = Math.max(this.#arrivesAt, Date.now() + office.delays.event())
      setTimeout(() => {
        if (!this.#isClosed) then()
      }, this.#arrivesAt - Date.now())
    }
  }
}
