import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import type { paymentForm } from '#lib/contract/order/orders.ts'
import type { bestAvailable } from '#lib/contract/show/best-available.ts'
import { PACKED_STATUS, type PackedStatus, type SeatAddress } from '#lib/contract/show/seats.ts'
import { unpackStates } from '#lib/domain/seating/rules/seat-states.ts'
import { chooseSeats } from './choose.ts'
import type { House } from './house.ts'
import type { Tally } from './tally.ts'
import { saidBy, type Answer, type LoadVisitor } from './visitor.ts'

/** What every visitor does. */
export interface Plan {
  readonly quantity: number
  /** How the n-th visitor gets seats: the best that are free, or seats of their own choice on the map. */
  readonly isChoosing: (n: number) => boolean
  /** Pays by the test card of the built-in provider. */
  readonly isBuying: boolean
  /** Whether it is of no use to wait any longer. */
  readonly isOver: () => boolean
}

/** A visit that ended before its end, and is counted already. */
class Ended extends Error {}

/** A free choice that somebody else was quicker with is made again so often. */
const TRIES = 5
const CUSTOMER = { firstName: 'נועה', lastName: 'ברקאי', email: 'load@example.com', mobileNumber: '0500000000', ssn: '123456782' }
const CONSENT = { termsAcceptance: true, additionalTerms: true }
const CARD = { number: '4580000000000000', expiry: '12/39', cvv: '123', holderId: '123456782', holderName: 'נועה ברקאי', payments: '1' }
/** Where the built-in provider has its form. */
const BUILT_IN_FORM = '/sandbox/payment/'

/** One visit to an order page, from the page to the ticket. What is answered is counted, and nothing is thrown. */
export class Visit {
  readonly #visitor: LoadVisitor
  readonly #house: House
  readonly #plan: Plan
  readonly #tally: Tally

  constructor(visitor: LoadVisitor, { house, plan, tally }: { readonly house: House; readonly plan: Plan; readonly tally: Tally }) {
    this.#visitor = visitor
    this.#house = house
    this.#plan = plan
    this.#tally = tally
  }

