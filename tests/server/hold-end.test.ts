import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/seats.ts'
import { storeCartOf } from '#lib/server/orders/carts.ts'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders/orders.ts'
import { openPaymentForm } from '#lib/server/payments/payment-form.ts'
import { formOf } from '#lib/server/providers/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/sandbox-wallet.ts'
import { lock } from '#lib/server/seats/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { tellFigure } from '#tests/support/figures.ts'
import { fromHere, buildHouse, cartOf, CUSTOMER, emptyHouse, prepareCard, seatAt } from '#tests/support/house.ts'
import { claimByReadingFirst } from '#tests/support/unsafe-claims.ts'

/** `HOLD_END_TRIALS=1000` makes the full figure. */
const TRIALS = Number(process.env.HOLD_END_TRIALS ?? 200)
const AT_ONCE = 10
/** How long before and after the end of the hold the two come, at most, in ms. */
const NEAR = 50
/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: Math.ceil(TRIALS / 10), seatsPerRow: 10 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

interface Trial {
  readonly seat: SeatAddress
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
  readonly pays: () => number
  readonly locks: () => number
}

/** The visitor pays and a rival locks, each within 50 ms of the end of the visitor's hold. */
async function tryAtHoldEnd(
  number: number,
  prepare: Prepare = prepareCard,
  moments: Moments = { pays: near, locks: near },
): Promise<Trial> {
  const seat = seatAt((number % 10) + 1, Math.floor(number / 10) + 1)
  const [visitor, rival] = [await newVisitor(), await newVisitor()]
  expect((await lock(seat, fromHere(visitor))).ok).toBe(true)
  const cart = cartOf([seat], await prepare(visitor, DUE))
  await database().query(`UPDATE seat_claim SET expires_at = clock_timestamp() + interval '100 ms' WHERE holder = $1`, [visitor])
  const [paid, locked] = await Promise.all([
    sleep(100 + moments.pays()).then(() => commit(visitor, { cart }, 'he')),
    sleep(100 + moments.locks()).then(() => lock(seat, fromHere(rival))),
  ])
  return { seat, isSold: paid.ok, isRivals: locked.ok, code: paid.ok ? undefined : paid.refusal.code }
}

function near(): number {
  return (Math.random() * 2 - 1) * NEAR
}

test(
  `A9 a commit at the end of its hold against a rival’s lock, ${String(TRIALS)} times: one of them has the seat and nobody pays without it`,
  async () => {
    const trials: Trial[] = []
    for (let first = 0; first < TRIALS; first += AT_ONCE)
      trials.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => tryAtHoldEnd(first + n)))))
    expect(trials.filter((trial) => trial.isSold && trial.isRivals)).toEqual([])
    expect(new Set(trials.filter((trial) => !trial.isSold).map((trial) => trial.code))).toEqual(new Set(['HOLD_EXPIRED']))
    const sold = trials.filter((trial) => trial.isSold).length
    const { rows } = await database().query(`SELECT count(*)::int AS charges FROM sandbox_charge`)
    expect(rows).toEqual([{ charges: sold }])
    // Both ends of the race were really met.
    expect(sold).toBeGreaterThan(0)
    const rivals = trials.filter((trial) => trial.isRivals).length
    expect(rivals).toBeGreaterThan(0)
    tellFigure(
      `A9: ${String(TRIALS)} commits within ${String(NEAR)} ms of the end of the hold, against a rival: ${String(sold)} sold, ${String(rivals)} for the rival, ` +
        `none for both, ${String(sold)} charges`,
    )
  },
  20_000 + TRIALS * 100,
)

/** Just before the end and just after it: the rival reads while the visitor's order is being written. */
const NEXT: Moments = { pays: () => -Math.random() * 8, locks: () => Math.random() * 12 }

test('where a lock reads first and writes then, the race of A9 does give a seat to both', async () => {
  const undo = await claimByReadingFirst()
  const trials: Trial[] = []
  for (let first = 0; first < 400 && !trials.some((trial) => trial.isSold && trial.isRivals); first += AT_ONCE) {
    await emptyHouse()
    trials.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => tryAtHoldEnd(n, prepareCard, NEXT)))))
  }
  await undo()
  await emptyHouse()
  const doubles = trials.filter((trial) => trial.isSold && trial.isRivals).length
  expect(doubles).toBeGreaterThan(0)
  tellFigure(`A9, control: where a lock reads first, ${String(doubles)} of ${String(trials.length)} seats were given to both`)
}, 120_000)

/** The visitor has paid in the form, and the browser comes back at the end of the hold. */
const payInForm: Prepare = async (uuid) => {
  await storeCartOf(uuid, { customerInfo: CUSTOMER }) // a form that charges wants to know who buys
  const opened = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'wallet' })
  const form = opened.ok ? await formOf(opened.value.paymentFormURL.split('/').at(-1) ?? '') : undefined
  return (form && (await payByWallet(form, 'silent'))) ?? ''
}

const IN_FORM = Math.ceil(TRIALS / 40) * 10

test(
  `the same with a payment that was charged in the form, ${String(IN_FORM)} times: who has no seat gets the money back`,
  async () => {
    const trials: Trial[] = []
    for (let first = 0; first < IN_FORM; first += AT_ONCE)
      trials.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => tryAtHoldEnd(first + n, payInForm)))))
    expect(trials.filter((trial) => trial.isSold === trial.isRivals)).toEqual([])
    expect(new Set(trials.filter((trial) => !trial.isSold).map((trial) => trial.code))).toEqual(new Set(['PAYMENT_RETURNED']))
    const sold = trials.filter((trial) => trial.isSold).length
    const { rows } = await database().query(`SELECT count(*)::int AS kept FROM sandbox_charge h
    WHERE NOT EXISTS (SELECT FROM sandbox_refund b WHERE b.charge_key = h.idempotency_key)`)
    expect(rows).toEqual([{ kept: sold }])
    tellFigure(
      `A9: ${String(IN_FORM)} times with a payment that was charged in the form: ${String(sold)} sold, ${String(IN_FORM - sold)} got the money back`,
    )
  },
  20_000 + TRIALS * 100,
)
