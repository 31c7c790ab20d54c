import { createHmac, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { makeCustomer, signedInVisitor, signInAs } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { forgetCodes, makeUnownedOrder, ownersOf } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'

const LINK = '/api/customer-area/link'
const EMAIL = 'noa@shura.example'

let app: RunningApp
let noa = 0
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { TRUSTED_PROXY: 'on' } })
  noa = await makeCustomer({ email: EMAIL })
})
beforeEach(forgetCodes)
afterAll(() => app.stop())

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/')
  return visitor
}

const ask = (visitor: TestVisitor, customerEmail: string, headers: Record<string, string> = {}) =>
  visitor.post(LINK, { customerEmail }, headers)
const redeem = (visitor: TestVisitor, token: string): Promise<Answer> =>
  visitor.get(`/api/customer-area/customerAreaData?jwtToken=${token}`)

async function mailed(): Promise<readonly { recipient: string; state: string; token: string }[]> {
  const { rows } = await database().query<{ recipient: string; state: string; sealed: Buffer }>(
    `SELECT recipient, state, sealed_body AS sealed FROM outbox WHERE kind = 'link' ORDER BY created_at`,
  )
  return rows.map(({ sealed, ...row }) => ({ ...row, token: /#jwtToken=([\w.-]+)/.exec(openSealed(sealed).text)?.[1] ?? '' }))
}

async function linkTo(email: string): Promise<string> {
  await ask(await browser(), email)
  return (await mailed()).at(-1)?.token ?? ''
}

test('R1.13 signs a customer in once by the mailed link', async () => {
  const token = await linkTo(` ${EMAIL.toUpperCase()} `)
  const visitor = await browser()
  const before = visitor.copy()
  expect(await redeem(visitor, token)).toMatchObject({
    status: 200,
    body: { customerAreaInfo: { CustomerId: noa, signedInBy: 'link', isFresh: true } },
  })
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ body: { customerInfo: { CustomerId: noa } } })
  expect((await before.get('/api/customer-area/customerAreaData')).status).not.toBe(200)
})

test('R8.36 answers CUSTOMER_TOKEN_REDEEMED to a used link, and lets one of twenty concurrent uses win', async () => {
  const token = await linkTo(EMAIL)
  const visitors = await Promise.all(Array.from({ length: 20 }, browser))
  const answers = await Promise.all(visitors.map((visitor) => redeem(visitor, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => (body as { error?: string }).error === 'CUSTOMER_TOKEN_REDEEMED')).toHaveLength(19)
  const { rows } = await database().query(`SELECT count(*)::int AS n FROM security_log WHERE action = 'signed in'`)
  expect(rows).toEqual([{ n: 1 }])
  const [failed] = answers.filter(({ status }) => status !== 200)
  expect((failed?.body as { message?: string }).message).toMatch(/קישור חדש/)
})

async function forged(
  claims: Record<string, unknown>,
  more: { alg?: string; aud?: string; exp?: string; key?: Buffer } = {},
): Promise<string> {
  return new SignJWT({ purpose: 'sign-in', to: encryptText(EMAIL).toString('base64url'), jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: more.alg ?? 'HS256' })
    .setAudience(more.aud ?? 'customer-area')
    .setExpirationTime(more.exp ?? '30m')
    .sign(more.key ?? keyFor('link'))
}

function unsigned(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    purpose: 'sign-in',
    to: encryptText(EMAIL).toString('base64url'),
    jti: randomUUID(),
    aud: 'customer-area',
    exp: Date.now(),
  }
  return `${part({ alg: 'none' })}.${part(claims)}.`
}

test('R8.37 answers EXPIRED to a link that is too old', async () => {
  const answer = await redeem(await browser(), await forged({}, { exp: '1 second ago' }))
  expect(answer).toMatchObject({ body: { error: 'EXPIRED' } })
  expect((answer.body as { message?: string }).message).toMatch(/קישור חדש/)
})

test('R8.38 answers ERROR to any forged token and signs nobody in', async () => {
  const visitor = await browser()
  expect(await redeem(await browser(), await forged({}))).toMatchObject({ status: 200 })
  const key = createHmac('sha256', keyFor('link')).update('another').digest()
  const good = await forged({})
  const tokens = [
    ...[
      'nonsense',
      'a.b.c',
      unsigned(),
      await forged({}, { alg: 'HS512', key: Buffer.alloc(64, 1) }),
      await forged({}, { alg: 'HS384', key: Buffer.concat([keyFor('link'), keyFor('link')]) }),
    ],
    ...[
      await forged({}, { aud: 'another' }),
      await forged({}, { key }),
      await forged({ purpose: 'another' }),
      await forged({ jti: 'no id' }),
    ],
    ...[await forged({ to: 'AAAA' }), `${good.slice(0, -4)}AAAA`],
  ]
  const answers = []
  for (const token of tokens) answers.push(await redeem(visitor, token))
  for (const answer of answers) expect(answer).toMatchObject({ body: { error: 'ERROR' } })
  expect((answers[0]?.body as { message?: string }).message).toMatch(/קישור חדש/)
  expect(await visitor.post('/api/customer/refresh', {})).toMatchObject({ body: { customerInfo: null } })
})

test('answers ERROR to a link for a deleted customer or a changed address', async () => {
  for (const change of ['deleted_at = now()', `email = 'other@shura.example'`]) {
    const id = await makeCustomer({ email: 'ron@shura.example' })
    const token = await linkTo('ron@shura.example')
    await database().query(`UPDATE customer SET ${change} WHERE customer_id = $1`, [id])
    expect(await redeem(await browser(), token)).toMatchObject({ body: { error: 'ERROR' } })
    await database().query('UPDATE customer SET is_email_proved = false WHERE customer_id = $1', [id])
  }
})

test('does not use a link up for a visitor by header alone, who cannot sign in with it', async () => {
  const token = await linkTo(EMAIL)
  expect((await redeem(new TestVisitor(app.origin), token)).status).toBe(400)
  expect((await fetch(`${app.origin}/api/customer-area/customerAreaData?jwtToken=${token}`)).status).toBe(400)
  expect((await redeem(await browser(), token)).status).toBe(200)
})

test('makes a buyer without an account a customer with their orders and verifies the address', async () => {
  const orders = [
    await makeUnownedOrder({ email: 'Dana@Shura.example', firstName: 'דנה' }),
    await makeUnownedOrder({ email: 'dana@shura.example', daysAgo: 3 }),
  ]
  const other = await makeUnownedOrder({ email: 'somebody@shura.example' })
  const answer = await redeem(await browser(), await linkTo('dana@shura.example'))
  expect(answer).toMatchObject({
    status: 200,
    body: { customerAreaInfo: { FirstName: 'דנה', EmailAddress1: 'dana@shura.example', isEmailProved: true } },
  })
  const { CustomerId: id } = (answer.body as { customerAreaInfo: { CustomerId: number } }).customerAreaInfo
  expect(await ownersOf([...orders, other])).toEqual([id, id, null])
})

test('does not send the link of an unverified address to whoever typed it in an order', async () => {
  const typed = await makeCustomer({ email: 'typed@shura.example', isEmailProved: false, mobileNumber: '0501111111' })
  await ask(await browser(), 'typed@shura.example')
  expect(await mailed()).toEqual([expect.objectContaining({ state: 'withheld', recipient: '' })])
  expect(typed).toBeGreaterThan(0)
})

test('answers known and unknown addresses alike, with the same rows, and mails only the known one', async () => {
  for (const email of [EMAIL, 'nobody@shura.example'])
    expect(await ask(await browser(), email)).toMatchObject({ status: 200, body: { success: true } })
  expect((await mailed()).map(({ state, recipient }) => [state, recipient])).toEqual([
    ['sent', EMAIL],
    ['withheld', ''],
  ])
})

test('sends three links to one address per quarter of an hour, also at once, and ten per caller and hour', async () => {
  const visitors = await Promise.all(Array.from({ length: 12 }, browser))
  const answers = await Promise.all(visitors.map((visitor) => ask(visitor, EMAIL)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await mailed()).toHaveLength(3)
  const visitor = await browser()
  const statuses = []
  for (let n = 0; n < 12; n++)
    statuses.push((await ask(visitor, `p${String(n)}@shura.example`, { 'x-forwarded-for': '198.51.100.9' })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
})

test('refuses invalid addresses, and puts no readable address into a token', async () => {
  expect(await ask(await browser(), 'no address')).toMatchObject({ status: 400, body: { error: 'FORM_INVALID' } })
  const [, claims = ''] = (await linkTo(EMAIL)).split('.')
  expect(Buffer.from(claims, 'base64url').toString()).not.toMatch(/shura\.example|noa/)
})

const peek = (visitor: TestVisitor, jwtToken: string): Promise<Answer> => visitor.post(`${LINK}/account`, { jwtToken })

async function linkFrom(visitor: TestVisitor, email: string): Promise<string> {
  await ask(visitor, email)
  return (await mailed()).at(-1)?.token ?? ''
}

test('shows masked whose account a link opens without using it, and skips the question in the browser that requested it', async () => {
  const [asker, other] = [await browser(), await browser()]
  const token = await linkFrom(asker, EMAIL)
  const account = { name: 'נ•••', email: 'n•••@shura.example' }
  expect(await peek(asker, token)).toMatchObject({ status: 200, body: { ...account, isToBeAsked: false } })
  const peeked = await peek(other, token)
  expect(peeked.body).toEqual({ ...account, isToBeAsked: true })
  expect(peeked.headers.get('cache-control')).toContain('no-store')
  expect((await redeem(other, token)).status).toBe(200)
})

test('asks for confirmation if another customer is signed in, also for the order alone, but not if it is the owner', async () => {
  const ron = await makeCustomer({ email: 'ron3@shura.example', firstName: '' })
  const [asker, owner] = [await browser(), await signedInVisitor(app.origin, ron)]
  const token = await linkFrom(asker, 'ron3@shura.example')
  expect(await peek(owner, token)).toMatchObject({ body: { isToBeAsked: false, name: '', email: 'r•••@shura.example' } })
  for (const reach of ['area', 'order'] as const) {
    await signInAs(asker.uuid, noa, reach)
    expect(await peek(asker, token)).toMatchObject({ body: { isToBeAsked: true } })
  }
})

test('answers a look at an invalid link as its use, and counts it as one', async () => {
  const visitor = await browser()
  const used = await linkTo(EMAIL)
  await redeem(await browser(), used)
  const gone = await makeCustomer({ email: 'gone3@shura.example' })
  const deleted = await linkTo('gone3@shura.example')
  await database().query('UPDATE customer SET deleted_at = now() WHERE customer_id = $1', [gone])
  const tokens = [used, await forged({}, { exp: '1 second ago' }), 'a.b.c', await forged({}, { aud: 'another' }), deleted]
  for (const token of tokens) {
    const [looked, redeemed] = [await peek(visitor, token), await redeem(visitor, token)]
    expect([looked.status, looked.body]).toEqual([redeemed.status, redeemed.body])
    expect(looked.status).not.toBe(200)
  }
  const { rows } = await database().query(`SELECT count(*)::int AS n FROM security_log WHERE action = 'link refused'`)
  expect(rows).toEqual([{ n: 2 * tokens.length }])
  expect((await peek(new TestVisitor(app.origin), await forged({}))).status).toBe(400)
})
