import { randomUUID } from 'node:crypto'
import type { AstroCookies } from 'astro'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { areaCustomerOf, customerOf, signIn, signOut } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { sweep } from '#lib/server/operations/sweep.ts'
import { forgetSid, isMemoryTrue, rememberedBySid } from '#lib/server/customers/session/visitor-memory.ts'
import { openVisitor, type Visitor } from '#lib/server/customers/session/visitors.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { makeUnownedOrder } from '#tests/support/buyers/sign-in.ts'
import { until } from '#tests/support/until.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

beforeAll(freshDatabase)

let customerId: number
beforeEach(async () => {
  customerId = await makeCustomer()
  await makeMembership(customerId)
})

/** A browser's cookies, which pages and calls read and set. */
class Jar {
  readonly kept = new Map<string, string>()
  readonly cookies = {
    get: (name: string) => ({ value: this.kept.get(name) }),
    set: (name: string, value: string) => this.kept.set(name, value),
  } as unknown as AstroCookies

  async open(): Promise<Visitor> {
    const opened = await openVisitor(this.cookies, null)
    if (!opened.ok) throw new Error(opened.refusal.code)
    return opened.value
  }

  async signIn(customer: number): Promise<Visitor> {
    const visitor = await this.open()
    const proof = { customerId: customer, by: 'mobile', reach: 'area', userAgent: '', caller: null } as const
    expect(await inTransaction((client) => signIn(client, { cookies: this.cookies, visitor }, proof))).toEqual({ ok: true, value: null })
    return this.open()
  }

  copy(): Jar {
    const other = new Jar()
    for (const [name, value] of this.kept) other.kept.set(name, value)
    return other
  }
}

async function age({ uuid, sidHash }: Visitor, days: number): Promise<void> {
  await database().query(`UPDATE session SET last_seen_at = now() - $2::int * interval '1 day' WHERE uuid = $1`, [uuid, days])
  if (sidHash) forgetSid(sidHash)
}

async function sessionOf(uuid: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database().query<Record<string, unknown>>(
    `SELECT customer_id, area_customer_id, customer_info, ssn_encrypted, (SELECT count(*)::int FROM session_grant g WHERE g.uuid = s.uuid) AS grants
     FROM session s WHERE uuid = $1`,
    [uuid],
  )
  return rows[0]
}

const NOBODY = { customer_id: null, area_customer_id: null, customer_info: null, ssn_encrypted: null, grants: 0 }

test('ends a sign-in after two weeks without a visit: a later visit does not renew it and sees nothing of the customer', async () => {
  const jar = new Jar()
  const visitor = await jar.signIn(customerId)
  await database().query(`UPDATE session SET customer_info = '{"firstName": "נועה"}', ssn_encrypted = '\\x00' WHERE uuid = $1`, [
    visitor.uuid,
  ])
  await age(visitor, 13)
  expect(await areaCustomerOf(await jar.open())).toMatchObject({ customerId })
  await age(visitor, 15)
  const late = await jar.open()
  expect(late.uuid).toBe(visitor.uuid)
  expect(await areaCustomerOf(late)).toBeUndefined()
  expect(await customerOf(late.uuid)).toBeUndefined()
  expect(await sessionOf(late.uuid)).toEqual(NOBODY)
})

test('keeps a sign-in without purchases for two weeks as well', async () => {
  const jar = new Jar()
  const visitor = await jar.signIn(customerId)
  await age(visitor, 13)
  await sweep()
  expect(await areaCustomerOf(await jar.open())).toMatchObject({ customerId })
})

test('restores the cart from an old copy of the cookies, and nothing of later sign-ins', async () => {
  const jar = new Jar()
  await jar.open()
  const stolen = jar.copy()
  const visitor = await jar.signIn(customerId)
  await database().query(`UPDATE session SET customer_info = '{"firstName": "נועה"}', ssn_encrypted = '\\x00' WHERE uuid = $1`, [
    visitor.uuid,
  ])
  const thief = await stolen.open()
  expect(await areaCustomerOf(thief)).toBeUndefined()
  expect(await sessionOf(thief.uuid)).toEqual(NOBODY)
})

