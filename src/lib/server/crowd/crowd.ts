import type { IncomingMessage } from 'node:http'
import { fixedPace, nextPace, OPEN, STEP, type Busyness, type Pace } from '#lib/domain/crowd/pace.ts'
import { WaitingLine } from '#lib/domain/crowd/waiting-line.ts'
import { sentKey } from '#lib/server/keys/key-of-call.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { MessageCookies } from '#lib/server/platform/http/cookie-jar.ts'
import { pathOf } from '#lib/server/platform/http/request-target.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { placeOf, sealPlace } from './place-cookie.ts'

/** Who has been here within this time goes on: it is longer than seats are held. In ms. */
export const GOES_ON = 20 * 60_000
/** A place in the line is valid for this long after the visitor came, in ms. */
const KEEPS_TURN = 2 * 3_600_000
const MOST_REMEMBERED = 100_000
/** Counts of newcomers are averaged over about this many steps. */
const OF_LATE = 4
/** Shortest and usual longest pause before a waiting visitor asks again, in seconds. */
const OFTEN = 2
const SELDOM = 15
/** All visitors of a long line together ask about this often a second: each request costs work. */
const ASK_PER_SECOND = 400
/** At most this many steps' worth of visitors are let in and not yet here; this share of them is written off each step, because some never come. */
const AHEAD = 80
const FORGOTTEN = 0.01
/** If less than this share of a step's admissions come, for this many steps in a row, the first visitors of the line count as gone. */
const FEW_COME = 0.1
const GONE_AFTER = 16

/** Paths that never wait: tickets at the door, staff, callbacks of payment providers, health checks, and files that pages of admitted visitors need. */
const NEVER_WAITS =
  /^\/(?:api\/(?:health|pres-live|payment\/callback)|pres-live|edocument|gift|sandbox|brand\.css|manifest|offline|service-worker|texts|dev)(?![a-z])/i

/** Calls that another server may make with a key; pages know no keys. */
const CALLS = /^\/api\//

/** What a newcomer is told who has to wait. */
export interface Wait {
  /** The Set-Cookie line that keeps the place; undefined if the browser has it. */
  readonly cookie: string | undefined
  /** How many come before. */
  readonly ahead: number
  /** When to ask again. */
  readonly seconds: number
}

/**
 * Lets in newcomers at the pace that a full shop can serve, in the order in which they came. Whoever is inside, and may hold seats, goes on as if nobody waited.
 * Each process has a line and a pace of its own; who was inside at another one is inside here too (`strangerOf`), and a place is worth the same at each.
 */
export class Crowd {
  readonly #look: () => Pick<Busyness, 'wait' | 'isFull'>
  /** So many a second always, of all processes together; undefined: as many as this process can serve. */
  readonly #perSecond: number | undefined
  readonly #processes: () => number
  readonly #now: () => number
  readonly #line: WaitingLine
  /** Sessions that were here lately, the latest last, each with the time in ms. */
  readonly #inside = new Map<string, number>()
  #pace: Pace
  /** How many may come in at once. */
  #credit = 1
  #came = 0
  /** Newcomers of a step, of late, and those whose turn it was. */
  #coming = 0
  #entered = 0
  #entering = 0
  /** Those whose turn it is and who have not come yet. */
  #expected = 0
  /** Steps in a row in which hardly anybody came of those let in, though nothing kept them. */
  #alone = 0

  constructor({
    look,
    room,
    processes = () => 1,
    now = Date.now,
  }: {
    look: () => Pick<Busyness, 'wait' | 'isFull'>
    room: 'auto' | number
    /** How many processes share the visitors. */
    processes?: () => number
    now?: () => number
  }) {
    this.#look = look
    this.#now = now
    this.#processes = processes
    this.#perSecond = typeof room === 'number' ? room : undefined
    this.#pace = this.#perSecond === undefined ? OPEN : this.#share(this.#perSecond)
    // With a fixed rate, places from before a restart wait again; otherwise they have had their turn, since the shop starts open.
    this.#line = new WaitingLine(this.#perSecond === undefined ? now() : 0)
  }

