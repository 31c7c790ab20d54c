import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { CLIENT, LyingProvider, OpenIdProvider, type Lie } from '#tests/support/providers/openid-provider.ts'
import { freePort } from '#tests/support/processes/free-port.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { forgetCodes, makeUnownedOrder, ownersOf } from '#tests/support/buyers/sign-in.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

const FAILED = '/customer?signIn=SOCIAL_FAILED'

let app: RunningApp
let provider: OpenIdProvider
let liar: LyingProvider
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  const [port, nobody] = [await freePort(), await freePort()]
  liar = await LyingProvider.open()
  app = await startApp({
    env: {
      OIDC_PROVIDERS: 'local,liar,down',
      ...settingsOf('LOCAL', port),
      ...settingsOf('LIAR', new URL(liar.issuer).port),
      ...settingsOf('DOWN', nobody),
    },
  })
  provider = await OpenIdProvider.open(port, `${app.origin}/sign-in/local/callback`)
})
beforeEach(forgetCodes)
afterEach(async () => {
  await database().query('DELETE FROM social_sign_in')
})
afterAll(async () => {
  await Promise.all([app.stop(), provider.close(), liar.close()])
})

function settingsOf(name: string, port: number | string): Record<string, string> {
  const of = `OIDC_${name}`
  return { [`${of}_ISSUER`]: `http://127.0.0.1:${String(port)}`, [`${of}_CLIENT_ID`]: CLIENT.id, [`${of}_CLIENT_SECRET`]: CLIENT.secret }
}

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/')
  return visitor
}

const begin = async (visitor: TestVisitor, path = '/sign-in/local'): Promise<string> =>
  (await visitor.get(path)).headers.get('location') ?? ''

/** Follows every redirect with the provider's cookies, as a browser does, until one leads back to the shop. */
async function throughProvider(address: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = new URL(address)
  for (let steps = 0; steps < 10 && next.origin !== app.origin; steps++) {
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') } })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    next = new URL(answer.headers.get('location') ?? '', next)
  }
  return next.pathname + next.search
}

async function signIn(visitor: TestVisitor, path?: string): Promise<string> {
  const back = await throughProvider(await begin(visitor, path))
  return (await visitor.get(back)).headers.get('location') ?? ''
}

async function customerIn({ uuid }: TestVisitor): Promise<number | null> {
  const { rows } = await database().query<{ id: number | null }>('SELECT area_customer_id AS id FROM session WHERE uuid = $1', [uuid])
  return rows[0]?.id ?? null
}

test('R6.13 creates a customer for a new account of another provider, and signs in the same customer next time, even with a changed address', async () => {
  provider.person = { sub: 'dana-1', email: 'dana@account.example', email_verified: true, given_name: 'דנה', family_name: 'פרידמן' }
  const visitor = await browser()
  const before = visitor.copy()
  expect(await signIn(visitor, '/sign-in/local?return=/booking?x=1')).toBe('/booking?x=1')
  const id = await customerIn(visitor)
  const { rows } = await database().query('SELECT first_name, last_name, email, is_email_proved FROM customer WHERE customer_id = $1', [id])
  expect(rows).toEqual([{ first_name: 'דנה', last_name: 'פרידמן', email: 'dana@account.example', is_email_proved: true }])
  expect((await before.get('/api/customer-area/sessions')).status).not.toBe(200)
  provider.person = { ...provider.person, email: 'new@account.example' }
  const again = await browser()
  await signIn(again)
  expect(await customerIn(again)).toBe(id)
  expect(id).not.toBeNull()
})

test('R6.13 joins an account with a customer if both sides have verified the address, and otherwise keeps them apart', async () => {
  const noa = await makeCustomer({ email: 'noa@shura.example' })
  const stranger = await makeCustomer({ email: 'typed@shura.example', isEmailProved: false })
  const cases = [
    { sub: 'noa-1', email: 'Noa@shura.example', email_verified: true, is: noa },
    { sub: 'noa-2', email: 'noa@shura.example', email_verified: false, is: undefined },
    { sub: 'typed-1', email: 'typed@shura.example', email_verified: true, is: undefined },
    { sub: 'without-1', is: undefined },
  ]
  const ids = []
  for (const { is, ...person } of cases) {
    provider.person = person
    const visitor = await browser()
    expect(await signIn(visitor)).toBe('/customer')
    const id = await customerIn(visitor)
    if (is === undefined) expect([noa, stranger, null]).not.toContain(id)
    else expect(id).toBe(is)
    ids.push(id)
  }
  expect(new Set(ids).size).toBe(4)
  const { rows } = await database().query('SELECT is_email_proved AS proved FROM customer WHERE customer_id = $1', [ids[1]])
  expect(rows).toEqual([{ proved: false }])
})

