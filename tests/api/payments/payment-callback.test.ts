import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getReservation, paymentForm } from '#lib/contract/order/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { Buyer, CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { untilThere } from '#tests/support/until.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const CALLBACK = '/api/payment/callback/sandbox'

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.origin}${path}`, { method: 'POST', body, headers })
}

test('accepts a callback without visitor and origin, and ignores a forged one', async () => {
  expect((await post(CALLBACK, '{}', { Origin: 'https://provider.example' })).status).toBe(401)
  expect((await post(CALLBACK, 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(401)
  expect((await post('/api/payment/callback/nobody', '{}')).status).toBe(404)
  expect((await post(CALLBACK, new Uint8Array(randomBytes(257 * 1024)))).status).toBe(413)
  expect((await fetch(`${app.origin}${CALLBACK}`)).status).toBe(405)
})

/** Sends the wallet's part of the form and leaves at once, as a closed browser does. */
async function payByWallet(buyer: Buyer, outcome: string): Promise<Response> {
  const { paymentFormURL } = readAnswer(paymentForm, await buyer.get('/api/payment/form/he'))
  return fetch(new URL(paymentFormURL, app.origin), { method: 'POST', body: new URLSearchParams({ wallet: outcome }), redirect: 'manual' })
}

async function paidOrders(buyer: Buyer): Promise<string[]> {
  const { rows } = await database().query<{ id: string }>(
    `SELECT reservation_identifier AS id FROM orders WHERE holder = $1 AND state = 'paid'`,
    [buyer.uuid],
  )
  return rows.map(({ id }) => id)
}

test('makes an order by the callback if the browser was closed after a wallet payment', async () => {
  const seat = seatAt(1, 1)
  const buyer = new Buyer(app.origin)
  await buyer.lock(seat)
  await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER } })
  expect((await payByWallet(buyer, 'stays')).status).toBe(200)
  const resId = await untilThere(async () => (await paidOrders(buyer))[0], 'the order')
  expect(readAnswer(getReservation, await buyer.get(`/api/reservations/${resId}`)).reservation.state).toBe('paid')
})

test('makes one order of five concurrent callbacks and the returning browser', async () => {
  const seat = seatAt(2, 1)
  const buyer = new Buyer(app.origin)
  await buyer.lock(seat)
  await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER } })
  const back = await payByWallet(buyer, 'five')
  const identifier = new URL(back.headers.get('location') ?? '', app.origin).searchParams.get('paymentIdentifier') ?? ''
  const answers = await Promise.all([buyer.commit(cartOf([seat], identifier)), buyer.commit(cartOf([seat], identifier))])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await paidOrders(buyer)).toHaveLength(1)
})

test('charges a card only when the order is committed', async () => {
  const buyer = new Buyer(app.origin)
  const seat = seatAt(3, 1)
  await buyer.lock(seat)
  expect((await buyer.commit(cartOf([seat], await buyer.payByCard(CARDS.accepted)))).status).toBe(200)
})
