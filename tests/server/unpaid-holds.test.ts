import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue.ts'
import { database } from '#lib/server/db/connect.ts'
import { commit } from '#lib/server/orders.ts'
import { openPaymentForm } from '#lib/server/payment-form.ts'
import { formOf } from '#lib/server/providers/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/sandbox-wallet.ts'
import { reconcile } from '#lib/server/reconcile.ts'
import { lock } from '#lib/server/seats.ts'
import { payReservation } from '#lib/server/unpaid-payment.ts'
import { letPaymentsAge } from '#tests/support/charges.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, prepareCard, seatAt } from '#tests/support/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(4, 4)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const NO_MEMBERSHIP = 'none'

/** @param days how long the membership lasts; null: nobody is signed in */
async function customerHolding(days: number | typeof NO_MEMBERSHIP | null = 30): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  if (days !== null) {
    const customerId = await makeCustomer()
    await signInAs(uuid, customerId)
    if (days !== NO_MEMBERSHIP) await makeMembership(customerId, days)
  }
  expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
  return uuid
}

function hold(uuid: string) {
  return commit(uuid, { cart: { ...cartOf([SEAT]), isHold: true } }, 'he')
}

async function heldReservation(): Promise<{ uuid: string; resId: string }> {
  const uuid = await customerHolding()
  const held = await hold(uuid)
  if (!held.ok) throw new Error(held.refusal.code)
  return { uuid, resId: held.value.reservationIdentifier }
}

/** A card for this reservation, typed into a form that was opened for it. */
async function cardFor(uuid: string, resId: string, behaviour = 'accepted'): Promise<string> {
  return prepareCard(uuid, DUE, behaviour, await formFor(uuid, resId))
}

async function formFor(uuid: string, resId: string): Promise<string> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', resId })
  if (!form.ok) throw new Error(form.refusal.code)
  return form.value.paymentFormURL.split('/').at(-1) ?? ''
}

function pay(uuid: string, resId: string, paymentIdentifier: string, cartIdentifier?: string) {
  return payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier }, cartIdentifier })
}

async function state(): Promise<unknown> {
  const { rows } = await database().query(
    'SELECT o.state, kind, (SELECT string_agg(c.state, $1) FROM seat_claim c WHERE c.order_id = o.order_id) AS claims FROM orders o',
    [''],
  )
  return rows[0]
}

test('R4.52 an unpaid hold needs a signed-in customer with an active membership', async () => {
  expect(await hold(await customerHolding(null))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_LOGIN' } })
  await emptyHouse()
  expect(await hold(await customerHolding(NO_MEMBERSHIP))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_MEMBERSHIP' } })
  await emptyHouse()
  expect(await hold(await customerHolding(-1))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_MEMBERSHIP' } })
  await emptyHouse()
  const held = await hold(await customerHolding())
  expect(held).toMatchObject({ ok: true, value: { ticketIdentifiers: [] } })
  expect(await state()).toEqual({ state: 'unpaid', kind: 'hold', claims: 'P' })
})

test('asked again, a hold answers the same, and the reconciler leaves it alone', async () => {
  const uuid = await customerHolding()
  const first = await hold(uuid)
  expect(await hold(uuid)).toEqual(first)
  await letPaymentsAge(3_600)
  await reconcile()
  expect(await state()).toMatchObject({ state: 'unpaid', claims: 'P' })
})

test('premium seats cannot be held, nor can seats of a show that begins within half an hour', async () => {
  await database().query(`UPDATE seat SET features = '{13}' WHERE seat_id = 4004; UPDATE seatplan SET version = 'premium'`)
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  expect(await hold(await customerHolding())).toMatchObject({ refusal: { code: 'HOLD_PREMIUM_SEAT' } })
  await emptyHouse()
  await database().query(`UPDATE seat SET features = '{}'; UPDATE seatplan SET version = 'v1'`)
  await database().query(
    `UPDATE presentation SET starts_at = now() + interval '29 minutes'; UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
  expect(await hold(await customerHolding())).toMatchObject({ refusal: { code: 'HOLD_TOO_LATE' } })
  await database().query(
    `UPDATE presentation SET starts_at = now() + interval '3 days'; UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
})

test('half an hour before the show the seats are free again', async () => {
  const { uuid, resId } = await heldReservation()
  await database().query(`UPDATE orders SET pay_until = now() - interval '1 second'`)
  await reconcile()
  expect(await state()).toMatchObject({ state: 'failed', claims: null })
  expect((await lock(SEAT, fromHere(randomUUID()))).ok).toBe(true)
  expect(await pay(uuid, resId, 'pay_too_late')).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
})

test('R7.7 a reservation is paid once: asked again it answers the same, another body is a conflict, and later it is paid already', async () => {
  const { uuid, resId } = await heldReservation()
  const card = await cardFor(uuid, resId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(uuid, resId, card, 'cart-0001')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ ok: true, value: { reservationIdentifier: resId } })]),
  )
  expect(await pay(uuid, resId, 'another', 'cart-0001')).toMatchObject({ refusal: { code: 'ORDER_CONFLICT' } })
  expect(await pay(uuid, resId, 'another', 'cart-0002')).toMatchObject({ refusal: { code: 'ALREADY_PAID' } })
  expect(await state()).toEqual({ state: 'paid', kind: 'hold', claims: 'S' })
})

test('R8.4 a payment that fails leaves the reservation unpaid with its seats, and another card pays it', async () => {
  const { uuid, resId } = await heldReservation()
  expect(await pay(uuid, resId, await cardFor(uuid, resId, 'declined'))).toMatchObject({ refusal: { code: 'CARD_DECLINED' } })
  expect(await state()).toMatchObject({ state: 'unpaid', claims: 'P' })
  expect(await pay(uuid, resId, await cardFor(uuid, resId))).toMatchObject({ ok: true })
})

test('another’s reservation and none are the same to a visitor; a payment for the cart does not pay a reservation', async () => {
  const { uuid, resId } = await heldReservation()
  const card = await cardFor(uuid, resId)
  const stranger = await pay(randomUUID(), resId, card)
  expect(stranger).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  expect(await pay(uuid, 'R0000000', card)).toEqual(stranger)
  expect(await pay(uuid, resId, await prepareCard(uuid, DUE))).toMatchObject({ refusal: { code: 'PAYMENT_FORM_INVALID' } })
})

test('a wallet pays a reservation although nobody comes back, and a second one is given back', async () => {
  const { uuid, resId } = await heldReservation()
  const forms = [await formFor(uuid, resId), await formFor(uuid, resId)]
  const identifiers: string[] = []
  for (const name of forms) {
    const form = await formOf(name)
    identifiers.push((form && (await payByWallet(form, 'silent'))) ?? '')
  }
  await letPaymentsAge()
  await reconcile()
  await letPaymentsAge()
  await reconcile()
  const { rows } = await database().query('SELECT state, count(*)::int FROM orders GROUP BY state ORDER BY state')
  expect(rows).toEqual([
    { state: 'failed', count: 1 },
    { state: 'paid', count: 1 },
  ])
  const { rows: refunds } = await database().query('SELECT reason, state FROM refund')
  expect(refunds).toEqual([{ reason: 'double', state: 'done' }])
  const answers = await Promise.all(identifiers.map((identifier) => pay(uuid, resId, identifier)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})
