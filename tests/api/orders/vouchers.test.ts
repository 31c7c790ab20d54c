import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkVoucher, commitOrder, storeCart } from '#lib/contract/order/orders.ts'
import { captchaChallenge, captchaPass } from '#lib/contract/system.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { textOf } from '#lib/text/text.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

let [open, guarded]: RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  // The test looks vouchers up with the keys of the processes that it starts.
  process.env.SECRET = 'a secret of the tests, long enough to be one'
  await buildHouse()
  open = await startApp({ env: { TRUSTED_PROXY: 'on' } })
  guarded = await startApp({ env: { TRUSTED_PROXY: 'on', CAPTCHA_PROVIDER: 'altcha' } })
})
afterAll(() => Promise.all([open?.stop(), guarded?.stop()]))
afterEach(checkInvariants)

const SEAT = seatAt(3, 3)
const STORED = { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: CUSTOMER }

function originOf(app: RunningApp | undefined): string {
  if (!app) throw new Error('The app was not started.')
  return app.origin
}

/** A visitor who has given an ID number. */
async function enter(app: RunningApp | undefined, from: Record<string, string> = {}): Promise<Buyer> {
  const buyer = new Buyer(originOf(app))
  expect((await buyer.post('/api/cart', { cart: { customerInfo: CUSTOMER } }, from)).status).toBe(200)
  return buyer
}

function check(buyer: Buyer, reference: string, from: Record<string, string> = {}, token = '') {
  return buyer.get(`/api/payment/voucher?reference=${encodeURIComponent(reference)}&recaptchaToken=${token}`, from)
}

test('R1.6 accepts a voucher code during an order, which pays its part', async () => {
  const buyer = await enter(open)
  await buyer.lock(SEAT)
  const reference = await makeVoucher(5_000)
  readAnswer(storeCart, await buyer.post('/api/cart', { cart: STORED }))
  const { payment } = readAnswer(checkVoucher, await check(buyer, reference))
  expect(payment).toMatchObject({ amount: 50, balance: 50 })
  const voucherPayments = [{ id: payment.id, amount: payment.amount, systemVoucher: payment.systemVoucher }]
  const { totals } = readAnswer(storeCart, await buyer.post('/api/cart', { cart: { ...STORED, voucherPayments } }))
  expect(totals).toMatchObject({ voucherPayments: [50], balanceDue: 62 })
  readAnswer(commitOrder, await buyer.commit({ ...cartOf([SEAT], await buyer.payByCard(undefined, 62)), voucherPayments }))
  const { rows } = await database().query('SELECT amount_due, voucher_amount, state FROM orders')
  expect(rows).toEqual([{ amount_due: 6_200, voucher_amount: 5_000, state: 'paid' }])
})

test('R8.34 says why a voucher does not pay, each reason by its own code, and PARTIAL_REDEMPTION_NOT_ALLOWED if a rest would stay on one that pays whole', async () => {
  const seat = seatAt(3, 5)
  const buyer = await enter(open)
  await buyer.lock(seat)
  readAnswer(
    storeCart,
    await buyer.post('/api/cart', { cart: { presentations: [{ id: 1, seats: [lineOf(seat)] }], customerInfo: CUSTOMER } }),
  )
  const reasons = [
    ['NOT_ACTIVE', 5_000, { state: 'cancelled' }],
    ['NOT_ACTIVE', 5_000, { state: 'replaced' }],
    ['NOT_ACTIVE', 5_000, { endsAt: '2026-01-01T00:00:00Z' }],
    ['NOT_ACTIVE', 5_000, { startsAt: '2099-01-01T00:00:00Z' }],
    ['ALREADY_FOR_REPLACEMENT', 5_000, { state: 'forReplacement' }],
    ['NOT_SOLD_IN_OUTLET', 5_000, { businessIds: [2] }],
    ['PARTIAL_REDEMPTION_NOT_ALLOWED', 50_000, { allowsPartial: false }],
  ] as const
  for (const [error, balance, terms] of reasons) {
    // What is told of a voucher that is not valid yet, or too large, is proved in the tests of entitlements.
    const own = textOf('he')(`errors.${error}`)
    const message = 'startsAt' in terms || 'allowsPartial' in terms ? expect.not.stringContaining(own) : own
    expect(await check(buyer, await makeVoucher(balance, terms))).toMatchObject({ status: 409, body: { error, message } })
  }
  const body = { error: 'SYSTEM_VOUCHER_NOT_FOUND', message: textOf('he')('errors.SYSTEM_VOUCHER_NOT_FOUND') }
  expect(await check(buyer, 'TEST-00000000')).toMatchObject({ status: 409, body })
  const whole = await makeVoucher(11_200, { allowsPartial: false })
  expect(readAnswer(checkVoucher, await check(buyer, whole)).payment).toMatchObject({ amount: 112, balance: 112 })
})

