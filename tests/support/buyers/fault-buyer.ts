import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FilmItem } from '#lib/contract/order/film-cart.ts'
import type { OrderCart, StoredCart } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { Committed } from '#lib/server/orders/place/order-answers.ts'
import type { Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, CUSTOMER, fromHere, lineOf } from './house.ts'
import { caller, type FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { tellShop } from '#tests/support/providers/tell-shop.ts'

/** Answers that say "you were not charged". They must not be given while the provider has the money. */
const SAYS_NOT_CHARGED = new Set([
  'HOLD_EXPIRED',
  'CARD_DECLINED',
  'CARD_PROVIDER_ERROR',
  'PAYMENT_ERROR',
  'PAYMENT_TIMEOUT',
  'PRICE_CHANGED',
  'PAYMENT_FORM_INVALID',
])

/** How long, in ms, a repeated call goes on after one of its repetitions has ended. */
const LONGER = 800

/** One reconciler at a time works for all buyers of a test. One that finds everything leased by another would waste the simulated time. */
let last: Promise<unknown> = Promise.resolve()
function reconcileInTurn(): Promise<unknown> {
  const turn = last.then(() => reconcile())
  last = turn.catch(() => undefined)
  return turn
}

export interface Tab {
  readonly formName: string
}

/** A buyer at a faulty provider: the steps of a purchase as a browser makes them, on the shop's own functions and a real database. */
export class FaultBuyer {
  readonly uuid = randomUUID()
  readonly seats: readonly SeatAddress[]
  readonly films: FilmItem[]
  /** What is ordered beside the seats, as carts name it. */
  beside: Pick<StoredCart, 'products' | 'donations' | 'vouchers' | 'voucherPayments'> = {}
  readonly provider: FaultyProvider
  /** Problems found in answers. */
  readonly lies: string[] = []
  /** Calls whose caller has died; they may still finish. */
  readonly ghosts: Promise<unknown>[] = []
  readonly #calls = new Map<string, { open: number; readonly first: PromiseWithResolvers<undefined> }>()

  /** @param films stand alone: without seats */
  constructor(provider: FaultyProvider, seats: readonly SeatAddress[], films: FilmItem[] = []) {
    this.provider = provider
    this.seats = seats
    this.films = films
  }

  async hold(): Promise<void> {
    await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [this.uuid])
    for (const seat of this.seats) {
      const locked = await lock(seat, fromHere(this.uuid))
      if (!locked.ok) throw new Error(`A seat was refused: ${locked.refusal.code}`)
    }
    const goods = this.#hasFilms() ? { films: this.films } : { presentations: [{ id: 1, seats: this.seats.map((seat) => lineOf(seat)) }] }
    const stored = await storeCartOf(this.uuid, { ...goods, ...this.beside, customerInfo: CUSTOMER })
    if (!stored.ok) throw new Error(`The cart was refused: ${stored.refusal.code}`)
  }

  #hasFilms(): boolean {
    return this.films.length > 0
  }

  /** What the browser sends to order it. */
  cartBy(paymentIdentifier: string): OrderCart {
    return { ...cartOf(this.seats, paymentIdentifier), ...this.beside, ...(this.#hasFilms() && { films: this.films }) }
  }

  async openForm(): Promise<Tab> {
    const form = await openPaymentForm({ uuid: this.uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card' })
    if (!form.ok) throw new Error(`No form: ${form.refusal.code}`)
    return { formName: form.value.paymentFormURL.split('/').at(-1) ?? '' }
  }

  /** undefined: the answer never came, because the process that worked on it, or the one that it waited for, was gone. */
  async commit(paymentIdentifier: string): Promise<Result<Committed> | undefined> {
    const { promise: death, resolve: die } = Promise.withResolvers<undefined>()
    const work = caller.run(
      () => die(undefined),
      () => commit(this.uuid, { cart: this.cartBy(paymentIdentifier) }, 'he'),
    )
    this.ghosts.push(work.catch(() => undefined))
    const answer = await this.#amongRepetitions(paymentIdentifier, Promise.race([work, death]))
    if (answer && !answer.ok && SAYS_NOT_CHARGED.has(answer.refusal.code) && this.#isKept(paymentIdentifier))
      this.lies.push(`${answer.refusal.code} while ${paymentIdentifier} was charged`)
    return answer
  }

  /** Shortens the wait of a repeated call for the first one, which is long if that is dead. */
  async #amongRepetitions<T>(paymentIdentifier: string, end: Promise<T>): Promise<T | undefined> {
    const calls = this.#calls.get(paymentIdentifier) ?? { open: 0, first: Promise.withResolvers<undefined>() }
    this.#calls.set(paymentIdentifier, calls)
    calls.open += 1
    try {
      return await Promise.race([end, calls.first.promise.then(() => sleep(LONGER, undefined))])
    } finally {
      calls.first.resolve(undefined)
      calls.open -= 1
      if (calls.open === 0) this.#calls.delete(paymentIdentifier)
    }
  }

  #isKept(paymentIdentifier: string): boolean {
    const charged = this.provider.chargeOf(paymentIdentifier)
    return charged !== undefined && !this.provider.refunds.some((refund) => refund.paymentIdentifier === paymentIdentifier)
  }

  tell(formName: string, change: Partial<{ amount: number; currency: string; eventId: string }> = {}): Promise<number> {
    return tellShop('faulty', this.provider.callback({ eventId: randomUUID(), formName, ...change }), null)
  }

  /** The hold is over, and nothing else is older. */
  async letHoldEnd(): Promise<void> {
    await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE holder = $1 AND state = 'H'`, [this.uuid])
  }

  /** Moves time forward by so many seconds for everything of this buyer. */
  async age(seconds: number): Promise<void> {
    const older = 'make_interval(secs => $2)'
    for (const text of [
      `UPDATE orders SET created_at = created_at - ${older} WHERE holder = $1`,
      `UPDATE payment SET created_at = created_at - ${older}, updated_at = updated_at - ${older} WHERE order_id IN (SELECT order_id FROM orders WHERE holder = $1)`,
      `UPDATE payment_form SET created_at = created_at - ${older}, looked_at = looked_at - ${older} WHERE holder = $1`,
      `UPDATE refund SET updated_at = updated_at - ${older} WHERE order_id IN (SELECT order_id FROM orders WHERE holder = $1)`,
      `UPDATE seat_claim SET expires_at = expires_at - ${older}, claimed_at = claimed_at - ${older} WHERE holder = $1 AND state = 'H'`,
    ])
      await database().query(text, [this.uuid, seconds])
  }

  /** Runs the reconciler, moving time forward, until nothing of this buyer is open. @returns the simulated seconds; more than 120 is too long. */
  async settle(): Promise<number> {
    const seconds = await this.#settleOnce()
    if (seconds !== Infinity) return seconds
    // Time is simulated, so a stopped caller that could have gone on must go on first.
    await Promise.all(this.ghosts)
    const again = await this.#settleOnce()
    if (again === Infinity) this.lies.push(`still open: ${JSON.stringify(await this.#open())}`)
    return again
  }

  async #settleOnce(): Promise<number> {
    for (let seconds = 0; seconds <= 180; seconds += 31) {
      // Time is simulated, so delayed work of a slow machine goes on first.
      if (seconds > 62) await Promise.all(this.ghosts)
      await reconcileInTurn()
      if (!(await this.#isOpen())) return seconds
      await this.age(31)
    }
    return Infinity
  }

  /** Three minutes in which the reconciler keeps asking in vain. */
  async waitOut(): Promise<void> {
    for (let seconds = 0; seconds <= 180; seconds += 31) {
      await reconcile()
      await this.age(31)
    }
  }

  /** What is still open, for the failure message. */
  async #open(): Promise<unknown> {
    const { rows } = await database().query(
      `SELECT (SELECT jsonb_agg(jsonb_build_object('order', o.state, 'payment', p.state, 'code', o.failure_code)) FROM orders o LEFT JOIN payment p USING (order_id)
                 WHERE o.holder = $1) AS orders,
              (SELECT jsonb_agg(to_jsonb(f) - 'body') FROM payment_form f WHERE holder = $1) AS forms,
              (SELECT jsonb_agg(to_jsonb(r)) FROM refund r JOIN orders o USING (order_id) WHERE o.holder = $1) AS refunds`,
      [this.uuid],
    )
    return rows[0]
  }

  async #isOpen(): Promise<boolean> {
    const { rows } = await database().query<{ open: boolean }>(
      `SELECT EXISTS (SELECT FROM orders WHERE holder = $1 AND state IN ('paying', 'refunding'))
           OR EXISTS (SELECT FROM refund JOIN orders USING (order_id) WHERE holder = $1 AND refund.state = 'intended')
           OR EXISTS (SELECT FROM payment_form WHERE holder = $1 AND told_at IS NOT NULL) AS open`,
      [this.uuid],
    )
    return (rows[0]?.open ?? false) || (await this.ownNet()) !== this.provider.netOf(this.uuid)
  }

  /** The amount that our own ledger says this buyer has paid and not got back. */
  async ownNet(): Promise<number> {
    const { rows } = await database().query<{ net: number }>(
      `SELECT coalesce(sum(l.amount), 0)::int AS net FROM ledger l JOIN orders o USING (order_id) WHERE o.holder = $1 AND l.kind IN ('charge', 'refund')`,
      [this.uuid],
    )
    return rows[0]?.net ?? 0
  }

  async orders(): Promise<string[]> {
    const { rows } = await database().query<{ state: string }>('SELECT state FROM orders WHERE holder = $1 ORDER BY state', [this.uuid])
    return rows.map(({ state }) => state)
  }
}
