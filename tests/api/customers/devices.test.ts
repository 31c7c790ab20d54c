import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { forgetCodes } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

const SESSIONS = '/api/customer-area/sessions'
const PASSWORD = 'shura-noa-2026'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

let app: RunningApp
let hash = ''
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  app = await startApp()
  hash = await hashPassword(PASSWORD)
})
beforeEach(forgetCodes)
afterAll(() => app.stop())
afterEach(checkInvariants)

let people = 0
async function customer(
  more: { isEmailProved?: boolean; mobileNumber?: string } = {},
): Promise<{ readonly id: number; readonly email: string }> {
  const email = `person${String(++people)}@shura.example`
  return { id: await makeCustomer({ email, passwordHash: hash, ...more }), email }
}

async function signedIn(email: string, userAgent = CHROME, password = PASSWORD): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/')
  const answer = await visitor.post('/api/customer/login', { email, password }, { 'user-agent': userAgent })
  expect(answer.status).toBe(200)
  return visitor
}

interface Session {
  readonly id: string
  readonly device: string
  readonly isCurrent: boolean
}
const sessionsIn = ({ body }: Answer) => (body as { sessions: Session[] }).sessions
const listOf = async (visitor: TestVisitor) => sessionsIn(await visitor.get(SESSIONS))
const endOf = (visitor: TestVisitor, id: string) => visitor.post(`${SESSIONS}/${id}/end`, {})

test('lists the customer’s signed-in devices by name, without anything that identifies a cart', async () => {
  const { email } = await customer()
  const phone = await signedIn(email, IPHONE)
  const desk = await signedIn(email)
  const answer = await desk.get(SESSIONS)
  expect(sessionsIn(answer)).toMatchObject([
    { device: 'Chrome · Windows', isCurrent: true, by: 'password' },
    { device: 'Safari · iPhone', isCurrent: false, by: 'password' },
  ])
  expect(JSON.stringify(answer.body)).not.toContain(phone.uuid)
  expect(answer.headers.get('cache-control')).toContain('no-store')
})

test('signs an ended device out at once: its uuid is useless by header alone, and its browser gets the cart back', async () => {
  const { id, email } = await customer()
  await makeMembership(id)
  const phone = await signedIn(email, IPHONE)
  const desk = await signedIn(email)
  await phone.put('/api/seats/lock-seat', { seat: seatAt(1, 1) })
  const device = (await listOf(desk)).find(({ isCurrent }) => !isCurrent)
  expect(await endOf(desk, device?.id ?? '')).toMatchObject({ status: 200, body: { success: true } })
  expect((await phone.get(SESSIONS)).status).not.toBe(200)
  expect((await phone.post('/api/customer/refresh', {})).status).not.toBe(200)
  const plain = new TestVisitor(app.origin)
  plain.uuid = phone.uuid
  expect(await plain.post('/api/customer/refresh', {})).toMatchObject({ status: 409, body: { error: 'UUID_MISMATCH' } })
  const [uuid] = [phone.uuid]
  await phone.openPage('/')
  expect(phone.uuid).toBe(uuid)
  expect(await phone.post('/api/customer/refresh', {})).toMatchObject({ status: 200, body: { customerInfo: null, members: [] } })
  expect((await phone.get(SESSIONS)).status).toBe(401)
  expect(await listOf(desk)).toHaveLength(1)
})

test('answers the same 404 for a stranger’s device, an unknown one and one already ended', async () => {
  const [one, other] = [await customer(), await customer()]
  const visitor = await signedIn(one.email)
  const stranger = await signedIn(other.email)
  const strangers = (await listOf(stranger))[0]?.id ?? ''
  const answers = [await endOf(visitor, strangers), await endOf(visitor, 'A'.repeat(24)), await endOf(visitor, '../../x')]
  for (const { status } of answers) expect(status).toBe(404)
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await listOf(stranger)).toHaveLength(1)
})

test('shows and ends nothing without a sign-in or by header alone', async () => {
  const visitor = new TestVisitor(app.origin)
  expect((await visitor.get(SESSIONS)).status).toBe(401)
  expect((await endOf(visitor, 'A'.repeat(24))).status).toBe(401)
  expect((await visitor.put('/api/customer-area/password', { password: 'correct horse battery' })).status).toBe(401)
  await visitor.openPage('/')
  expect(await visitor.get(SESSIONS)).toMatchObject({ status: 401, body: { error: 'NOT_SIGNED_IN' } })
})

const setPassword = (visitor: TestVisitor, password: string) => visitor.put('/api/customer-area/password', { password })

test('ends every other session with a new password, sends a mail, and accepts the password from then on', async () => {
  const { id, email } = await customer()
  const phone = await signedIn(email, IPHONE)
  const desk = await signedIn(email)
  expect(await setPassword(desk, 'correct horse battery')).toMatchObject({ status: 200, body: { success: true } })
  expect((await phone.get(SESSIONS)).status).not.toBe(200)
  expect(await listOf(desk)).toHaveLength(1)
  const { rows } = await database().query<{ sealed: Buffer; recipient: string }>(
    `SELECT recipient, sealed_body AS sealed FROM outbox WHERE kind = 'password changed'`,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual([email])
  expect(openSealed(rows[0]?.sealed ?? Buffer.alloc(0)).text).not.toContain('correct horse')
  const old = new TestVisitor(app.origin)
  await old.openPage('/')
  expect((await old.post('/api/customer/login', { email, password: PASSWORD })).status).toBe(409)
  await signedIn(email, CHROME, 'correct horse battery')
  const log = await database().query(`SELECT action FROM security_log WHERE customer_id = $1 AND action = 'password set'`, [id])
  expect(log.rowCount).toBe(1)
})

test('requires a recent sign-in and an uncommon password', async () => {
  const { id, email } = await customer()
  const visitor = await signedIn(email)
  for (const weak of ['short', 'password123', email, '1234567890']) {
    expect(await setPassword(visitor, weak)).toMatchObject({ status: 400, body: { error: 'PASSWORD_TOO_WEAK' } })
  }
  await database().query(`UPDATE session SET signed_in_at = now() - interval '16 minutes' WHERE area_customer_id = $1`, [id])
  expect(await setPassword(visitor, 'correct horse battery')).toMatchObject({ status: 403, body: { error: 'SIGN_IN_AGAIN' } })
  const { rows } = await database().query('SELECT password_hash AS hash FROM customer WHERE customer_id = $1', [id])
  expect(rows).toEqual([{ hash }])
})