  /**
   * Whether a request has to wait for its turn.
   * @param caller null for this machine, which never waits
   * @param keep takes the Set-Cookie line of a newcomer who is let in
   */
  waitOf(request: IncomingMessage, caller: string | null, keep: (line: string) => void): Wait | undefined {
    if (caller === null || NEVER_WAITS.test(pathOf(request.url ?? '/'))) return undefined
    const cookies = new MessageCookies(request)
    if (this.#isInside(cookies)) return undefined
    this.#came++
    if (this.#pace.isOpen) return undefined
    const given = this.#placeOf(cookies)
    if (given !== undefined && this.#line.hasTurn(given)) {
      this.#entered++
      return undefined
    }
    if (given !== undefined) this.#line.rejoin(given)
    const place = given ?? this.#line.join(this.#now())
    if (given === undefined && this.#line.length === 1 && this.#credit >= 1) {
      this.#credit--
      this.#line.letIn(1)
      keep(lineOf(place))
      return undefined
    }
    const ahead = this.#line.ahead(place)
    return { cookie: given === undefined ? lineOf(place) : undefined, ahead, seconds: this.#secondsFor(ahead) }
  }

  /** The session of a request that would have to wait, because this process does not know it: it may be inside at another one. */
  strangerOf(request: IncomingMessage, caller: string | null): string | undefined {
    if (!this.#makesWait(request, caller)) return undefined
    const cookies = new MessageCookies(request)
    const sid = cookies.get(cookieNames().sid)?.value
    return sid === undefined || this.#isHere(sid) || this.#hadTurn(cookies) ? undefined : sid
  }

  /** The API key of a call that would have to wait: another server stands in no line of visitors, if its key is one. */
  keyOf(request: IncomingMessage, caller: string | null): string | undefined {
    return this.#makesWait(request, caller) && CALLS.test(pathOf(request.url ?? '/')) ? sentKey(request.headers.authorization) : undefined
  }

  #makesWait(request: IncomingMessage, caller: string | null): boolean {
    return caller !== null && !this.#pace.isOpen && !NEVER_WAITS.test(pathOf(request.url ?? '/'))
  }

  /** When to ask again: about when it is their turn, and not all at the same moment. */
  #secondsFor(ahead: number): number {
    const turn = (ahead * STEP) / (this.#pace.usual * 1_000)
    const most = Math.max(SELDOM, this.#line.length / ASK_PER_SECOND)
    return Math.ceil(Math.min(most, Math.max(OFTEN, turn)) * (1 + Math.random() / 4))
  }

  /** A session that begins with an answer: whoever has it is inside from now on, though the door may shut before their next request. */
  remember(sid: string): void {
    this.#inside.delete(sid)
    this.#inside.set(sid, this.#now())
    const [oldest = ''] = this.#inside.keys()
    if (this.#inside.size > MOST_REMEMBERED) this.#inside.delete(oldest)
  }

  /** Looks how busy the shop is, and lets in as many as the pace says. To be called each STEP. */
  step(): void {
    const before = this.#pace
    this.#count()
    const busy = this.#look()
    const seen = { ...busy, waiting: this.#line.length, came: this.#coming, entered: this.#entering }
    this.#pace = this.#perSecond === undefined ? nextPace(before, seen) : this.#share(this.#perSecond)
    if (before.isOpen !== this.#pace.isOpen) this.#tell()
    if (!this.#pace.isOpen) this.#letIn(busy.isFull)
  }

  #share(perSecond: number): Pace {
    return fixedPace(perSecond / Math.max(1, this.#processes()))
  }

  #count(): void {
    this.#coming += (this.#came - this.#coming) / OF_LATE
    this.#entering += (this.#entered - this.#entering) / OF_LATE
    this.#expected = Math.max(0, this.#expected * (1 - FORGOTTEN) - this.#entered)
    this.#came = 0
    this.#entered = 0
  }

  #letIn(isFull: boolean): void {
    const { perStep } = this.#pace
    this.#credit = Math.min(this.#credit + perStep, Math.max(1, (perStep * 1_000) / STEP))
    const room = Math.max(1, perStep * AHEAD - this.#expected)
    const count = Math.floor(Math.min(this.#credit, this.#line.length, room))
    const nobodyCame = !isFull && this.#entering < perStep * FEW_COME && this.#line.length > 0
    this.#alone = nobodyCame ? this.#alone + 1 : 0
    // The first visitors of the line did not come: they count as gone, twice as many with each further step.
    const gone = this.#perSecond !== undefined || this.#alone < GONE_AFTER ? 0 : Math.ceil(perStep * 2 ** (this.#alone - GONE_AFTER))
    this.#line.letIn(count + gone)
    this.#credit -= count
    this.#expected += count
  }

  #tell(): void {
    this.#line.letAllIn(this.#now())
    this.#credit = 0
    if (this.#pace.isOpen) log().info('the shop is no longer full: nobody waits')
    else log().warn({ perSecond: (this.#pace.perStep * 1_000) / STEP }, 'the shop is full: newcomers wait for their turn')
  }

  #isInside(cookies: MessageCookies): boolean {
    const sid = cookies.get(cookieNames().sid)?.value
    if (sid === undefined) return false
    const isInside = this.#isHere(sid)
    if (isInside || this.#pace.isOpen || this.#hadTurn(cookies)) this.remember(sid)
    return isInside
  }

  #isHere(sid: string): boolean {
    return this.#now() - (this.#inside.get(sid) ?? 0) < GOES_ON
  }

  #hadTurn(cookies: MessageCookies): boolean {
    const place = this.#placeOf(cookies)
    return place !== undefined && this.#line.hasTurn(place)
  }

  #placeOf(cookies: MessageCookies): number | undefined {
    const place = placeOf(cookies.get(cookieNames().place)?.value)
    return place !== undefined && this.#now() - place / 1_000 < KEEPS_TURN ? place : undefined
  }
}

function lineOf(place: number): string {
  const cookies = new MessageCookies({ headers: {} })
  const { place: name, secure } = cookieNames()
  cookies.set(name, sealPlace(place), { maxAge: KEEPS_TURN / 1_000, httpOnly: true, secure, sameSite: 'lax' })
  return cookies.lines.join()
}
