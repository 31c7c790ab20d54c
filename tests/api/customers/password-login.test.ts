import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { codeTo, forgetCodes } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const LOGIN = '/api/customer/login'
const EMAIL = 'noa@shura.example'
const PASSWORD = 'shura-noa-2026'
const FAILED = { status: 409, body: { error: 'LOGIN_FAILED' } }

let app: RunningApp
let noa = 0
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
  noa = await makeCustomer({
    email: EMAIL,
    mobileNumber: '+972-547314821',
    passwordHash: await hashPassword(PASSWORD),
    address1: 'הרצל #5',
  })
  await makeMembership(noa)
})
beforeEach(forgetCodes)
afterAll(() => app.stop())
afterEach(checkInvariants)

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/')
  return visitor
}

const login = (visitor: TestVisitor, email = EMAIL, password = PASSWORD, headers: Record<string, string> = {}) =>
  visitor.post(LOGIN, { email, password, includeMemberships: true }, headers)

async function stateOf(uuid: string): Promise<unknown> {
  const { rows } = await database().query(
    'SELECT customer_id AS "order", area_customer_id AS area, signed_in_by AS by, customer_info AS info FROM session WHERE uuid = $1',
    [uuid],
  )
  return rows[0]
}

test('R1.15 R7.36 R4.44 signs in with e-mail address and password and answers the customer and their memberships', async () => {
  const visitor = await browser()
  const answer = await login(visitor, ` ${EMAIL.toUpperCase()} `)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      customerInfo: {
        CustomerId: noa,
        CustomerIds: [noa],
        firstName: 'נועה',
        email: EMAIL,
        mobileNumber: '0547314821',
        address1: 'הרצל 5',
      },
      members: [{ customerId: noa, name: 'מעגל הבמה', isExpired: false }],
    },
  })
  expect(await stateOf(visitor.uuid)).toMatchObject({ order: noa, area: noa, by: 'password' })
  expect(JSON.stringify(answer.body)).not.toContain('argon2')
})

test('answers no memberships without includeMemberships', async () => {
  const answer = await (await browser()).post(LOGIN, { email: EMAIL, password: PASSWORD })
  expect(answer).toMatchObject({ status: 200, body: { members: [] } })
})

test('R8.6 R8.25 answers and logs every failure alike as LOGIN_FAILED, except for its cause, and signs nobody in', async () => {
  const passwordHash = await hashPassword(PASSWORD)
  await makeCustomer({ email: 'unproved@shura.example', isEmailProved: false, passwordHash })
  await makeCustomer({ email: 'without@shura.example' })
  const gone = await makeCustomer({ email: 'gone@shura.example', passwordHash })
  await database().query('UPDATE customer SET deleted_at = now() WHERE customer_id = $1', [gone])
  const visitor = await browser()
  const causes = [EMAIL, 'nobody@shura.example', 'unproved@shura.example', 'without@shura.example', 'gone@shura.example', 'no address']
  const answers = []
  for (const email of causes) answers.push(await login(visitor, email, email === EMAIL ? 'wrong-password' : PASSWORD))
  for (const answer of answers) expect(answer).toMatchObject(FAILED)
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await stateOf(visitor.uuid)).toMatchObject({ order: null, area: null, by: null })
  const { rows } = await database().query(`SELECT count(*)::int AS n FROM security_log WHERE action = 'login failed' AND uuid = $1`, [
    visitor.uuid,
  ])
  expect(rows).toEqual([{ n: causes.length }])
})

test('replaces the session secret on sign-in and keeps the uuid; neither the old secret nor the header alone sees the customer', async () => {
  const visitor = await browser()
  const fixed = visitor.copy()
  await login(visitor)
  expect(visitor.cookies.get('sid')).not.toBe(fixed.cookies.get('sid'))
  const plain = new TestVisitor(app.origin)
  plain.uuid = visitor.uuid
  for (const attacker of [fixed, plain]) {
    expect((await attacker.post('/api/customer/refresh', {})).status).not.toBe(200)
    expect((await attacker.get('/api/customer-area/sessions')).status).not.toBe(200)
  }
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ status: 200, body: { customerInfo: { CustomerId: noa } } })
})

test('refuses to sign in a visitor by header alone', async () => {
  expect(await login(new TestVisitor(app.origin))).toMatchObject({ status: 400, body: { error: 'MISSING_UUID' } })
})

test('checks five of twenty concurrent wrong passwords for one address, then refuses even the right one for a quarter of an hour', async () => {
  const visitors = await Promise.all(Array.from({ length: 20 }, browser))
  const answers = await Promise.all(visitors.map((visitor) => login(visitor, EMAIL, 'wrong-password')))
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  const [visitor] = visitors
  if (!visitor) throw new Error('no visitor')
  expect(await login(visitor)).toMatchObject({ status: 429, headers: expect.anything() })
  await database().query(`UPDATE sign_in_failure SET at = at - interval '15 minutes'`)
  expect((await login(visitor)).status).toBe(200)
})

const from = (address: string) => ({ 'x-forwarded-for': address })

test('locks a stranger’s address out of the account after five wrong passwords, and nobody else', async () => {
  const stranger = await browser()
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await login(stranger, EMAIL, 'wrong-password', from('198.51.100.7'))).status)
  expect(statuses).toEqual([...Array<number>(5).fill(409), 429, 429])
  expect((await login(await browser(), EMAIL, PASSWORD, from('198.51.100.7'))).status).toBe(429)
  expect((await login(await browser(), EMAIL, PASSWORD, from('203.0.113.9'))).status).toBe(200)
})