  /** @param n number of the visitor */
  make(n: number): Promise<void> {
    return this.#count(async () => {
      const letInAt = await this.#openPage()
      await this.#order(await this.#takeSeats(n))
      this.#tally.done(performance.now() - letInAt)
    })
  }

  /** The second half of a visit: locks these seats, which are free, and orders them. */
  buy(seats: readonly SeatAddress[]): Promise<void> {
    return this.#count(async () => {
      const startedAt = performance.now()
      if (!(await this.#lockAll(seats))) throw this.#end('seats', 'others were quicker')
      await this.#order(seats.map((seat) => this.#lineOf(seat)))
      this.#tally.done(performance.now() - startedAt)
    })
  }

  async #count(visit: () => Promise<void>): Promise<void> {
    try {
      await visit()
    } catch (error) {
      if (!(error instanceof Ended)) this.#tally.failed('visit', error instanceof Error ? error.message : String(error))
    }
  }

  /** @returns when the page was asked for that let in */
  async #openPage(): Promise<number> {
    const { id } = this.#house.presentation
    const { waits, answer, ms } = await this.#visitor.openPage(`/order/${String(id)}`, this.#plan.isOver).catch((error: unknown) => {
      throw this.#end('page', codeOf(error))
    })
    this.#tally.waited(waits)
    if (!answer) throw this.#end('page', 'waited in vain')
    if (answer.status !== 200) throw this.#end('page', String(answer.status))
    this.#tally.took('page', ms)
    return performance.now() - ms
  }

  async #takeSeats(n: number): Promise<readonly CartSeat[]> {
    const status = await this.#readStatus()
    const { hall } = this.#house
    return hall && this.#plan.isChoosing(n) ? this.#chooseSeats(status) : this.#takeBest()
  }

  async #readStatus(): Promise<PackedStatus> {
    const path = `/api/seats/seats-status?presentationId=${String(this.#house.presentation.id)}`
    return this.#ask<PackedStatus>('status', { method: 'GET', path, accept: PACKED_STATUS })
  }

  async #takeBest(): Promise<readonly CartSeat[]> {
    const { presentation } = this.#house
    const query = `presentationId=${String(presentation.id)}&quantity=${String(this.#plan.quantity)}&maxMatches=1&isLock=1`
    const path = `/api/seats/best-available?${query}`
    const { matches } = await this.#ask<AnswerOf<typeof bestAvailable>>('seats', { method: 'GET', path })
    const [match] = matches
    if (!match) throw this.#end('seats', 'none are free together')
    return match.seats.map((seat) => this.#lineOf(seat))
  }

  async #chooseSeats(first: PackedStatus): Promise<readonly CartSeat[]> {
    for (let tries = 1, status = first; tries <= TRIES; tries++) {
      const seats = this.#lookFor(status)
      if (!seats) throw this.#end('seats', 'none are free together')
      const locked = await this.#lockAll(seats)
      if (locked) return seats.map((seat) => this.#lineOf(seat))
      status = await this.#readStatus()
    }
    throw this.#end('seats', 'others were quicker each time')
  }

  #lookFor(packed: PackedStatus): readonly SeatAddress[] | undefined {
    const { hall, ticketOf, presentation } = this.#house
    if (!hall) return undefined
    const states = unpackStates(hall, packed, (group) => ticketOf.has(group))
    return chooseSeats(hall, states, this.#plan.quantity, Math.random())?.map((seat) => ({
      PresentationId: presentation.id,
      VenueId: presentation.venueId,
      VenueSeatplanId: presentation.seatplanId,
      VenueSectionId: hall.sections[hall.section[seat] ?? 0]?.id ?? 0,
      TicketGroupId: states.ticketGroup[seat] ?? 0,
      XCoordinate: hall.addressX[seat] ?? 0,
      YCoordinate: hall.addressY[seat] ?? 0,
    }))
  }

  /** @returns false if somebody else has one of them; the others are free again */
  async #lockAll(seats: readonly SeatAddress[]): Promise<boolean> {
    for (const [at, seat] of seats.entries()) {
      const answer = await this.#send('seats', { method: 'PUT', path: '/api/seats/lock-seat', body: { seat } })
      if (answer.status === 200) continue
      if (answer.status !== 409) throw this.#end('seats', saidBy(answer))
      this.#tally.contended()
      for (const own of seats.slice(0, at))
        await this.#send('seats', { method: 'PUT', path: '/api/seats/unlock-seat', body: { seat: own } })
      return false
    }
    return true
  }

  async #order(seats: readonly CartSeat[]): Promise<void> {
    const { id } = this.#house.presentation
    const customerInfo = { ...CUSTOMER, ...CONSENT }
    await this.#ask('cart', { method: 'POST', path: '/api/cart', body: { cart: { presentations: [{ id, seats }], customerInfo } } })
    if (!this.#plan.isBuying) return
    const path = `/api/payment/form/he?ts=${String(Date.now())}`
    const { paymentFormURL } = await this.#ask<AnswerOf<typeof paymentForm>>('form', { method: 'GET', path })
    const paymentIdentifier = await this.#payByCard(paymentFormURL)
    await this.#ask('commit', { method: 'POST', path: '/api/payment/commit', body: { cart: { seats, customerInfo, paymentIdentifier } } })
    this.#tally.sold(seats.flatMap(nameOf))
  }

  async #payByCard(form: string): Promise<string> {
    const { pathname, search } = new URL(form, 'http://localhost')
    if (!pathname.startsWith(BUILT_IN_FORM)) throw this.#end('form', 'is of another provider than the built-in one: nothing is bought')
    const sent = { method: 'POST', path: pathname + search, body: new URLSearchParams(CARD), accept: 'text/html' } as const
    const { status, headers } = await this.#send('card', sent)
    const paymentIdentifier = new URL(headers.location ?? '', 'http://localhost').searchParams.get('paymentIdentifier')
    if (status !== 303 || paymentIdentifier === null) throw this.#end('card', String(status))
    return paymentIdentifier
  }

  #lineOf(seat: SeatAddress): CartSeat {
    const ticketId = this.#house.ticketOf.get(seat.TicketGroupId)
    if (ticketId === undefined) throw this.#end('seats', 'have no ticket that anybody may have')
    const { PresentationId: prsntId, VenueId: venueId, VenueSeatplanId: seatplanId, VenueSectionId: sectionId } = seat
    const ticket = { prsntId, venueId, seatplanId, sectionId, ticketGroupId: seat.TicketGroupId, ticketId }
    return { XCoordinate: seat.XCoordinate, YCoordinate: seat.YCoordinate, ticket }
  }

  async #ask<T>(step: string, sent: Parameters<LoadVisitor['ask']>[0]): Promise<T> {
    const answer = await this.#send(step, sent)
    if (answer.status !== 200) throw this.#end(step, saidBy(answer))
    return JSON.parse(answer.text) as T
  }

  async #send(step: string, sent: Parameters<LoadVisitor['ask']>[0]): Promise<Answer> {
    const startedAt = performance.now()
    try {
      const answer = await this.#visitor.ask(sent)
      this.#tally.took(step, performance.now() - startedAt)
      return answer
    } catch (error) {
      throw this.#end(step, codeOf(error))
    }
  }

  #end(step: string, why: string): Ended {
    this.#tally.failed(step, why)
    return new Ended()
  }
}

/** A numbered seat of an order; a place of general admission has no name of its own. */
function nameOf({ XCoordinate: x, YCoordinate: y, ticket }: CartSeat): readonly string[] {
  return x === null || y === null ? [] : [[ticket.prsntId, ticket.sectionId, x, y].join(' ')]
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? `no answer (${String(error.code)})` : `no answer (${String(error)})`
}
