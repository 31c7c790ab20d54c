import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { captchaChallenge, captchaPass } from '#lib/contract/system.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes, ageCodes, sentCodes, wrongCode } from '#tests/support/buyers/sign-in.ts'
import { untilThere } from '#tests/support/until.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

process.env.SECRET = SECRET_OF_TESTS // messages are read with the app's keys

let apps: RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await database().query(
    `INSERT INTO customer (first_name, mobile_number) SELECT 'לקוח', '0500' || lpad(n::text, 6, '0') FROM generate_series(1, 1000) n`,
  )
  // Two processes of one shop, so that only counts in the database matter.
  apps = await Promise.all([1, 2].map(() => startApp({ env: { TRUSTED_PROXY: 'on', SMS_TO_UNKNOWN: 'on' } })))
})
afterAll(() => Promise.all(apps.map((app) => app.stop())))
beforeEach(forgetCodes)

function numberOf(n: number): string {
  return `0500${String(n).padStart(6, '0')}`
}

let addresses = 0
function newAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `203.0.${String(Math.floor(addresses / 250))}.${String((addresses % 250) + 1)}` }
}

async function browser(n = 0): Promise<TestVisitor> {
  const visitor = new TestVisitor(apps[n % apps.length]?.origin ?? '')
  await visitor.openPage('/terms')
  return visitor
}

/** Retries while the shop is too busy to answer, as in a flood on a slow machine. */
const ask = (visitor: TestVisitor, mobileNumber: string, from: Record<string, string>) =>
  untilThere(async () => {
    const answer = await visitor.post('/api/customer-area/mobile-login', { mobileNumber }, from)
    return answer.status === 503 ? undefined : answer
  }, 'an answer')
const enter = (visitor: TestVisitor, smsCode: string, from: Record<string, string>) =>
  visitor.post('/api/customer-area/mobile-login-validation', { smsCode }, from)

function counted(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('sends ten codes to 1,000 numbers requested from one address, in many sessions of two processes', async () => {
  const visitors = await Promise.all(Array.from({ length: 40 }, (_, n) => browser(n)))
  const from = newAddress()
  const answers: Answer[] = []
  for (let start = 1; start <= 1000; start += 40)
    answers.push(...(await Promise.all(visitors.map((visitor, n) => ask(visitor, numberOf(start + n), from)))))
  expect(answers).toHaveLength(1000)
  expect(await sentCodes()).toHaveLength(10)
  expect(counted(answers)).toEqual({ 200: 10, 429: 990 })
  expect(answers.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
  expect((await ask(await browser(), numberOf(999), newAddress())).status).toBe(200)
})

test('sends three codes to one number requested from 100 addresses, in whatever spelling', async () => {
  const spellings = ['0500000001', '+972500000001', '972-50-000-0001', '050 000 0001']
  for (let round = 0; round < 5; round++) {
    const visitors = await Promise.all(Array.from({ length: 20 }, (_, n) => browser(n)))
    await Promise.all(visitors.map((visitor, n) => ask(visitor, spellings[n % spellings.length] ?? '', newAddress())))
    await ageCodes(21)
  }
  expect(await sentCodes()).toHaveLength(3)
})

test('stops a pumping attack from 200 addresses on 200 numbers, because nobody enters the codes; SMS_FAILED is the same for all', async () => {
  const pump = async (first: number, count: number) => {
    const visitors = await Promise.all(Array.from({ length: count }, (_, n) => browser(n)))
    return Promise.all(visitors.map((visitor, n) => ask(visitor, numberOf(first + n), newAddress())))
  }
  for (const first of [1, 26]) await pump(first, 25)
  await ageCodes(31)
  const startedAt = performance.now()
  const answers = [...(await pump(51, 50)), ...(await pump(101, 50)), ...(await pump(151, 50))]
  // Lets one attempt through every ten seconds, to find out whether the attack is over.
  const passed = 2 + Math.floor((performance.now() - startedAt) / 10_000)
  expect((await sentCodes()).length).toBeLessThanOrEqual(50 + passed)
  const stopped = answers.filter(({ status }) => status !== 200)
  expect(stopped.length).toBeGreaterThanOrEqual(150 - passed)
  expect(new Set(stopped.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(stopped[0]).toMatchObject({ status: 409, body: { error: 'SMS_FAILED' } })
  const { rows } = await database().query(`SELECT facts FROM security_log WHERE action = 'sms stopped'`)
  expect(rows).toEqual([{ facts: { why: 'codes not entered' } }])
})

test('allows five guesses per code, also at once in two processes, then refuses the right code the same way', async () => {
  const visitor = await browser()
  const from = newAddress()
  await ask(visitor, numberOf(1), from)
  const code = await codeTo(numberOf(1))
  const twin = visitor.copy()
  const wrong = await Promise.all(Array.from({ length: 12 }, (_, n) => enter(n % 2 ? visitor : twin, wrongCode(code), from)))
  const right = await enter(visitor, code, from)
  expect(new Set([...wrong, right].map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(right).toMatchObject({ status: 409, body: { error: 'INVALID_SMS_CODE' } })
  await ageCodes(21)
  await ask(visitor, numberOf(1), from)
  expect(await enter(visitor, await codeTo(numberOf(1)), from)).toMatchObject({ status: 200 })
})

test('ends guessing across sessions from one address after 30 wrong codes an hour', async () => {
  const from = newAddress()
  const answers: Answer[] = []
  for (let session = 0; session < 10; session++) {
    const visitor = await browser(session)
    await ask(visitor, numberOf(session + 1), newAddress())
    const code = await codeTo(numberOf(session + 1))
    answers.push(...(await Promise.all(Array.from({ length: 5 }, () => enter(visitor, wrongCode(code), from)))))
  }
  expect(counted(answers)).toEqual({ 409: 30, 429: 20 })
})

test('R5.48 R8.27 requires a new captcha proof for each message', async () => {
  const checked = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', TRUSTED_PROXY: 'on' } })
  try {
    const visitor = new TestVisitor(checked.origin)
    await visitor.openPage('/terms')
    const from = newAddress()
    const passFor = async (action: 'login' | 'codes') => {
      const challenge = readAnswer(captchaChallenge, await visitor.get(`/api/captcha/challenge?action=${action}`, from))
      const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
      const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
      return readAnswer(captchaPass, await visitor.post('/api/captcha/pass', { action, payload }, from)).pass
    }
    const refused = { status: 403, body: { error: 'invalid_captcha' } }
    const paths = ['/api/customer-area/mobile-login', '/api/customer/mobile-login']
    for (const [n, path] of paths.entries()) {
      const pass = await passFor('login')
      const send = (mobileNumber: string, recaptchaToken?: string) =>
        visitor.post(path, { mobileNumber, ...(recaptchaToken !== undefined && { recaptchaToken }) }, from)
      for (const token of [undefined, '', 'x', await passFor('codes')]) expect(await send(numberOf(1), token)).toMatchObject(refused)
      expect(await send(numberOf(n + 1), pass)).toMatchObject({ status: 200 })
      expect(await send(numberOf(n + 11), pass)).toMatchObject(refused)
    }
    expect(await sentCodes()).toHaveLength(2)
  } finally {
    await checked.stop()
  }
})
