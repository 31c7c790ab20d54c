import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getTimer } from '#lib/contract/show/presentations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { textOf } from '#lib/text/text.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const LOCK = '/api/seats/lock-seat'

function visitor(): TestVisitor {
  return new TestVisitor(app.origin)
}

test('R6.1 R7.1 refuses a write without a uuid, and lets a plain client lock with one', async () => {
  const plain = visitor()
  expect(await plain.put(LOCK, { seat: seatAt(1, 1) }, { uuid: '' })).toMatchObject({ status: 400, body: { error: 'MISSING_UUID' } })
  expect(await plain.put(LOCK, { seat: seatAt(1, 1) }, { uuid: 'nonsense' })).toMatchObject({ status: 400 })
  expect(await plain.put(LOCK, { seat: seatAt(1, 1) })).toMatchObject({ status: 200 })
})

test('R6.2 lets anybody browse without uuid and cookie', async () => {
  for (const path of ['/', '/booking', '/api/presentations', '/api/features', '/api/presentations/1', '/api/customer/locations'])
    expect((await fetch(app.origin + path)).status).toBe(200)
})

test('R7.2 accepts the timestamp ts in every call and ignores it', async () => {
  const [one, two] = await Promise.all([visitor().get('/api/features?ts=1'), visitor().get('/api/features?ts=1764000000000')])
  expect(one.status).toBe(200)
  expect(one.body).toEqual(two.body)
})

test('R4.65 creates and stores a uuid with the first page and keeps it for the next', async () => {
  const browser = visitor()
  await browser.openPage('/')
  const first = browser.uuid
  await browser.openPage('/booking')
  expect(browser.uuid).toBe(first)
  const { rowCount } = await database().query('SELECT 1 FROM session WHERE uuid = $1 AND sid_hash IS NOT NULL', [first])
  expect(rowCount).toBe(1)
})

test('R4.65 restores the uuid of a lost session from its own cookie, which cannot be forged', async () => {
  const browser = visitor()
  await browser.openPage('/')
  const first = browser.uuid
  browser.cookies.set('sid', 'of a session that is gone')
  await browser.openPage('/')
  expect(browser.uuid).toBe(first)
  const forger = visitor()
  forger.cookies.set('uuid', `${first}.${'x'.repeat(43)}`)
  await forger.openPage('/')
  expect(forger.uuid).not.toBe(first)
})

test('R4.65 keeps the uuid of the session where the other cookie has another', async () => {
  const [browser, other] = [visitor(), visitor()]
  await browser.openPage('/')
  await other.openPage('/')
  const first = browser.uuid
  const sid = browser.cookies.get('sid')
  browser.cookies.set('uuid', other.cookies.get('uuid') ?? '')
  await browser.openPage('/booking')
  expect([browser.uuid, browser.cookies.get('sid')]).toEqual([first, sid])
})

test('sets the session cookie HttpOnly and SameSite=Lax and never shows it in the page; over plain http Safari keeps it too', async () => {
  const { sid, html } = await sessionCookieOf(app)
  expect(sid).toMatch(/^sid=.*HttpOnly/i)
  expect(sid).toMatch(/SameSite=Lax/i)
  expect(sid).not.toMatch(/Secure/i)
  expect(html).not.toContain(sid.split('=')[1]?.split(';')[0])
})

test('sets the session cookie Secure over https, for this host only', async () => {
  const port = String(await freePort())
  const secure = await startApp({ env: { PORT: port, PUBLIC_ORIGIN: 'https://tickets.example.co.il', PAYMENT_PROVIDER: 'sandbox' } })
  try {
    expect((await sessionCookieOf({ origin: `http://127.0.0.1:${port}` })).sid).toMatch(
      /^__Host-sid=(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)(?=.*Path=\/(;|$))(?!.*Domain)/i,
    )
  } finally {
    await secure.stop()
  }
})

async function sessionCookieOf({ origin }: Pick<RunningApp, 'origin'>): Promise<{ readonly sid: string; readonly html: string }> {
  const answer = await fetch(origin)
  const sid = answer.headers.getSetCookie().find((cookie) => /^(__Host-)?sid=/.test(cookie)) ?? ''
  return { sid, html: await answer.text() }
}

test('refuses a header that differs from the cookie’s session and does nothing', async () => {
  const browser = visitor()
  await browser.openPage('/')
  browser.uuid = randomUUID()
  expect(await browser.put(LOCK, { seat: seatAt(2, 1) })).toMatchObject({ status: 409, body: { error: 'UUID_MISMATCH' } })
  const { rowCount } = await database().query('SELECT 1 FROM seat_claim WHERE holder = $1', [browser.uuid])
  expect(rowCount).toBe(0)
})

test('gives nothing for a browser’s uuid without its cookie', async () => {
  const browser = visitor()
  await browser.openPage('/')
  const thief = visitor()
  thief.uuid = browser.uuid
  expect(await thief.put(LOCK, { seat: seatAt(3, 1) })).toMatchObject({ status: 409, body: { error: 'UUID_MISMATCH' } })
})