test('gives unowned orders to a customer whose address the provider has verified', async () => {
  const order = await makeUnownedOrder({ email: 'tal@account.example' })
  provider.person = { sub: 'tal', email: 'tal@account.example', email_verified: false }
  await signIn(await browser())
  expect(await ownersOf([order])).toEqual([null])
  provider.person = { sub: 'tal-2', email: 'tal@account.example', email_verified: true }
  const visitor = await browser()
  await signIn(visitor)
  expect(await ownersOf([order])).toEqual([await customerIn(visitor)])
})

test('creates a new customer for an account whose customer was deleted', async () => {
  provider.person = { sub: 'gone', email: 'gone@account.example', email_verified: true }
  const first = await browser()
  await signIn(first)
  const id = await customerIn(first)
  await database().query(`UPDATE customer SET deleted_at = now(), email = '', is_email_proved = false WHERE customer_id = $1`, [id])
  const visitor = await browser()
  expect(await signIn(visitor)).toBe('/customer')
  expect([id, null]).not.toContain(await customerIn(visitor))
})

test('accepts the answer once, and only in the browser that started the sign-in', async () => {
  provider.person = { sub: 'once' }
  const [visitor, other] = [await browser(), await browser()]
  const back = await throughProvider(await begin(visitor))
  expect((await other.get(back)).headers.get('location')).toBe(FAILED)
  expect((await visitor.get(back)).headers.get('location')).toBe('/customer')
  expect((await visitor.get(back)).headers.get('location')).toBe(FAILED)
  const third = await browser()
  const late = await throughProvider(await begin(third))
  await database().query(`UPDATE social_sign_in SET created_at = created_at - interval '11 minutes'`)
  expect((await third.get(late)).headers.get('location')).toBe(FAILED)
  expect(await customerIn(other)).toBeNull()
  expect(await customerIn(third)).toBeNull()
})

test('sends PKCE, state and nonce with the request, and nothing of the session', async () => {
  const visitor = await browser()
  const asked = new URL(await begin(visitor)).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email profile' })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(30)
  expect(asked.toString()).not.toContain(visitor.uuid)
  const { rows } = await database().query<{ state: Buffer }>('SELECT state_hash AS state FROM social_sign_in')
  expect(
    rows[0]?.state.equals(
      createHash('sha256')
        .update(asked.get('state') ?? '')
        .digest(),
    ),
  ).toBe(true)
})

test.each(['https://evil.example', '//evil.example', '/https://evil.example', '/leave?to=https://evil.example', '/api/customer/logout'])(
  'never redirects to %s afterwards',
  async (where) => {
    provider.person = { sub: 'redirected' }
    expect(await signIn(await browser(), `/sign-in/local?return=${encodeURIComponent(where)}`)).toBe('/customer')
  },
)

test('treats a provider that refuses, is down or is unknown as no server error and shows none of its text', async () => {
  const visitor = await browser()
  const state = new URL(await begin(visitor)).searchParams.get('state') ?? ''
  const no = await visitor.get(`/sign-in/local/callback?error=server_error&error_description=<b>words</b>&state=${state}`)
  expect([no.status, no.headers.get('location'), no.body]).toEqual([303, FAILED, ''])
  expect(await visitor.get('/sign-in/down')).toMatchObject({ status: 303 })
  expect(await begin(visitor, '/sign-in/down')).toBe(FAILED)
  expect((await visitor.get('/sign-in/nobody')).status).toBe(404)
  expect((await visitor.get('/sign-in/sandbox')).status).toBe(404)
  for (const query of ['', '?state=x', '?code=x&state=%00', `?code=${'x'.repeat(5000)}&state=y`])
    expect(await begin(visitor, `/sign-in/local/callback${query}`)).toBe(FAILED)
})

const LIES: readonly (readonly [string, Lie])[] = [
  ['another nonce', { claims: { nonce: 'another' } }],
  ['another audience', { claims: { aud: 'another' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an end in the past', { claims: { exp: 1 } }],
  ['no signature', { isUnsigned: true }],
  ['a signature by another key', { isForged: true }],
  ['another algorithm', { algorithm: 'HS256' }],
]

test.each(LIES)('signs nobody in with %s in the id token', async (_what, lie) => {
  const visitor = await browser()
  const asked = new URL(await begin(visitor, '/sign-in/liar')).searchParams
  liar.nonce = asked.get('nonce') ?? ''
  liar.lie = lie
  const back = `/sign-in/liar/callback?code=x&state=${asked.get('state') ?? ''}`
  expect((await visitor.get(back)).headers.get('location')).toBe(FAILED)
  expect(await customerIn(visitor)).toBeNull()
})

test('signs in with a correct token of the same provider', async () => {
  const visitor = await browser()
  const asked = new URL(await begin(visitor, '/sign-in/liar')).searchParams
  liar.nonce = asked.get('nonce') ?? ''
  liar.lie = {}
  expect((await visitor.get(`/sign-in/liar/callback?code=x&state=${asked.get('state') ?? ''}`)).headers.get('location')).toBe('/customer')
  expect(await customerIn(visitor)).not.toBeNull()
})
