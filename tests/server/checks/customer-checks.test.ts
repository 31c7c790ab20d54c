import { beforeAll } from 'vitest'
import { areaCustomerOf, customerOf, isAreaStillOpen, noteMemberships } from '#lib/server/customers/session/customer-session.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { customerDetailsOf, refreshOrderCustomer } from '#lib/server/orders/cart/order-customer-info.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkHolder } from '#lib/server/orders/holds/unpaid-hold.ts'
import { CUSTOMER_CHECKS } from '#tests/support/checks/customer-checks.ts'
import { aCustomer, aMember, countOf, expireSignIn, signedIn, withOldSecret, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { orderOf, useVoucher, voucherOf } from '#tests/support/database/customer-orders.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})

async function memberWith(change: string): Promise<CustomerPerson> {
  const member = await aMember()
  await database().query(`UPDATE entitlement SET ${change} WHERE customer_id = $1`, [member.customerId])
  return member
}

async function isMember(change: string): Promise<boolean> {
  return (await customerOf((await memberWith(change)).uuid))?.isMember === true
}

/** The file of a customer, beside an order, a sign-in and a social account of somebody else. */
async function fileTells(word: 'order' | 'log' | 'identity'): Promise<boolean> {
  const [customer, other] = [await aCustomer(), await aCustomer()]
  const { reservationIdentifier } = await orderOf(other.customerId)
  const words = { order: reservationIdentifier, log: `log ${String(other.customerId)}`, identity: `subject ${String(other.customerId)}` }
  await database().query('INSERT INTO security_log (action, customer_id) VALUES ($1, $2)', [words.log, other.customerId])
  await database().query(`INSERT INTO customer_identity VALUES ('https://elsewhere.example', $1, $2)`, [words.identity, other.customerId])
  const area = { customerId: customer.customerId, signedInBy: 'mobile', isFresh: true } as const
  const file = await dataFileOf({ visitor: customer, customer: area, caller: null, locale: 'he' })
  return (await file.text()).includes(words[word])
}

async function refreshedWith(customer: CustomerPerson): Promise<number> {
  await refreshOrderCustomer(customer)
  return countOf('session_grant WHERE uuid = $1', [customer.uuid])
}

testChecks(CUSTOMER_CHECKS, {
  'a membership is the customer’s own': async () => {
    await aMember()
    return (await customerOf((await aCustomer()).uuid))?.isMember === true
  },
  'a membership is in force': () => isMember('is_active = false'),
  'a membership has begun': () => isMember(`starts_at = now() + interval '1 day'`),
  'a membership has not ended': () => isMember(`ends_at = now() - interval '1 second'`),
  'a sign-in for the order lasts': async () => {
    const customer = await aCustomer()
    await expireSignIn(customer)
    return (await customerOf(customer.uuid)) !== undefined
  },
  'seats are held by members only': async () => (await checkHolder((await aCustomer()).uuid)).ok,
  'the area opens to the secret of its sign-in': async () => (await areaCustomerOf(withOldSecret(await aCustomer()))) !== undefined,
  'a sign-in for the area lasts': async () => {
    const customer = await aCustomer()
    await expireSignIn(customer)
    return (await areaCustomerOf(customer)) !== undefined
  },
  'an account is changed with the secret of its sign-in': async () => {
    const customer = withOldSecret(await aCustomer())
    return isAreaStillOpen(database(), customer, customer.customerId)
  },
  'an account is changed by its own customer': async () => isAreaStillOpen(database(), await aCustomer(), (await aCustomer()).customerId),
  'an account is changed while its customer is signed in': async () => {
    const customer = await aCustomer()
    await expireSignIn(customer)
    return isAreaStillOpen(database(), customer, customer.customerId)
  },
  'own memberships are noted': async () => {
    await aMember()
    const customer = await aCustomer()
    await noteMemberships(database(), customer.uuid, customer.customerId)
    return (await countOf('session_grant WHERE uuid = $1', [customer.uuid])) > 0
  },
  'vouchers are the customer’s own': async () => {
    await voucherOf((await aCustomer()).customerId, `OWN-${String(Date.now())}`)
    return (await vouchersOf(await catalogue(), (await aCustomer()).customerId)).length > 0
  },
  'a voucher tells of own orders': async () => {
    const customer = await aCustomer()
    const id = await voucherOf(customer.customerId, `HISTORY-${String(Date.now())}`)
    const { orderId, reservationIdentifier } = await orderOf((await aCustomer()).customerId)
    await useVoucher(id, orderId, 100)
    return JSON.stringify(await vouchersOf(await catalogue(), customer.customerId)).includes(reservationIdentifier)
  },
  'memberships shown are own': async () => {
    await aMember()
    const customer = await aCustomer()
    return (await membersOfCustomer(customer.customerId, customer.uuid)).length > 0
  },
  'reservations shown are own': async () => {
    await orderOf((await aCustomer()).customerId)
    return (await ordersOfCustomer((await aCustomer()).customerId)).length > 0
  },
  'orders in the file are own': () => fileTells('order'),
  'sign-ins in the file are own': () => fileTells('log'),
  'identities in the file are own': () => fileTells('identity'),
  'memberships are refreshed with the secret': async () => (await refreshedWith(withOldSecret(await aMember()))) > 0,
  'memberships are refreshed while signed in': async () => {
    const member = await aMember()
    await expireSignIn(member)
    return (await refreshedWith(member)) > 0
  },
  'details are filled in while signed in': async () => {
    const customer = await aCustomer()
    await expireSignIn(customer)
    return Object.keys(await customerDetailsOf(customer.uuid)).length > 0
  },
  'a sign-in ends after 90 days': async () => {
    const customer = await aCustomer()
    await database().query(`UPDATE session SET signed_in_at = now() - interval '91 days' WHERE uuid = $1`, [customer.uuid])
    return (await areaCustomerOf(customer)) !== undefined
  },
  'a sign-in ends after 14 days without a visit': async () => {
    const customer = await signedIn((await aCustomer()).customerId)
    await database().query(`UPDATE session SET last_seen_at = now() - interval '15 days' WHERE uuid = $1`, [customer.uuid])
    return (await areaCustomerOf(customer)) !== undefined
  },
})
