import { randomUUID } from 'node:crypto'
import type { AstroCookies } from 'astro'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { areaCustomerOf, signIn } from '#lib/server/customers/session/customer-session.ts'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import { saveDetails } from '#lib/server/customers/account/customer-details.ts'
import { endSessionsOf } from '#lib/server/customers/session/devices.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { logInByPassword } from '#lib/server/customers/sign-in/password-login.ts'
import { setPasswordOf } from '#lib/server/customers/sign-in/set-password.ts'
import { makeLink } from '#lib/server/customers/sign-in/sign-in-link-token.ts'
import { redeemLink } from '#lib/server/customers/sign-in/sign-in-link-redeem.ts'
import type { SigningIn } from '#lib/server/customers/sign-in/signing-in.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { forgetCodes, newVisitor } from '#tests/support/buyers/sign-in.ts'
import { until } from '#tests/support/until.ts'

const PASSWORD = 'shura-noa-2026'
const NEW_PASSWORD = 'another of 2027, long'

let hash = ''
let newHash = ''
beforeAll(async () => {
  await freshDatabase()
  hash = await hashPassword(PASSWORD)
  newHash = await hashPassword(NEW_PASSWORD)
})
beforeEach(forgetCodes)

interface Person {
  readonly id: number
  readonly email: string
}

async function person(): Promise<Person> {
  const email = `${randomUUID()}@shura.example`
  return { id: await makeCustomer({ email, passwordHash: hash }), email }
}

const cookies = { get: () => undefined, set: () => undefined } as unknown as AstroCookies

/** A visitor with a browser. */
async function atBrowser(): Promise<SigningIn> {
  const request = new Request('http://127.0.0.1/customer')
  return { visitor: await newVisitor(), context: { cookies }, request, source: { caller: null }, locale: 'he' }
}

function signInAt({ visitor }: SigningIn, customerId: number, client: Queryable) {
  return signIn(client, { cookies, visitor }, { customerId, by: 'password', reach: 'area', userAgent: '', caller: null })
}

/** The browser with its latest cookie. */
async function signedIn(customerId: number): Promise<SigningIn> {
  const asked = await atBrowser()
  await inTransaction((client) => signInAt(asked, customerId, client))
  const { rows } = await database().query<{ sid: Buffer }>('SELECT sid_hash AS sid FROM session WHERE uuid = $1', [asked.visitor.uuid])
  return { ...asked, visitor: { ...asked.visitor, ...(rows[0] && { sidHash: rows[0].sid }) } }
}

async function sessionsOf(customerId: number): Promise<readonly string[]> {
  const { rows } = await database().query<{ uuid: string }>('SELECT uuid FROM session WHERE customer_id = $1 OR area_customer_id = $1', [
    customerId,
  ])
  return rows.map(({ uuid }) => uuid)
}

async function hashOf(customerId: number): Promise<string | null> {
  const { rows } = await database().query<{ hash: string | null }>('SELECT password_hash AS hash FROM customer WHERE customer_id = $1', [
    customerId,
  ])
  return rows[0]?.hash ?? null
}

