import { beforeAll } from 'vitest'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkProduced, producerOf } from '#lib/server/orders/cart/producer.ts'
import { issuePass, showPass, spendPass } from '#lib/server/providers/captcha/captcha-passes.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { isMemoryTrue, rememberedHeader } from '#lib/server/customers/session/visitor-memory.ts'
import { newSid, openVisitor, visitorOfCall } from '#lib/server/customers/session/visitors.ts'
import { aBrowser, aCustomer, cookiesOf } from '#tests/support/checks/people.ts'
import { statusOf } from '#tests/support/checks/routes.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { VISITOR_CHECKS } from '#tests/support/checks/visitor-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { until } from '#tests/support/until.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

async function post(file: string, headers: Readonly<Record<string, string>>, body: unknown = {}): Promise<number> {
  const { uuid } = await aPlainClient()
  const all = { uuid, 'content-type': 'application/json', host: '127.0.0.1', ...headers }
  return statusOf(file, new Request('http://127.0.0.1/api', { method: 'POST', headers: all, body: JSON.stringify(body) }))
}

function aPlainClient(): Promise<{ readonly uuid: string }> {
  return Promise.resolve({ uuid: crypto.randomUUID() })
}

/** A session whose cookie is known. */
async function withCookie(): Promise<{ readonly uuid: string; readonly cookie: string; readonly sidHash: Buffer }> {
  const sid = newSid()
  const { uuid } = await aPlainClient()
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [uuid, sid.hash])
  return { uuid, cookie: `${cookieNames().sid}=${sid.value}`, sidHash: sid.hash }
}

function callWith(headers: Readonly<Record<string, string>>): Promise<{ readonly ok: boolean }> {
  return visitorOfCall({ request: new Request('http://127.0.0.1/', { headers }), cookies: cookiesOf(headers), caller: null }, true)
}

/** A sign-in that ended yesterday, in a browser that returns. */
async function comesAgain(): Promise<boolean> {
  const { uuid, cookie, sidHash } = await withCookie()
  const { customerId } = await aCustomer()
  await database().query(
    `UPDATE session SET customer_id = $2, area_customer_id = $2, signed_in_at = now() - interval '15 days', last_seen_at = now() - interval '15 days' WHERE uuid = $1`,
    [uuid, customerId],
  )
  await callWith({ uuid, cookie })
  return (await areaCustomerOf({ uuid, proof: 'cookie', sidHash })) !== undefined
}

/** The header was used alone, and then a browser got the uuid; no process has been told yet. */
async function usesHeaderAgain(): Promise<boolean> {
  const { uuid } = await aPlainClient()
  // A process that begins to listen forgets whom it knew.
  await until(
    async () => (await callWith({ uuid })).ok && isMemoryTrue() && rememberedHeader(uuid),
    'the process listens and knows the uuid',
  )
  await database().query(
    `BEGIN; SET LOCAL session_replication_role = replica; UPDATE session SET sid_hash = sha256('${uuid}') WHERE uuid = '${uuid}'; COMMIT`,
  )
  return (await callWith({ uuid })).ok
}

/** Whether somebody of the staff, or nobody, is a producer. */
async function isLetSell({ cookie }: { readonly cookie: string }): Promise<boolean> {
  const request = new Request('http://127.0.0.1/', { headers: { cookie } })
  return (await producerOf({ context: { cookies: cookiesOf({ cookie }) }, source: { caller: null, network: null }, request })) !== undefined
}

async function usesPass(change: { uuid?: string; network?: string; action?: 'codes' }): Promise<boolean> {
  const holder = { uuid: (await aBrowser()).uuid, network: '10.1.2.0' }
  const pass = await issuePass('seats', holder)
  const { action = 'seats', ...other } = change
  const [shown, spent] = [await showPass(pass, action, { ...holder, ...other }), await spendPass(pass, action, { ...holder, ...other })]
  return shown && spent
}

testChecks(VISITOR_CHECKS, {
  'the uuid of a session with a cookie needs the cookie': async () => (await callWith({ uuid: (await aBrowser()).uuid })).ok,
  'a uuid that was free is still free': usesHeaderAgain,
  'the header names the session of the cookie': async () =>
    (await callWith({ uuid: (await aPlainClient()).uuid, cookie: (await withCookie()).cookie })).ok,
  'a visit renews no sign-in that is over': comesAgain,
  'a cart comes back to a signed cookie': async () => {
    const { uuid } = await aBrowser()
    const opened = await openVisitor(cookiesOf({ cookie: `${cookieNames().uuid}=${uuid}.forged` }), null)
    return opened.ok && opened.value.uuid === uuid
  },
  'a write comes from our own pages': async () => (await post('customer/logout.ts', { origin: 'https://elsewhere.example' })) !== 403,
  'a browser says which site it comes from': async () => (await post('customer/logout.ts', { 'sec-fetch-site': 'cross-site' })) !== 403,
  'a browser says which page it comes from': async () =>
    (await post('customer/logout.ts', { origin: 'https://elsewhere.example' })) !== 403,
  'a cart is stored by its own visitor': async () =>
    (await post('cart.ts', {}, { cart: { presentations: [] }, uuid: (await aPlainClient()).uuid })) === 200,
  'staff need the permission to sell': async () => isLetSell(await aStaffMember({ role: 'gate' })),
  'a customer is named by producers only': () => isLetSell({ cookie: '' }),
  'producers sell what is theirs': () => {
    const member = {
      staffId: 1,
      firstName: '',
      lastName: '',
      permissions: new Set([267] as const),
      businessIds: [1],
      featureIds: 'all',
    } as const
    return Promise.resolve(checkProduced({ member, address: null, device: '' }, [], { mobileNumber: '0529998877', customerName: 'x' }).ok)
  },
  'a pass is its visitor’s': async () => usesPass({ uuid: (await aBrowser()).uuid }),
  'a pass is of its network': () => usesPass({ network: '10.9.9.0' }),
  'a pass is for its action': () => usesPass({ action: 'codes' }),
})