test('signs nobody in as a customer who is being deleted', async () => {
  const jar = new Jar()
  const visitor = await jar.open()
  const deletion = await database().connect()
  await deletion.query('BEGIN')
  await deletion.query('SELECT FROM customer WHERE customer_id = $1 FOR UPDATE', [customerId])
  const proof = { customerId, by: 'mobile', reach: 'area', userAgent: '', caller: null } as const
  const signing = inTransaction((client) => signIn(client, { cookies: jar.cookies, visitor }, proof))
  await untilWaiting()
  await deletion.query('UPDATE customer SET deleted_at = now(), mobile_number = NULL WHERE customer_id = $1', [customerId])
  await deletion.query('COMMIT')
  deletion.release()
  expect(await signing).toMatchObject({ refusal: { code: 'CUSTOMER_NOT_FOUND' } })
  expect(await sessionOf(visitor.uuid)).toEqual(NOBODY)
})

test('keeps look-ups made without a customer after a sign-out of the personal area', async () => {
  const jar = new Jar()
  const visitor = await jar.signIn(customerId)
  await database().query(`INSERT INTO entitlement (kind, lookup, public_code) VALUES ('coupon', $1, $1)`, [randomUUID()])
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, max(entitlement_id) FROM entitlement WHERE kind = 'coupon'`,
    [visitor.uuid],
  )
  await age(visitor, 15)
  expect(await sessionOf((await jar.open()).uuid)).toMatchObject({ customer_id: null, grants: 1 })
  await signOut({ cookies: jar.cookies, visitor: await jar.open() }, 'area', null)
  expect(await sessionOf(visitor.uuid)).toMatchObject({ grants: 1 })
})

/** Asks whether an order made in this browser is open there. */
async function isOpen(orderId: string, { uuid }: Visitor): Promise<boolean> {
  const { rows } = await database().query<{ open: boolean }>('SELECT is_order_of(o, $2) AS open FROM orders o WHERE order_id = $1', [
    orderId,
    uuid,
  ])
  return rows[0]?.open === true
}

async function orderedIn({ uuid }: Visitor, owner: number | null): Promise<string> {
  const orderId = await makeUnownedOrder({})
  await database().query('UPDATE orders SET holder = $2, customer_id = $3 WHERE order_id = $1', [orderId, uuid, owner])
  return orderId
}

async function signOutOfBoth(jar: Jar, visitor: Visitor): Promise<void> {
  await signOut({ cookies: jar.cookies, visitor }, 'area', null)
  await signOut({ cookies: jar.cookies, visitor: await jar.open() }, 'order', null)
}

async function loseCookie(jar: Jar): Promise<void> {
  jar.kept.delete('sid')
  await jar.open()
}

test.each<[string, (jar: Jar, visitor: Visitor) => Promise<unknown>]>([
  ['signing out of both', signOutOfBoth],
  ['somebody else’s sign-in', async (jar) => jar.signIn(await makeCustomer())],
  ['the end of its time', async (jar, visitor) => age(visitor, 15).then(() => jar.open())],
  ['a lost cookie', loseCookie],
])('after %s hides the customer’s orders in that browser and keeps those of a guest; signing in shows them again', async (_how, end) => {
  const jar = new Jar()
  const visitor = await jar.signIn(customerId)
  const [own, guests] = [await orderedIn(visitor, customerId), await orderedIn(visitor, null)]
  expect([await isOpen(own, visitor), await isOpen(guests, visitor)]).toEqual([true, true])
  await end(jar, visitor)
  expect(await isOpen(own, visitor)).toBe(false)
  expect(await isOpen(guests, visitor)).toBe(true)
  expect(await isOpen(own, await jar.signIn(customerId))).toBe(true)
})

test('the secret before a sign-in and the one before a sign-out are forgotten at once, before the database tells of them', async () => {
  const jar = new Jar()
  const visitor = await jar.open()
  await until(isMemoryTrue, 'the process listens')
  const before = (await jar.open()).sidHash
  // Nothing is heard meanwhile.
  await database().query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'shura sessions' AND datname = current_database()",
  )
  const signedIn = await jar.signIn(customerId)
  expect([visitor.uuid, before && rememberedBySid(before)]).toEqual([signedIn.uuid, undefined])
  await signOut({ cookies: jar.cookies, visitor: signedIn }, 'area', null)
  expect(signedIn.sidHash && rememberedBySid(signedIn.sidHash)).toBeUndefined()
})
