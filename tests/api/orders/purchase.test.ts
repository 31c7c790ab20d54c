import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commitOrder, getReservation } from '#lib/contract/order/orders.ts'
import { devOutbox } from '#lib/contract/system.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { Buyer, CARDS } from '#tests/support/buyers/buyer.ts'
import { buildHouse, cartOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

test('R1.2 R1.3 R4.62 completes a purchase by plain calls: lock, form, card, commit, reservation, messages', async () => {
  const buyer = new Buyer(app.origin)
  const bought = await buyer.buy(seatAt(1, 1), seatAt(2, 1), PLACE)
  expect(bought.ticketIdentifiers).toHaveLength(3)
  const { reservation } = readAnswer(
    getReservation,
    await buyer.get(`/api/reservations/${bought.reservationIdentifier}?uuid=${buyer.uuid}`),
  )
  expect(reservation).toMatchObject({
    state: 'paid',
    Quantity: 3,
    amount: 267,
    ticketIdentifiers: bought.ticketIdentifiers,
    email: '•••om',
  })
  const { messages } = readAnswer(devOutbox, await buyer.get('/api/dev/outbox'))
  expect(messages.map((message) => message.channel).sort()).toEqual(['mail', 'sms'])
  expect(messages.find((message) => message.channel === 'mail')?.to).toBe('noa@example.com')
})

test('R7.10 answers a repeated commit the same, and shows nothing to a stranger or under another uuid', async () => {
  const buyer = new Buyer(app.origin)
  await buyer.lock(seatAt(3, 1))
  const cart = cartOf([seatAt(3, 1)], await buyer.payByCard())
  const first = readAnswer(commitOrder, await buyer.commit(cart))
  expect(readAnswer(commitOrder, await buyer.commit(cart))).toEqual(first)
  const stranger = new Buyer(app.origin)
  expect(await stranger.get(`/api/reservations/${first.reservationIdentifier}?uuid=${buyer.uuid}`)).toMatchObject({ status: 404 })
  expect(await buyer.get(`/api/reservations/${first.reservationIdentifier}?uuid=${stranger.uuid}`)).toMatchObject({ status: 404 })
  expect(await buyer.get(`/api/reservations/${first.reservationIdentifier}?uuid=${buyer.uuid.toUpperCase()}`)).toMatchObject({
    status: 200,
  })
  expect(await stranger.commit(cart)).toMatchObject({ status: 400, body: { error: 'PAYMENT_FORM_INVALID' } })
})

test.each([
  ['that is declined', CARDS.declined, 'CARD_DECLINED', seatAt(4, 1)],
  ['with a provider error', CARDS.providerError, 'CARD_PROVIDER_ERROR', seatAt(5, 1)],
])('reports in Hebrew that a card %s, and keeps the seat', async (_name, card, error, seat) => {
  const buyer = new Buyer(app.origin)
  await buyer.lock(seat)
  const refused = await buyer.commit(cartOf([seat], await buyer.payByCard(card)))
  expect(refused).toMatchObject({ status: 409, body: { error, message: expect.stringMatching(/לא בוצע חיוב/) as string } })
  expect(readAnswer(commitOrder, await buyer.commit(cartOf([seat], await buyer.payByCard()))).ticketIdentifiers).toHaveLength(1)
})

test('makes the order once if a card is charged while the provider goes silent', async () => {
  const buyer = new Buyer(app.origin)
  await buyer.lock(seatAt(6, 1))
  const cart = cartOf([seatAt(6, 1)], await buyer.payByCard(CARDS.timeoutAfterCharging))
  expect(readAnswer(commitOrder, await buyer.commit(cart)).ticketIdentifiers).toHaveLength(1)
})

test('compares the total that the buyer saw with the server’s', async () => {
  const buyer = new Buyer(app.origin)
  await buyer.lock(seatAt(7, 1))
  expect(await buyer.get('/api/payment/form/he?total=1')).toMatchObject({
    status: 409,
    body: { error: 'PRICE_CHANGED', facts: { total: 112 } },
  })
  expect(await buyer.payByCard(CARDS.accepted, 112)).toBeTruthy()
})

test('R8.86 answers a server failure with 5xx and the id of its request', async () => {
  const { database } = await import('#lib/server/platform/db/connect.ts')
  await database().query('ALTER TABLE session RENAME TO session_away')
  try {
    const broken = await new Buyer(app.origin).post('/api/cart', { cart: {} })
    expect(broken).toMatchObject({ status: 500, body: { error: 'GENERAL_ERROR', id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string } })
    const id = broken.headers.get('x-request-id') ?? ''
    expect(broken.body).toMatchObject({ id })
  } finally {
    await database().query('ALTER TABLE session_away RENAME TO session')
  }
})
