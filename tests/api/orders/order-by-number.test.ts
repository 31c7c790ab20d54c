import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes, letPass, sentCodes } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

process.env.SECRET = SECRET_OF_TESTS // messages are read under the app's keys

let app: RunningApp
/** An order made with 054-731-4821. */
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

/** What a page says, without what differs from answer to answer; an island's uid is a hash of what it shows, the number among it. */
function saidOf(body: unknown, shown: string): string {
  return String(body)
    .replaceAll(shown, 'NUMBER')
    .replaceAll(/nonce="[^"]*"|nonce-[\w+/=-]+| uid="\w+"|content="[0-9a-f-]{36}"/g, '')
}

test('the number and a code to the telephone of the order lead to it', async () => {
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

test('a number alone finds nothing: of an order and of none everybody else sees the same, signed in or not', async () => {
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

test('another telephone gets no code and no order; codes are counted as those of any sign-in', async () => {
  const visitor = await browser()
  for (let sent = 0; sent < 3; sent++) {
    expect((await ask(visitor, '0521112233')).status).toBe(200)
    await letPass(21)
  }
  expect(await sentCodes()).toEqual([])
  expect(await ask(visitor, '0521112233')).toMatchObject({ body: { error: 'TOO_MANY_REQUESTS' } })
  expect((await visitor.get(`/cart/${number}`)).status).toBe(200)
})

test('what is no number is said at once', async () => {
  const visitor = await browser()
  const wrong = await visitor.get('/cart?order=K7PX-M3W0')
  expect(wrong.status).toBe(200)
  expect(String(wrong.body)).toContain('זה לא מספר הזמנה')
})
