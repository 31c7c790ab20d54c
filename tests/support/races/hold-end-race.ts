import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { formOf } from '#lib/server/providers/payment/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/payment/sandbox-wallet.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { cartOf, CUSTOMER, emptyHouse, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { claimByReadingFirst, writeOrdersSlowly } from '#tests/support/unsafe/unsafe-claims.ts'
import type { Arena } from './desks.ts'

const AT_ONCE = 10
/** The most that the two come before and after the end of the hold, in ms. */
const NEAR = 50
/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

/** `HOLD_END_TRIALS=1000` makes the full figure. */
export function holdEndTrials(few: number): number {
  return Number(process.env.HOLD_END_TRIALS ?? few)
}

/** Rows of ten seats for so many trials, including retries of a slow machine. */
export function rowsForHoldEnds(trials: number): number {
  return Math.ceil(trials / 10) + MORE
}

/** Both outcomes must occur. If a busy machine is always late, more batches follow, each over twice the time. */
const MORE = 7

interface Trial {
  readonly isSold: boolean
  readonly isRivals: boolean
  readonly code: string | undefined
}

async function newVisitor(): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  return uuid
}

type Prepare = (visitor: string, amount: number) => Promise<string>

/** When each of the two comes, in ms from the end of the hold. */
interface Moments {
  readonly pays: number
  readonly locks: number
}

/** Lets the visitor pay and a rival lock at the next desk, each at its moment around the end of the visitor's hold. */
async function tryAtHoldEnd({ deskFor }: Arena, number: number, prepare: Prepare, { pays, locks }: Moments): Promise<Trial> {
  const seat = seatAt((number % 10) + 1, Math.floor(number / 10) + 1)
  const [visitor, rival] = [await newVisitor(), await newVisitor()]
  expect((await lock(seat, fromHere(visitor))).ok).toBe(true)
  const cart = cartOf([seat], await prepare(visitor, DUE))
  const first = Math.max(2 * NEAR, -pays, -locks)
  await database().query(`UPDATE seat_claim SET expires_at = clock_timestamp() + $2 * interval '1 ms' WHERE holder = $1`, [visitor, first])
  const [paid, locked] = await Promise.all([
    sleep(first + pays).then(() => deskFor(number).commit(visitor, cart)),
    sleep(first + locks).then(() => deskFor(number + 1).lock(rival, seat)),
  ])
  return { isSold: paid.ok, isRivals: locked.ok, code: paid.ok ? undefined : paid.code }
}

/** Each at a random moment within so many ms of the end. */
function within(ms: number): Moments {
  const any = () => (Math.random() * 2 - 1) * ms
  return { pays: any(), locks: any() }
}

function batch(arena: Arena, first: number, prepare: Prepare, moments: () => Moments): Promise<readonly Trial[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, n) => tryAtHoldEnd(arena, first + n, prepare, moments())))
}

/** Runs so many trials, and more until both outcomes have occurred. */
async function tryMany(arena: Arena, count: number, prepare: Prepare): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  const isMet = () => trials.some(({ isSold }) => isSold) && trials.some(({ isRivals }) => isRivals)
  for (let near = NEAR; trials.length < count || (!isMet() && near < NEAR * 2 ** MORE);) {
    if (trials.length >= count) near *= 2
    trials.push(...(await batch(arena, trials.length, prepare, () => within(near))))
  }
  expect(isMet()).toBe(true)
  return trials
}

/** The visitor has paid in the form, and the browser returns at the end of the hold. */
const payInForm: Prepare = async (uuid) => {
  await storeCartOf(uuid, { customerInfo: CUSTOMER }) // a form that charges needs the buyer's details
  const opened = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'wallet' })
  const form = opened.ok ? await formOf(opened.value.paymentFormURL.split('/').at(-1) ?? '') : undefined
  return (form && (await payByWallet(form, 'silent'))) ?? ''
}

/** Before and after the end: the rival reads while the visitor's order is being written. */
function aroundEnd(ms: number): Moments {
  return { pays: -Math.random() * 2 * ms, locks: Math.random() * ms }
}

/** A9 and its control, in an empty house with rowsForHoldEnds of ten seats. @param count the number of trials */
export function testHoldEnd(arena: Arena, count: number): void {
  const { where } = arena
  const inForm = Math.ceil(count / 40) * AT_ONCE

  test(
    `A9 ${where}: gives the seat to either a commit at the end of its hold or a rival’s lock, ${String(count)} times, and nobody pays without it`,
    ONCE,
    async () => {
      const trials = await tryMany(arena, count, prepareCard)
      expect(trials.filter((trial) => trial.isSold && trial.isRivals)).toEqual([])
      expect(new Set(trials.filter((trial) => !trial.isSold).map((trial) => trial.code))).toEqual(new Set(['HOLD_EXPIRED']))
      const sold = trials.filter((trial) => trial.isSold).length
      expect(await cellOf('SELECT count(*)::int FROM sandbox_charge')).toBe(sold)
      const rivals = trials.filter((trial) => trial.isRivals).length
      reportFigure(
        `A9 ${where}: ${String(trials.length)} commits within ${String(NEAR)} ms of the end of the hold, against a rival: ${String(sold)} sold, ${String(rivals)} for the rival, ` +
          `none for both, ${String(sold)} charges`,
      )
    },
  )

  test(
    `A9 ${where}: does the same for a payment that was charged in the form, ${String(inForm)} times, and refunds a buyer without the seat`,
    ONCE,
    async () => {
      const trials = await tryMany(arena, inForm, payInForm)
      expect(trials.filter((trial) => trial.isSold === trial.isRivals)).toEqual([])
      expect(new Set(trials.filter((trial) => !trial.isSold).map((trial) => trial.code))).toEqual(new Set(['PAYMENT_RETURNED']))
      const sold = trials.filter((trial) => trial.isSold).length
      const kept = `SELECT count(*)::int FROM sandbox_charge h WHERE NOT EXISTS (SELECT FROM sandbox_refund b WHERE b.charge_key = h.idempotency_key)`
      expect(await cellOf(kept)).toBe(sold)
      reportFigure(
        `A9 ${where}: ${String(trials.length)} times with a payment that was charged in the form: ${String(sold)} sold, ${String(trials.length - sold)} got the money back`,
      )
    },
  )

  test(`A9 ${where}, control: gives a seat to both if a lock reads before it writes`, ONCE, async () => {
    const undo = [await claimByReadingFirst(), await writeOrdersSlowly()]
    const trials: Trial[] = []
    const isGivenTwice = (trial: Trial) => trial.isSold && trial.isRivals
    for (let near = NEAR; near < NEAR * 2 ** MORE && !trials.some(isGivenTwice); near *= 1.3) {
      await emptyHouse()
      const moments = () => aroundEnd(near)
      trials.push(...(await batch(arena, 0, prepareCard, moments)))
    }
    for (const one of undo) await one()
    await emptyHouse()
    const doubles = trials.filter(isGivenTwice).length
    expect(doubles).toBeGreaterThan(0)
    reportFigure(`A9 ${where}, control: where a lock reads first, ${String(doubles)} of ${String(trials.length)} seats were given to both`)
  })
}
