import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes, ageCodes, sentCodes } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

process.env.SECRET = SECRET_OF_TESTS // messages are read with the app's keys

let app: RunningApp
/** An order of the number 054-731-4821. */
let number: string
let resId: string
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
  const { reservationIdentifier } = await new Buyer(app.origin).buy(seatAt(1, 1))
  resId = reservationIdentifier
  number = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [resId]))
})
afterAll(() => app.stop())
beforeEach(forgetCodes)
afterEach(checkInvariants)

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/terms')
  return visitor
}

const ask = (visitor: TestVisitor, mobileNumber: string) => visitor.post('/api/customer-area/mobile-login', { mobileNumber })
const enter = (visitor: TestVisitor, smsCode: string) => visitor.post('/api/customer-area/mobile-login-validation', { smsCode })

/** The text of a page without its varying parts. An island's uid hashes its props, which include the number. */
function saidOf(body: unknown, shown: string): string {
  return String(body)
    .replaceAll(shown, 'NUMBER')
    .replaceAll(/nonce="[^"]*"|nonce-[\w+/=-]+| uid="\w+"|content="[0-9a-f-]{36}"/g, '')
}

test('opens an order by its number and a code to its phone', async () => {
  const visitor = await browser()
  const found = await visitor.get(`/cart?order=${formatOrderNumber(number).toLowerCase()}`)
  expect([found.status, found.headers.get('location')]).toEqual([303, `/cart/${number}`])
  const asked = await visitor.get(`/cart/${number}`)
  expect(asked.status).toBe(200)
  expect(String(asked.body)).not.toContain(resId)
  expect((await ask(visitor, '0547314821')).status).toBe(200)
  expect((await enter(visitor, await codeTo('0547314821'))).status).toBe(200)
  const led = await visitor.get(`/cart/${number}`)
  expect([led.status, led.headers.get('location')]).toEqual([303, `/cart/${resId}`])
  expect(String((await visitor.get(`/cart/${resId}`)).body)).toContain(formatOrderNumber(number))
})

test('shows everybody else the same for a known and an unknown number, signed in or not', async () => {
  const none = 'ZZZZ9999'
  const visitor = await browser()
  const [ofOrder, ofNone] = [await visitor.get(`/cart/${number}`), await visitor.get(`/cart/${none}`)]
  expect(ofOrder.status).toBe(ofNone.status)
  expect(saidOf(ofOrder.body, number)).toBe(saidOf(ofNone.body, none))
  const other = new Buyer(app.origin)
  await other.openPage('/terms')
  await other.buy(seatAt(5, 1))
  expect([(await other.get(`/cart/${number}`)).status, (await other.get(`/cart/${none}`)).status]).toEqual([200, 200])
})

test('sends no code to another phone and shows no order; codes count as those of any sign-in', async () => {
  const visitor = await browser()
  for (let sent = 0; sent < 3; sent++) {
    expect((await ask(visitor, '0521112233')).status).toBe(200)
    await ageCodes(21)
  }
  expect(await sentCodes()).toEqual([])
  expect(await ask(visitor, '0521112233')).toMatchObject({ body: { error: 'TOO_MANY_REQUESTS' } })
  expect((await visitor.get(`/cart/${number}`)).status).toBe(200)
})

test('rejects an invalid number at once', async () => {
  const visitor = await browser()
  const wrong = await visitor.get('/cart?order=K7PX-M3W0')
  expect(wrong.status).toBe(200)
  expect(String(wrong.body)).toContain('זה לא מספר הזמנה')
})

test('numbers that lead to no order of one’s own are counted, whether anybody has them or not; those of one’s own are not', async () => {
  const away = (network: number) => ({ 'x-forwarded-for': `203.0.113.${String(network)}`, accept: 'text/html' })
  const behindProxy = await startApp({ env: { TRUSTED_PROXY: 'on' } })
  try {
    const visitor = new TestVisitor(behindProxy.origin)
    await visitor.openPage('/terms')
    for (let miss = 0; miss < 10; miss++) {
      const asked = await visitor.get(`/cart/${miss % 2 === 0 ? number : `ZZZZ999${String('23456789AB'[miss])}`}`, away(1))
      expect(asked.status, `miss ${String(miss)}`).toBe(200)
    }
    const [ofOrder, ofNone] = [await visitor.get(`/cart/${number}`, away(1)), await visitor.get('/cart/ZZZZ9999', away(1))]
    expect([ofOrder.status, ofNone.status]).toEqual([429, 429])
    expect(Number(ofOrder.headers.get('retry-after') ?? 0) + Number(String(ofOrder.body).includes('דקות'))).toBeGreaterThan(0)
    expect((await visitor.get('/terms', away(1))).status, 'all other pages go on').toBe(200)
    const owner = new Buyer(app.origin)
    await owner.openPage('/terms')
    const { reservationIdentifier } = await owner.buy(seatAt(6, 1))
    const own = String(await cellOf('SELECT order_number FROM orders WHERE reservation_identifier = $1', [reservationIdentifier]))
    const there = owner.copy(behindProxy.origin)
    for (let look = 0; look < 12; look++) expect((await there.get(`/cart/${own}`, away(2))).status).toBe(303)
  } finally {
    await behindProxy.stop()
  }
})
