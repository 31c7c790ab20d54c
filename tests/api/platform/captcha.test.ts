import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commitOrder, paymentForm } from '#lib/contract/order/orders.ts'
import { captchaChallenge, captchaPass } from '#lib/contract/system.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { payInForm } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', TRUSTED_PROXY: 'on' } })
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const HOME = { 'x-forwarded-for': '203.0.113.5' }
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.5' }
const REFUSED = { status: 403, body: { error: 'invalid_captcha' } }

type Action = 'seats' | 'payment' | 'codes' | 'login'

/** Solves a challenge as the browser does. */
async function solve(visitor: TestVisitor, action: Action): Promise<string> {
  const challenge = readAnswer(captchaChallenge, await visitor.get(`/api/captcha/challenge?action=${action}`, HOME)) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

async function passFor(visitor: TestVisitor, action: Action): Promise<string> {
  return readAnswer(captchaPass, await visitor.post('/api/captcha/pass', { action, payload: await solve(visitor, action) }, HOME)).pass
}

type Ask = (visitor: TestVisitor, recaptchaToken: string, from: Record<string, string>) => Promise<Answer>

const STATUS: Ask = (visitor, token, from) => visitor.get(`/api/seats/seats-status?presentationId=1&recaptchaToken=${token}`, from)
const BEST: Ask = (visitor, token, from) =>
  visitor.get(`/api/seats/best-available?presentationId=1&quantity=2&recaptchaToken=${token}`, from)
const LOCK: Ask = (visitor, recaptchaToken, from) => visitor.put('/api/seats/lock-seat', { recaptchaToken, seat: seatAt(1, 1) }, from)
const SEATS_OF_MEMBERSHIP: Ask = (visitor, token, from) =>
  visitor.get(`/api/membership/seatplan?membershipId=1&recaptchaToken=${token}`, from)
const SEATS_OF_ENROLMENT: Ask = (visitor, token, from) => visitor.get(`/api/enroll/1/seatplan?recaptchaToken=${token}`, from)
const AT = { venueId: 1, seatplanId: 1, sectionId: 1, x: 1, y: 1, ticketGroupId: 1 }
const LOCK_ON_DATES: Ask = (visitor, recaptchaToken, from) => {
  const seat = { MembershipId: 1, VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 1, TicketGroupId: 1, XCoordinate: 1, YCoordinate: 1 }
  return visitor.put('/api/membership/lock-seat', { recaptchaToken, seat }, from)
}
const LOCK_ENROLLED: Ask = (visitor, recaptchaToken, from) =>
  visitor.put('/api/enroll/1/lock-seat', { ...AT, seasonId: 1, recaptchaToken }, from)
const CHANGES: Ask = (visitor, token, from) => visitor.get(`/api/seats/changes?presentationId=1&recaptchaToken=${token}`, from)
const FORM: Ask = (visitor, token, from) => visitor.get(`/api/payment/form/he?recaptchaToken=${token}`, from)
const COMMIT: Ask = (visitor, recaptchaToken, from) =>
  visitor.post('/api/payment/commit', { cart: cartOf([seatAt(1, 1)], 'pay_0123456789abcdef'), recaptchaToken }, from)

const PAY: Ask = (visitor, recaptchaToken, from) =>
  visitor.post(`/api/payment/${'A'.repeat(20)}/payment`, { cart: { seats: [] }, recaptchaToken }, from)
const PASSWORD: Ask = (visitor, recaptchaToken, from) =>
  visitor.post('/api/customer/login', { email: 'noa@example.com', password: 'not the right one', recaptchaToken }, from)
const LINK: Ask = (visitor, recaptchaToken, from) =>
  visitor.post('/api/customer-area/link', { customerEmail: 'noa@example.com', recaptchaToken }, from)
const CODE =
  (where: 'customer' | 'customer-area'): Ask =>
  (visitor, recaptchaToken, from) =>
    visitor.post(`/api/${where}/mobile-login`, { mobileNumber: '0541234567', recaptchaToken }, from)

test.each<[string, Action, Ask]>([
  ['R5.49 the state of seats', 'seats', STATUS],
  ['R5.50 best available', 'seats', BEST],
  ['R5.51 a lock', 'seats', LOCK],
  ['the seats of a membership', 'seats', SEATS_OF_MEMBERSHIP],
  ['the seats of an enrolment', 'seats', SEATS_OF_ENROLMENT],
  ['a lock of a membership', 'seats', LOCK_ON_DATES],
  ['a lock of an enrolment', 'seats', LOCK_ENROLLED],
  ['R5.44 the form of a payment', 'payment', FORM],
  ['R5.45 a commit', 'payment', COMMIT],
  ['the payment of a reservation', 'payment', PAY],
  ['R5.48 a sign-in by password', 'login', PASSWORD],
  ['R5.48 a sign-in link', 'login', LINK],
  ['R5.48 a code for the personal area', 'login', CODE('customer-area')],
  ['R5.48 a code for the order', 'login', CODE('customer')],
])('%s requires a pass of this visitor, action and network', async (_name, action, ask) => {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/terms')
  const pass = await passFor(visitor, action)
  const foreign = await passFor(new TestVisitor(app.origin), action)
  const other = await passFor(visitor, action === 'seats' ? 'payment' : 'seats')
  for (const token of ['', 'x', `pass_${'0'.repeat(48)}`, foreign, other]) expect(await ask(visitor, token, HOME)).toMatchObject(REFUSED)
  expect(await ask(visitor, pass, ELSEWHERE)).toMatchObject(REFUSED)
  expect((await ask(visitor, pass, HOME)).status).not.toBe(403)
})

test('R5.44 R5.45 requires one pass for the form and the commit of an order, without which neither does anything', async () => {
  const visitor = new TestVisitor(app.origin)
  const seat = seatAt(1, 5)
  const locked = await visitor.put('/api/seats/lock-seat', { recaptchaToken: await passFor(visitor, 'seats'), seat }, HOME)
  expect(locked.status).toBe(200)
  for (const query of ['', '?recaptchaToken=']) expect(await visitor.get(`/api/payment/form/he${query}`, HOME)).toMatchObject(REFUSED)
  const recaptchaToken = await passFor(visitor, 'payment')
  const form = readAnswer(paymentForm, await visitor.get(`/api/payment/form/he?recaptchaToken=${recaptchaToken}`, HOME))
  const cart = cartOf([seat], await payInForm(app.origin, form.paymentFormURL))
  expect(await visitor.post('/api/payment/commit', { cart }, HOME)).toMatchObject(REFUSED)
  expect(await visitor.post('/api/payment/commit', { cart, recaptchaToken: '' }, HOME)).toMatchObject(REFUSED)
  const { rows } = await database().query('SELECT FROM orders WHERE holder = $1', [visitor.uuid])
  expect(rows).toHaveLength(0)
  const order = readAnswer(commitOrder, await visitor.post('/api/payment/commit', { cart, recaptchaToken }, HOME))
  expect(order.ticketIdentifiers).toHaveLength(1)
})

test('R5.47 R8.73 requires one for code look-ups too: a pass is good for five, and its refusal has its own name', async () => {
  const visitor = new TestVisitor(app.origin)
  const ask = (token: string, from = HOME) => visitor.get(`/api/presentations/1/ticket?ticketCode=TEN&recaptchaToken=${token}`, from)
  const refused = { status: 403, body: { error: 'captchaError', message: 'לא הצלחנו לוודא שאתם לא רובוט. נסו שוב.' } }
  const pass = await passFor(visitor, 'codes')
  for (const token of ['', 'x', await passFor(visitor, 'seats'), await passFor(new TestVisitor(app.origin), 'codes')])
    expect(await ask(token)).toMatchObject(refused)
  expect(await ask(pass, ELSEWHERE)).toMatchObject(refused)
  for (let use = 1; use <= 5; use++) expect((await ask(pass)).body).toMatchObject({ error: 'ticketNotFound' })
  expect(await ask(pass)).toMatchObject(refused)
})

test('requires one for the stream of changes too', async () => {
  const visitor = new TestVisitor(app.origin)
  expect(await CHANGES(visitor, '', HOME)).toMatchObject(REFUSED)
  expect(await CHANGES(visitor, await passFor(visitor, 'payment'), HOME)).toMatchObject(REFUSED)
})

test('requires none to release a seat', async () => {
  const visitor = new TestVisitor(app.origin)
  expect(
    await visitor.put('/api/seats/lock-seat', { recaptchaToken: await passFor(visitor, 'seats'), seat: seatAt(5, 1) }, HOME),
  ).toMatchObject({
    status: 200,
  })
  expect(await visitor.put('/api/seats/unlock-seat', { seat: seatAt(5, 1) }, ELSEWHERE)).toMatchObject({ status: 200 })
})

test('exchanges a solved challenge for one pass, once', async () => {
  const visitor = new TestVisitor(app.origin)
  const payload = await solve(visitor, 'seats')
  const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/api/captcha/pass', { action: 'seats', payload }, HOME)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(await visitor.put('/api/seats/lock-seat', { recaptchaToken: payload, seat: seatAt(6, 1) }, HOME)).toMatchObject(REFUSED)
})