test('R5.46 requires a captcha pass for the check, for codes and for this visitor', async () => {
  const home = { 'x-forwarded-for': '203.0.113.5' }
  const buyer = await enter(guarded, home)
  const reference = await makeVoucher(5_000)
  const refused = { status: 403, body: { error: 'invalid_captcha' } }
  const others = [await passFor(buyer, 'payment', home), await passFor(await enter(guarded, home), 'codes', home)]
  for (const token of ['', 'x', ...others]) expect(await check(buyer, reference, home, token)).toMatchObject(refused)
  const pass = await passFor(buyer, 'codes', home)
  // The code is known; the answer after the pass is that nothing needs to be paid.
  for (let use = 1; use <= 5; use++)
    expect(await check(buyer, reference, home, pass)).toMatchObject({ status: 409, body: { error: 'VOUCHER_NO_BALANCE' } })
  expect(await check(buyer, reference, home, pass)).toMatchObject(refused)
})

async function passFor(buyer: Buyer, action: 'codes' | 'payment', from: Record<string, string>): Promise<string> {
  const challenge = readAnswer(captchaChallenge, await buyer.get(`/api/captcha/challenge?action=${action}`, from)) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  return readAnswer(captchaPass, await buyer.post('/api/captcha/pass', { action, payload }, from)).pass
}

test('allows five failures per visitor and twenty per address, also at once, all with the same answer', async () => {
  const from = { 'x-forwarded-for': '198.51.100.7' }
  const buyer = await enter(open, from)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => check(buyer, `GUESS-${String(n)}`, from)))
  const known = answers.filter(({ status }) => status === 409)
  expect(known).toHaveLength(5)
  expect(new Set(known.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  expect(await check(buyer, await makeVoucher(5_000), from)).toMatchObject({ status: 429, body: { error: 'TOO_MANY_CODES' } })
  let failures = known.length
  for (let visitor = 0; visitor < 5; visitor++) {
    const next = await enter(open, from)
    for (let n = 0; n < 5; n++) failures += (await check(next, 'GUESS', from)).status === 409 ? 1 : 0
  }
  expect(failures).toBe(20)
  expect((await check(await enter(open), 'GUESS', { 'x-forwarded-for': '198.51.100.8' })).status).toBe(409)
})

test('tells a number with a wrong check sign as mistyped, and counts no failure', async () => {
  const from = { 'x-forwarded-for': '198.51.100.10' }
  const buyer = await enter(open, from)
  const body = { error: 'VOUCHER_MISTYPED', message: textOf('he')('errors.VOUCHER_MISTYPED') }
  for (let n = 0; n < 6; n++) expect(await check(buyer, '7k3m-9qz0-a1b2-c4d5-efg0', from)).toMatchObject({ status: 409, body })
  expect(await check(buyer, 'GUESS', from)).toMatchObject({ status: 409, body: { error: 'SYSTEM_VOUCHER_NOT_FOUND' } })
})

test('does not count a found voucher as a failure', async () => {
  const from = { 'x-forwarded-for': '198.51.100.9' }
  const buyer = await enter(open, from)
  const reference = await makeVoucher(5_000)
  for (let n = 0; n < 8; n++) expect(await check(buyer, reference, from)).toMatchObject({ body: { error: 'VOUCHER_NO_BALANCE' } })
})

test('looks nothing up without a uuid or for another site', async () => {
  const reference = await makeVoucher(5_000)
  expect((await fetch(`${originOf(open)}/api/payment/voucher?reference=${reference}`)).status).toBe(400)
  const buyer = await enter(open)
  expect(await buyer.get(`/api/payment/voucher?reference=${reference}`, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
  expect(await buyer.get('/api/payment/voucher')).toMatchObject({ status: 400 })
  expect(await buyer.post('/api/payment/voucher', {})).toMatchObject({ status: 405 })
})
