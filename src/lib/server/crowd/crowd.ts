import type { IncomingMessage } from 'node:http'
import { fixedPace, nextPace, OPEN, STEP, type Busyness, type Pace } from '#lib/domain/crowd/pace.ts'
import { WaitingLine } from '#lib/domain/crowd/waiting-line.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { MessageCookies } from '#lib/server/platform/http/cookie-jar.ts'
import { pathOf } from '#lib/server/platform/http/request-target.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { placeOf, sealPlace } from './place-cookie.ts'

/** Who has been here within this time goes on: it is longer than seats are held. In ms. */
const GOES_ON = 20 * 60_000
/** Who had their turn keeps it for so long, in ms. */
const KEEPS_TURN = 2 * 3_600_000
const MOST_REMEMBERED = 100_000
/** How many steps are looked at together. */
const OF_LATE = 4
/** Between two questions of who waits, in seconds. */
const OFTEN = 5
const SELDOM = 60

/** What does not wait: tickets at the door, staff, a payment under way, what is asked how the shop is, and files that pages of others need. */
const NEVER_WAITS =
  /^\/(?:api\/(?:health|pres-live)|pres-live|edocument|gift|sandbox|brand\.css|manifest|offline|service-worker|texts|dev)(?![a-z])/i

/** What a newcomer is told who has to wait. */
export interface Wait {
  /** The Set-Cookie line that keeps the place; undefined if the browser has it. */
  readonly cookie: string | undefined
  /** How many come before. */
  readonly ahead: number
  /** When to ask again. */
  readonly seconds: number
}

/** Lets in newcomers at the pace that a full shop can serve, in the order in which they came. Whoever is inside, and may hold seats, goes on as if nobody waited. */
export class Crowd {
  readonly #look: () => Pick<Busyness, 'wait' | 'isFull'>
  readonly #isFixed: boolean
  readonly #now: () => number
  readonly #line: WaitingLine
  /** Sessions that were here lately, the latest last, each with the time in ms. */
  readonly #inside = new Map<string, number>()
  #pace: Pace
  /** How many may come in at once. */
  #credit = 1
  #came = 0
  /** Newcomers of a step, of late. */
  #coming = 0

  constructor({
    look,
    room,
    now = Date.now,
  }: {
    look: () => Pick<Busyness, 'wait' | 'isFull'>
    room: 'auto' | number
    now?: () => number
  }) {
    this.#look = look
    this.#now = now
    this.#isFixed = typeof room === 'number'
    this.#pace = typeof room === 'number' ? fixedPace(room) : OPEN
    this.#line = new WaitingLine(now())
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
    if (given !== undefined && this.#line.hasTurn(given)) return undefined
    const place = given ?? this.#line.join(this.#now())
    if (given === undefined) {
      if (this.#line.length === 1 && this.#credit >= 1) {
        this.#credit--
        this.#line.letIn(1)
        keep(lineOf(place))
        return undefined
      }
    }
    const ahead = this.#line.ahead(place)
    const wanted = (ahead * STEP) / (this.#pace.perStep * 1_000)
    const seconds = Math.ceil(Math.min(SELDOM, Math.max(OFTEN, wanted)) * (1 + Math.random() / 4))
    return { cookie: given === undefined ? lineOf(place) : undefined, ahead, seconds }
  }

  /** Looks how busy the shop is, and lets in as many as the pace says. To be called each STEP. */
  step(): void {
    const before = this.#pace
    this.#coming += (this.#came - this.#coming) / OF_LATE
    this.#came = 0
    if (!this.#isFixed) this.#pace = nextPace(before, { ...this.#look(), waiting: this.#line.length, came: this.#coming })
    if (before.isOpen !== this.#pace.isOpen) this.#tell()
    if (this.#pace.isOpen) return
    this.#credit = Math.min(this.#credit + this.#pace.perStep, Math.max(1, (this.#pace.perStep * 1_000) / STEP))
    const count = Math.min(Math.floor(this.#credit), this.#line.length)
    this.#line.letIn(count)
    this.#credit -= count
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
    const now = this.#now()
    const isInside = now - (this.#inside.get(sid) ?? 0) < GOES_ON
    if (!isInside && !this.#pace.isOpen && !this.#hadTurn(cookies)) return false
    this.#inside.delete(sid)
    this.#inside.set(sid, now)
    const [oldest = ''] = this.#inside.keys()
    if (this.#inside.size > MOST_REMEMBERED) this.#inside.delete(oldest)
    return isInside
  }

  #hadTurn(cookies: MessageCookies): boolean {
    const place = this.#placeOf(cookies)
    return place !== undefined && this.#line.hasTurn(place)
  }

  #placeOf(cookies: MessageCookies): number | undefined {
    const place = placeOf(cookies.get(PLACE)?.value)
    return place !== undefined && this.#now() - place / 1_000 < KEEPS_TURN ? place : undefined
  }
}

const PLACE = 'place'

function lineOf(place: number): string {
  const secure = cookieNames().secure ? '; Secure' : ''
  return `${PLACE}=${sealPlace(place)}; Max-Age=${String(KEEPS_TURN / 1_000)}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
