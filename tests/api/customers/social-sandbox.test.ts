import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { sandboxClient } from '#lib/server/providers/sign-in/openid-client-of-sandbox.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
let noa = 0
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  app = await startApp({ env: { DEMO: 'on', NODE_ENV: 'production' } })
  const { rows } = await database().query<{ id: number }>(
    `SELECT customer_id AS id FROM customer WHERE email = 'noa@shura.example' AND is_email_proved`,
  )
  noa = rows[0]?.id ?? (await makeCustomer({ email: 'noa@shura.example' }))
})
afterAll(() => app.stop())

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/')
  return visitor
}

const begin = async (visitor: TestVisitor, path = '/sign-in/sandbox') =>
  new URL((await visitor.get(path)).headers.get('location') ?? '', app.origin)

/** Chooses a person on the provider's page, as its form sends it. */
async function choose(page: URL, person: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ person }), headers })
}

async function signIn(visitor: TestVisitor, person: string): Promise<string | null> {
  const back = new URL((await choose(await begin(visitor), person)).headers.get('location') ?? '')
  return (await visitor.get(back.pathname + back.search)).headers.get('location')
}

const customerIn = async ({ uuid }: TestVisitor) =>
  (await database().query<{ id: number | null }>('SELECT area_customer_id AS id FROM session WHERE uuid = $1', [uuid])).rows[0]?.id

test('R6.13 signs in a demo customer with a sample account, and makes a new person a customer', async () => {
  const [one, other] = [await browser(), await browser()]
  expect(await signIn(one, 'noa')).toBe('/customer')
  expect(await customerIn(one)).toBe(noa)
  expect(await signIn(other, 'dana')).toBe('/customer')
  expect([noa, null]).not.toContain(await customerIn(other))
})

test('lists the people on its page and accepts no other client, address or site', async () => {
  const page = await begin(await browser())
  const shown = await fetch(page)
  const html = await shown.text()
  for (const name of ['נועה', 'דנה', 'אורי']) expect(html).toContain(name)
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self'")
  for (const [name, value] of [
    ['client_id', 'another'],
    ['redirect_uri', 'https://evil.example/'],
    ['code_challenge_method', 'plain'],
    ['nonce', ''],
  ] as const) {
    const changed = new URL(page)
    changed.searchParams.set(name, value)
    const answer = await choose(changed, 'noa')
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  }
  expect((await choose(page, 'noa', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('brings a visitor who cancels back to where they were, not signed in, and tells only them', async () => {
  const visitor = await browser()
  const back = new URL((await choose(await begin(visitor, '/sign-in/sandbox?return=/booking'), '')).headers.get('location') ?? '')
  expect((await (await browser()).get(back.pathname + back.search)).headers.get('location')).toBe('/customer?signIn=SOCIAL_FAILED')
  expect((await visitor.get(back.pathname + back.search)).headers.get('location')).toBe('/booking')
  expect(await customerIn(visitor)).toBeNull()
  const [told, next] = [await visitor.get('/booking'), await visitor.get('/booking')]
  expect([told.body, told.headers.get('cache-control')]).toEqual([expect.stringContaining('לא נכנסת'), 'no-store'])
  expect(next.body).not.toContain('לא נכנסת')
  const { rowCount } = await database().query(`SELECT FROM security_log WHERE uuid = $1 AND action = 'social sign-in failed'`, [
    visitor.uuid,
  ])
  expect(rowCount).toBe(0)
})

test('exchanges a code once, for the shop only, with the matching verifier', async () => {
  const verifier = 'a verifier of the tests that is long enough to be one'
  const page = await begin(await browser())
  page.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  const back = new URL((await choose(page, 'noa')).headers.get('location') ?? '')
  const { clientId, clientSecret } = sandboxClient()
  const right = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: page.searchParams.get('redirect_uri') ?? '',
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  }
  const exchange = async (form: Record<string, string>) =>
    (await fetch(`${app.origin}/sandbox/openid/token`, { method: 'POST', body: new URLSearchParams(form) })).status
  for (const [name, value] of [
    ['client_secret', 'another'],
    ['code_verifier', 'another'],
    ['redirect_uri', 'https://evil.example/'],
    ['code', 'a.b.c'],
  ] as const)
    expect(await exchange({ ...right, [name]: value })).toBe(400)
  expect(await Promise.all(Array.from({ length: 5 }, () => exchange(right))).then((all) => all.toSorted())).toEqual([
    200, 400, 400, 400, 400,
  ])
})

test('does not exist in a shop without the demo', async () => {
  const shop = await startApp({ env: { DEMO: 'off' } })
  try {
    for (const path of ['.well-known/openid-configuration', 'authorize', 'keys'])
      expect((await fetch(`${shop.origin}/sandbox/openid/${path}`)).status).toBe(404)
    expect((await fetch(`${shop.origin}/sandbox/openid/token`, { method: 'POST', body: '' })).status).toBe(404)
    expect((await fetch(`${shop.origin}/sign-in/sandbox`)).status).toBe(404)
  } finally {
    await shop.stop()
  }
})
