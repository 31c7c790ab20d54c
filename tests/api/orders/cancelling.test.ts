import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cancellationOffer, cancelReservation } from '#lib/contract/order/cancelling.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { addPolicies } from '#tests/support/buyers/cancels.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { makeCustomer, signedInVisitor } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
let noa: number

beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  await addPolicies()
  app = await startApp({ env: { CUSTOMER_CANCELLATION: 'on' } })
  noa = await makeCustomer()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

async function signedInBuyer(customerId = noa): Promise<Buyer> {
  const visitor = await signedInVisitor(app.origin, customerId)
  return Object.assign(new Buyer(app.origin), { uuid: visitor.uuid, cookies: visitor.cookies })
}

async function bought(buyer: Buyer, ...seats: SeatAddress[]): Promise<{ resId: string; tickets: string[] }> {
  await buyer.lock(...seats)
  const { body } = await buyer.commit(cartOf(seats, await buyer.payByCard()))
  const { reservationIdentifier, ticketIdentifiers } = body as { reservationIdentifier: string; ticketIdentifiers: string[] }
  return { resId: reservationIdentifier, tickets: ticketIdentifiers }
}

test('R7.40 R7.41 shows the exact refund first, cancels the items of a body, then the rest without one', async () => {
  const buyer = await signedInBuyer()
  const { resId, tickets } = await bought(buyer, seatAt(1, 1), seatAt(2, 1))
  const path = `/api/reservations/${resId}`
  const whole = readAnswer(cancellationOffer, await buyer.get(`${path}/cancellation`))
  expect(whole).toMatchObject({
    refusal: null,
    offer: { worth: 217, charge: 0, refund: 217, toCard: 217, isWhole: true, mayBeCredit: true },
  })
  expect(whole.items.map(({ item, worth, refusal }) => [item, worth, refusal])).toEqual(tickets.map((ticket) => [ticket, 105, null]))
  const one = readAnswer(cancellationOffer, await buyer.get(`${path}/cancellation?items=${tickets[0] ?? ''}`))
  expect(one.offer).toMatchObject({ refund: 105, isWhole: false })
  const wanted = { itemsToCancel: [tickets[0]], refundToTransactionCredit: false }
  expect((await buyer.post(`${path}/cancel`, { ...wanted, expectedRefund: 104 })).body).toMatchObject({ error: 'PRICE_CHANGED' })
  const first = readAnswer(cancelReservation, await buyer.post(`${path}/cancel`, { ...wanted, expectedRefund: 105 }))
  expect(first).toMatchObject({ reservation: { ResStateId: 1, Quantity: 1 }, cancellation: { refund: 105 }, creditReference: null })
  expect(await buyer.openPage(`/cart/${resId}`)).toContain('חלק מההזמנה בוטל')
  const rest = readAnswer(cancelReservation, await buyer.post(`${path}/cancel`, undefined))
  expect(rest).toMatchObject({ reservation: { ResStateId: 3, Quantity: 0 }, cancellation: { refund: 112, isWhole: true } })
  const page = await buyer.openPage(`/cart/${resId}`)
  expect(page).toContain('ההזמנה בוטלה')
  expect(page).toContain('href="/customer"')
  const { rows } = await database().query<{ key: string }>('SELECT document_key AS key FROM orders WHERE reservation_identifier = $1', [
    resId,
  ])
  const document = await (await fetch(`${app.origin}/edocument/${rows[0]?.key ?? ''}`)).text()
  expect(document.match(/data-state="cancelled"/g)).toHaveLength(2)
  expect(document).not.toContain('class="box"')
  expect(document).not.toMatch(/המסתיים ב/)
})

test('R8.9 R8.21 answers an error as {error} with its text, and says in advance what cannot be cancelled', async () => {
  const buyer = await signedInBuyer()
  const { resId } = await bought(buyer, seatAt(5, 1))
  const path = `/api/reservations/${resId}`
  expect((await buyer.post(`${path}/cancel`, '{')).status).toBe(400)
  expect((await buyer.post(`${path}/cancel`, { expectedRefund: 1.234 })).status).toBe(400)
  expect((await buyer.post(`${path}/cancel`, undefined)).status).toBe(200)
  const again = await buyer.post(`${path}/cancel`, undefined)
  expect([again.status, again.body]).toEqual([409, { error: 'NOTHING_TO_CANCEL', message: 'אין כאן מה לבטל.' }])
  const offer = readAnswer(cancellationOffer, await buyer.get(`${path}/cancellation`))
  expect(offer).toEqual({ items: [], offer: null, refusal: 'NOTHING_TO_CANCEL', message: 'אין כאן מה לבטל.', terms: [] })
})

test('R6.9 answers the same 404 for others’ and missing reservations, 401 without a sign-in, and nothing to another site', async () => {
  const buyer = await signedInBuyer()
  const { resId } = await bought(buyer, seatAt(7, 1))
  const other = await signedInBuyer(await makeCustomer({ firstName: 'יואב' }))
  const calls = (who: Buyer, id: string) =>
    Promise.all([who.post(`/api/reservations/${id}/cancel`, undefined), who.get(`/api/reservations/${id}/cancellation`)])
  const [foreign, missing] = [await calls(other, resId), await calls(other, 'ABCDEFGHJKMNPQRSTVWX')]
  expect(foreign.map(({ status }) => status)).toEqual([404, 404])
  expect(foreign.map(({ body }) => body)).toEqual(missing.map(({ body }) => body))
  const plain = new Buyer(app.origin)
  const own = await plain.buy(seatAt(9, 1))
  expect((await calls(plain, own.reservationIdentifier)).map(({ status }) => status)).toEqual([401, 401])
  const crossed = await buyer.post(`/api/reservations/${resId}/cancel`, undefined, {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(crossed.status).toBe(403)
  expect((await buyer.get(`/api/reservations/${resId}`)).body).toMatchObject({ reservation: { state: 'paid' } })
})