/** Does the work in a transaction that commits only once `meanwhile` waits for it. @returns the result of `meanwhile` */
async function before<T>(work: (client: Queryable) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const [begun, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const first = inTransaction(async (client) => {
    await work(client)
    begun.resolve(undefined)
    await mayEnd.promise
  })
  await begun.promise
  const second = meanwhile()
  await until(isSomebodyWaiting, 'the second waits for the first')
  mayEnd.resolve(undefined)
  await first
  return second
}

async function isSomebodyWaiting(): Promise<boolean> {
  const { rowCount } = await database().query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1`,
  )
  return rowCount === 1
}

async function changePassword(client: Queryable, { id }: Person, to: string): Promise<void> {
  await client.query('UPDATE customer SET password_hash = $2 WHERE customer_id = $1', [id, to])
  await endSessionsOf(client, id, null)
}

test('signs nobody in by a password that is changed meanwhile', async () => {
  const noa = await person()
  const asked = await atBrowser()
  const done = await before(
    (client) => changePassword(client, noa, newHash),
    () => logInByPassword(asked, noa.email, PASSWORD),
  )
  expect(done).toMatchObject({ refusal: { code: 'LOGIN_FAILED' } })
  expect(await sessionsOf(noa.id)).toEqual([])
})

test('checks a hash that is renewed meanwhile again, and still accepts the password', async () => {
  const noa = await person()
  const asked = await atBrowser()
  const renewed = await hashPassword(PASSWORD)
  const done = await before(
    (client) => client.query('UPDATE customer SET password_hash = $2 WHERE customer_id = $1', [noa.id, renewed]),
    () => logInByPassword(asked, noa.email, PASSWORD),
  )
  expect(done).toEqual({ ok: true, value: null })
  expect(await sessionsOf(noa.id)).toEqual([asked.visitor.uuid])
})

test('ends a sign-in that commits just before a new password, with the others', async () => {
  const noa = await person()
  const [owner, other] = [await signedIn(noa.id), await atBrowser()]
  const done = await before(
    (client) => signInAt(other, noa.id, client),
    () => setPasswordOf(owner.visitor, { password: NEW_PASSWORD, caller: null, locale: 'he' }),
  )
  expect(done).toEqual({ ok: true, value: null })
  expect(await sessionsOf(noa.id)).toEqual([owner.visitor.uuid])
})

test('signs nobody in by a link of a customer who is being deleted, and creates no new one', async () => {
  const noa = await person()
  const asked = await atBrowser()
  const link = /#jwtToken=(.+)/.exec(await makeLink(noa.email))?.[1] ?? ''
  const done = await before(
    (client) =>
      client.query(`UPDATE customer SET deleted_at = now(), email = '', is_email_proved = false WHERE customer_id = $1`, [noa.id]),
    () => redeemLink(asked, link),
  )
  expect(done).toMatchObject({ refusal: { code: 'ERROR' } })
  expect((await database().query('SELECT FROM customer WHERE email = $1', [noa.email])).rowCount).toBe(0)
})

test.each<[string, (by: SigningIn, id: number) => Promise<unknown>]>([
  ['sets no password', ({ visitor }) => setPasswordOf(visitor, { password: NEW_PASSWORD, caller: null, locale: 'he' })],
  ['deletes no account', ({ visitor, locale }, id) => deleteCustomerOf({ visitor, customer: fresh(id), caller: null, locale })],
  [
    'changes no details',
    ({ visitor, locale }, id) => saveDetails({ visitor, customer: fresh(id), caller: null, locale }, { FirstName: 'דנה' }),
  ],
])('ends a concurrent %s in a browser that is being signed out', async (_what, act) => {
  const noa = await person()
  const thief = await signedIn(noa.id)
  const done = await before(
    (client) => changePassword(client, noa, newHash),
    () => act(thief, noa.id),
  )
  expect(done).toMatchObject({ refusal: { code: 'NOT_SIGNED_IN' } })
  expect(await hashOf(noa.id)).toBe(newHash)
  const { rows } = await database().query('SELECT first_name, deleted_at FROM customer WHERE customer_id = $1', [noa.id])
  expect(rows).toEqual([{ first_name: 'נועה', deleted_at: null }])
})

function fresh(customerId: number) {
  return { customerId, signedInBy: 'password', isFresh: true } as const
}

test('keeps the cookie of the browser if a sign-in fails', async () => {
  const noa = await person()
  const asked = await atBrowser()
  await inTransaction(async (client) => {
    await signInAt(asked, noa.id, client)
    throw new Error('no')
  }).catch(() => undefined)
  expect(await areaCustomerOf(asked.visitor)).toBeUndefined()
  expect((await database().query('SELECT FROM session WHERE sid_hash = $1', [asked.visitor.sidHash])).rowCount).toBe(1)
})