test('ends guessing from many addresses after fifty a day; the owner can still use a known browser, a code or a link', async () => {
  const own = await browser()
  expect((await login(own, EMAIL, PASSWORD, from('203.0.113.9'))).status).toBe(200)
  expect((await own.post('/api/customer-area/logout', {}, from('203.0.113.9'))).status).toBe(200)
  const strangers = [await browser(), await browser(), await browser()]
  const statuses = []
  for (let n = 0; n < 54; n++)
    statuses.push((await login(strangers[n % 3] ?? own, EMAIL, 'wrong-password', from(`198.51.100.${String(n)}`))).status)
  expect(statuses).toEqual([...Array<number>(50).fill(409), 429, 429, 429, 429])
  // A new address is refused even with the right password; a browser that has signed in before is not, even at the guesser's address.
  expect((await login(await browser(), EMAIL, PASSWORD, from('192.0.2.1'))).status).toBe(429)
  expect((await login(own, EMAIL, PASSWORD, from('198.51.100.1'))).status).toBe(200)
  const phone = await browser()
  await database().query(`UPDATE customer SET mobile_number = '0547314821' WHERE customer_id = $1`, [noa])
  expect((await phone.post('/api/customer-area/link', { customerEmail: EMAIL }, from('192.0.2.2'))).status).toBe(200)
  expect((await phone.post('/api/customer-area/mobile-login', { mobileNumber: '0547314821' }, from('192.0.2.2'))).status).toBe(200)
  const smsCode = await codeTo('0547314821')
  expect((await phone.post('/api/customer-area/mobile-login-validation', { smsCode }, from('192.0.2.2'))).status).toBe(200)
  await database().query(`UPDATE sign_in_failure SET at = at - interval '1 day'`)
  expect((await login(await browser(), EMAIL, PASSWORD, from('192.0.2.1'))).status).toBe(200)
})

test('gives a known browser five guesses per quarter of an hour too; knowing its uuid is not enough', async () => {
  const own = await browser()
  expect((await login(own, EMAIL, PASSWORD, from('203.0.113.9'))).status).toBe(200)
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await login(own, EMAIL, 'wrong-password', from(`198.51.100.${String(n)}`))).status)
  expect(statuses).toEqual([...Array<number>(5).fill(409), 429, 429])
  const stranger = await browser()
  for (let n = 0; n < 5; n++) expect((await login(stranger, EMAIL, 'wrong-password', from('203.0.113.9'))).status).toBe(409)
  const named = new TestVisitor(app.origin)
  named.uuid = own.uuid
  expect((await login(named, EMAIL, PASSWORD, from('203.0.113.9'))).status).not.toBe(200)
  const other = await browser()
  expect((await other.post(LOGIN, { email: EMAIL, password: PASSWORD, uuid: own.uuid }, from('203.0.113.9'))).status).toBe(429)
})

test('stops one address that sprays a password over many customers after twenty, and no other address', async () => {
  const visitor = await browser()
  const statuses = []
  for (let n = 0; n < 22; n++)
    statuses.push((await login(visitor, `person${String(n)}@shura.example`, PASSWORD, from('198.51.100.7'))).status)
  expect(statuses).toEqual([...Array<number>(20).fill(409), 429, 429])
  const other = await browser()
  expect((await login(other, EMAIL, PASSWORD, from('203.0.113.9'))).status).toBe(200)
})

test('does not count a right password as a guess', async () => {
  for (let n = 0; n < 8; n++) expect((await login(await browser())).status).toBe(200)
})

test('R7.37 R4.47 answers a refresh with the customer and their memberships, including new ones; without a sign-in customerInfo is null and nothing changes', async () => {
  const visitor = await browser()
  const before = await stateOf(visitor.uuid)
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ status: 200, body: { customerInfo: null, members: [] } })
  expect(await stateOf(visitor.uuid)).toEqual(before)
  const customer = await makeCustomer({ email: 'ron@shura.example', firstName: 'רון', passwordHash: await hashPassword(PASSWORD) })
  await login(visitor, 'ron@shura.example')
  await makeMembership(customer)
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({
    body: { customerInfo: { CustomerId: customer, firstName: 'רון' }, members: [{ customerId: customer }] },
  })
  const signedIn = await stateOf(visitor.uuid)
  expect((await visitor.post('/api/customer/refresh', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await stateOf(visitor.uuid)).toEqual(signedIn)
})

test('R7.38 R4.45 signs the order’s customer out with all their data and keeps the personal area signed in', async () => {
  const visitor = await browser()
  await login(visitor)
  await database().query(`UPDATE session SET customer_info = '{"firstName":"נועה"}' WHERE uuid = $1`, [visitor.uuid])
  const before = visitor.copy()
  expect(await visitor.post('/api/customer/logout', {})).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(visitor.uuid)).toMatchObject({ order: null, area: noa, info: null })
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ body: { customerInfo: null, members: [] } })
  expect((await visitor.get('/api/customer-area/sessions')).status).toBe(200)
  expect((await before.get('/api/customer-area/sessions')).status).not.toBe(200)
})

test('R4.46 R7.30 signs the personal area out and keeps the order’s customer', async () => {
  const visitor = await browser()
  await login(visitor)
  expect(await visitor.post('/api/customer-area/logout', {})).toMatchObject({ status: 200, body: { success: true } })
  expect(await stateOf(visitor.uuid)).toMatchObject({ order: noa, area: null })
  expect(await visitor.get('/api/customer-area/sessions')).toMatchObject({ status: 401, body: { error: 'NOT_SIGNED_IN' } })
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ body: { customerInfo: { CustomerId: noa } } })
})
