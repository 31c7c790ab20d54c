import { devicesOf, endSessionsOf } from '#lib/server/customers/session/devices.ts'
import { areaCustomerOf, customerOf, signIn, signOut } from '#lib/server/customers/session/customer-session.ts'
import { passwordLimits } from '#lib/server/customers/sign-in/password-limits.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import {
  aBrowser,
  aCustomer,
  aMember,
  cookiesOf,
  countOf,
  expireSignIn,
  signedIn,
  withOldSecret,
  type CustomerPerson,
} from '#tests/support/checks/people.ts'
import type { Attempt } from '#tests/support/checks/test-checks.ts'
import { addEntitlement, grantTo } from '#tests/support/buyers/codes.ts'

async function signInHere(visitor: Visitor, customerId: number): Promise<boolean> {
  const proof = { customerId, by: 'mobile', reach: 'order', userAgent: '', caller: null } as const
  return (await inTransaction((client) => signIn(client, { cookies: cookiesOf(), visitor }, proof))).ok
}

/** What is left of a customer in a browser if another one signs in for the order. */
async function leftOf(column: string, set = ''): Promise<boolean> {
  const [before, next] = [await aCustomer(), await aCustomer()]
  if (set !== '') await database().query(`UPDATE session SET ${set} WHERE uuid = $1`, [before.uuid])
  await signInHere(before, next.customerId)
  const { rows } = await database().query<{ left: boolean }>(`SELECT ${column} AS left FROM session WHERE uuid = $1`, [before.uuid])
  return rows[0]?.left === true
}

async function couponOf(visitor: Visitor): Promise<void> {
  const typed = `COUPON ${visitor.uuid}`
  const id = await addEntitlement({ kind: 'coupon', typed, tickets: [] })
  await grantTo(visitor.uuid, id)
}

/** A browser with a signed-in member and a noted membership, and a stranger's that was proved there too. */
async function proved(): Promise<{ readonly member: CustomerPerson; readonly other: CustomerPerson }> {
  const [member, other] = [await aMember(), await aMember()]
  const { rows } = await database().query<{ id: number }>('SELECT entitlement_id AS id FROM entitlement WHERE customer_id = ANY ($1)', [
    [member.customerId, other.customerId],
  ])
  await grantTo(member.uuid, ...rows.map(({ id }) => id))
  await grantTo(other.uuid, ...rows.map(({ id }) => id))
  return { member, other }
}

/** Counts a stranger's browser as one that the customer has signed in with. */
async function isCountedByItself(email: string): Promise<boolean> {
  const stranger = { visitor: await aBrowser(), context: { cookies: cookiesOf() }, request: new Request('http://127.0.0.1/') } as const
  const limits = await passwordLimits({ ...stranger, source: { caller: null }, locale: 'he' }, email)
  return limits.some(({ kind }) => kind === 'password in')
}

/** Attempts on sessions: who signs in and out, and what ends with it. */
export const SESSION_ATTEMPTS = {
  'a browser is familiar where it signed in itself': async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const customer = await aCustomer({ email, isEmailProved: true })
    await signInHere(customer, customer.customerId)
    return isCountedByItself(email)
  },
  'a session is signed in with its secret': async () => signInHere(withOldSecret(await aCustomer()), (await aCustomer()).customerId),
  'another customer’s area closes': () => leftOf('area_customer_id IS NOT NULL'),
  'another customer’s details go': () => leftOf('customer_info IS NOT NULL', `customer_info = '{"firstName":"נועה"}'`),
  'another customer’s ID number goes': () =>
    leftOf('ssn_encrypted IS NOT NULL', `ssn_encrypted = '\\x${encryptText('123456782').toString('hex')}'`),
  'another customer’s orders go': () => leftOf('orders_since IS NULL'),
  'the order is signed out with its secret': async () => {
    const customer = await aCustomer()
    await signOut({ cookies: cookiesOf(), visitor: withOldSecret(customer) }, 'order', null)
    return (await customerOf(customer.uuid)) === undefined
  },
  'the area is signed out with its secret': async () => {
    const customer = await aCustomer()
    await signOut({ cookies: cookiesOf(), visitor: withOldSecret(customer) }, 'area', null)
    return (await areaCustomerOf(customer)) === undefined
  },
  'own memberships go at signing out': async () => {
    const { member } = await proved()
    await signOut({ cookies: cookiesOf(), visitor: member }, 'order', null)
    return (await countOf('session_grant WHERE uuid = $1', [member.uuid])) !== 1
  },
  'memberships go in their own session': async () => {
    const { member, other } = await proved()
    await signOut({ cookies: cookiesOf(), visitor: member }, 'order', null)
    return (await countOf('session_grant WHERE uuid = $1', [other.uuid])) !== 2
  },
  'devices are the customer’s own': async () => {
    await aCustomer()
    const customer = await aCustomer()
    return (await devicesOf(customer, customer.customerId)).length > 1
  },
  'devices are those that are signed in': async () => {
    const customer = await aCustomer()
    await expireSignIn(await signedIn(customer.customerId))
    return (await devicesOf(customer, customer.customerId)).length > 1
  },
  'own devices are signed out': async () => {
    const other = await aCustomer()
    const customer = await aCustomer()
    await inTransaction((client) => endSessionsOf(client, customer.customerId, null))
    return (await areaCustomerOf(other)) === undefined
  },
  'the device at hand stays': async () => {
    const customer = await aCustomer()
    await inTransaction((client) => endSessionsOf(client, customer.customerId, customer.uuid))
    return (await areaCustomerOf(customer)) === undefined
  },
  'what else a device may use stays': async () => {
    const customer = await aCustomer()
    await couponOf(customer)
    await inTransaction((client) => endSessionsOf(client, customer.customerId, null))
    return (await countOf('session_grant WHERE uuid = $1', [customer.uuid])) === 0
  },
} as const satisfies Readonly<Record<string, Attempt>>
