import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const [EMAIL, PASSWORD] = ['noa@shura.example', 'shura-noa-2026']
const STATUS = '/api/seats/seats-status?presentationId=1&isReserved=1'

let apps: readonly RunningApp[] = []
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  apps = await Promise.all([startApp(), startApp()])
  await makeCustomer({ email: EMAIL, passwordHash: await hashPassword(PASSWORD) })
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()))
})

/** Moves the browser with its current cookies to another process. */
function at(app: RunningApp | undefined, visitor: TestVisitor): TestVisitor {
  const copy = visitor.copy()
  return Object.assign(new TestVisitor(app?.origin ?? ''), { uuid: copy.uuid, cookies: copy.cookies })
}

/** Answers statuses for calls with this cookie, without taking over a new one. */
async function answersTo(visitor: TestVisitor): Promise<readonly number[]> {
  const typed = { cart: { presentations: [], customerInfo: { firstName: 'נועה' } }, uuid: visitor.uuid }
  const answers = [
    await visitor.post('/api/cart', typed),
    await visitor.post('/api/customer/refresh', {}),
    await visitor.get('/api/reservations/x'),
  ]
  return answers.map(({ status }) => status)
}

test.each<[string, (visitor: TestVisitor) => Promise<unknown>]>([
  ['a sign-in', (visitor) => visitor.post('/api/customer/login', { email: EMAIL, password: PASSWORD })],
  ['a sign-out', (visitor) => visitor.post('/api/customer/logout', {})],
])('after %s in one process, refuses the old cookie in the other: at once for personal data, soon for seats', async (_what, act) => {
  const [one, two] = apps
  const visitor = new TestVisitor(one?.origin ?? '')
  await visitor.openPage('/')
  const old = at(two, visitor)
  await until(async () => (await old.get(STATUS)).status === 200)
  expect((await answersTo(old))[0]).toBe(200)
  expect(await act(visitor)).toMatchObject({ status: 200 })
  expect(await answersTo(old)).toEqual([409, 409, 409])
  await until(async () => (await old.get(STATUS)).status === 409, 'the seats are refused too')
  expect((await answersTo(at(two, visitor)))[0]).toBe(200)
  const { rows } = await database().query('SELECT customer_info FROM session WHERE uuid = $1', [visitor.uuid])
  expect(rows).toHaveLength(1)
})