test('ignores a uuid in the query', async () => {
  const planted = randomUUID()
  const browser = visitor()
  await browser.openPage(`/?uuid=${planted}`)
  expect(browser.uuid).not.toBe(planted)
})

test('R3.40 R4.66 keeps uuid, customer info and cart in the session for the next page', async () => {
  const browser = visitor()
  await browser.openPage('/')
  await browser.put(LOCK, { seat: seatAt(4, 1) })
  const customerInfo = { firstName: 'קלאודיה', lastName: 'סודאי', ssn: '123456782' }
  const cart = { presentations: [{ id: 1, seats: [lineOf(seatAt(4, 1), 12)] }], products: [{ id: 1, quantity: 3 }] }
  const stored = await browser.post('/api/cart', { cart: { ...cart, customerInfo } })
  expect(stored.status).toBe(200)
  const { rows } = await database().query('SELECT uuid, customer_info, area_customer_id, cart, preslive FROM session WHERE uuid = $1', [
    browser.uuid,
  ])
  expect(rows).toMatchObject([
    { uuid: browser.uuid, customer_info: { firstName: 'קלאודיה', lastName: 'סודאי' }, area_customer_id: null, cart, preslive: null },
  ])
  expect(JSON.stringify(rows)).not.toContain('123456782')
  const page = await browser.openPage('/booking/checkout')
  for (const known of ['קלאודיה', 'סודאי', 'סטודנט', 'תוכנייה']) expect(page).toContain(known)
  const other = await visitor().openPage('/booking/checkout')
  for (const unknown of ['קלאודיה', 'סודאי', 'סטודנט', 'תוכנייה']) expect(other).not.toContain(unknown)
})

test('R7.53 answers which seat is locked, or an error', async () => {
  const [one, two] = [visitor(), visitor()]
  expect(await one.put(LOCK, { seat: seatAt(6, 2) })).toMatchObject({ status: 200, body: { lockedSeat: { x: 6, y: 2 } } })
  expect((await one.put(LOCK, { seat: PLACE })).body).toEqual({ lockedSeat: { x: null, y: null } })
  const { body } = await two.put(LOCK, { seat: seatAt(6, 2) })
  expect(body).toMatchObject({ error: 'SEAT_NOT_AVAILABLE' })
  expect(body).not.toHaveProperty('lockedSeat')
})

test('R7.54 R7.55 R8.52 answers which seat is freed, or why it is not', async () => {
  const [one, two] = [visitor(), visitor()]
  const UNLOCK = '/api/seats/unlock-seat'
  for (const seat of [seatAt(7, 2), PLACE]) expect((await one.put(LOCK, { seat })).status).toBe(200)
  const failed = { status: 409, body: { error: 'UNLOCK_FAILED', message: textOf('he')('errors.UNLOCK_FAILED') } }
  for (const seat of [seatAt(7, 2), PLACE]) expect(await two.put(UNLOCK, { seat })).toMatchObject(failed)
  expect((await one.put(UNLOCK, { seat: seatAt(7, 2) })).body).toEqual({ unlockedSeat: { x: 7, y: 2 } })
  expect((await one.put(UNLOCK, { seat: PLACE })).body).toEqual({ unlockedSeat: { x: null, y: null } })
  expect(await one.put(UNLOCK, { seat: seatAt(7, 2) })).toMatchObject(failed)
})

test('R7.46 answers the timer keyed by the id of its presentation, to whoever holds seats there', async () => {
  const [one, two] = [visitor(), visitor()]
  const expectLeft = countdown()
  expect((await one.put(LOCK, { seat: seatAt(8, 2) })).status).toBe(200)
  await database().query(`UPDATE seat_claim SET expires_at = expires_at - interval '100 seconds' WHERE holder = $1`, [one.uuid])
  const leftOf = async (who: TestVisitor) => {
    const { timer } = readAnswer(getTimer, await who.get('/api/presentations/timer/1'))
    expect(Object.keys(timer)).toEqual(['1'])
    return timer[1]?.timeInSeconds
  }
  expectLeft(await leftOf(one), 500)
  expect(await leftOf(two)).toBe(600)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['an unnamed origin', { origin: 'null' }],
])('refuses a write from %s', async (_name, headers) => {
  expect(await visitor().put(LOCK, { seat: seatAt(5, 1) }, headers)).toMatchObject({ status: 403, body: { error: 'CROSS_SITE' } })
})

test('protects a read that changes something like a write', async () => {
  expect(await visitor().get('/api/payment/form/he', { 'sec-fetch-site': 'none' })).toMatchObject({ status: 403 })
  expect(await visitor().get('/api/payment/form/he', { uuid: '' })).toMatchObject({ status: 400, body: { error: 'MISSING_UUID' } })
})
