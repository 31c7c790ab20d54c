import { beforeAll, describe, expect, test } from 'vitest'
import { areaCustomerOf, customerOf, signOut } from '#lib/server/customers/session/customer-session.ts'
import { endDevice, devicesOf, endSessionsOf } from '#lib/server/customers/session/devices.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { rememberedBySid, rememberSid, memoryNow } from '#lib/server/customers/session/visitor-memory.ts'
import { aMember, cookiesOf, type CustomerPerson } from '#tests/support/checks/people.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { makeUnownedOrder } from '#tests/support/buyers/sign-in.ts'

beforeAll(freshDatabase)

const CART = { presentations: [{ id: 1, seats: [] }] }

/** A browser where a member has typed details, looked up a membership and bought. */
async function usedBrowser(): Promise<{ readonly member: CustomerPerson; readonly orderId: string }> {
  const member = await aMember()
  await database().query(`UPDATE session SET customer_info = '{"firstName":"נועה"}', ssn_encrypted = '\\x00', cart = $2 WHERE uuid = $1`, [
    member.uuid,
    CART,
  ])
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM entitlement WHERE customer_id = $2 ON CONFLICT DO NOTHING`,
    [member.uuid, member.customerId],
  )
  const orderId = await makeUnownedOrder({})
  await database().query('UPDATE orders SET holder = $2, customer_id = $3 WHERE order_id = $1', [orderId, member.uuid, member.customerId])
  return { member, orderId }
}

/** What the browser still has. */
async function leftIn({ uuid }: CustomerPerson, orderId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database().query<Record<string, unknown>>(
    `SELECT customer_info IS NOT NULL AS details, ssn_encrypted IS NOT NULL AS ssn, customer_id IS NOT NULL AS customer, area_customer_id IS NOT NULL AS area,
       (SELECT count(*)::int FROM session_grant g WHERE g.uuid = s.uuid) AS memberships, cart,
       (SELECT is_order_of(o, s.uuid) FROM orders o WHERE order_id = $2) AS "order"
     FROM session s WHERE uuid = $1`,
    [uuid, orderId],
  )
  return rows[0]
}

const NOTHING = { details: false, ssn: false, customer: false, area: false, memberships: 0, order: false, cart: CART }

describe('what a browser forgets', () => {
  test('R4.45 R4.46 on signing out of the order: the customer’s details, ID number and memberships; cart and area stay', async () => {
    const { member, orderId } = await usedBrowser()
    await signOut({ cookies: cookiesOf(), visitor: member }, 'order', null)
    expect(await leftIn(member, orderId)).toEqual({ ...NOTHING, area: true, order: true })
    expect(await customerOf(member.uuid)).toBeUndefined()
    expect(await areaCustomerOf(member), 'the secret is another now').toBeUndefined()
    await database().query('UPDATE session SET area_customer_id = NULL WHERE uuid = $1', [member.uuid])
    expect(await leftIn(member, orderId)).toEqual(NOTHING)
  })

  test('R4.46 R7.30 on signing out of the area: the area, and the orders once nobody is signed in for the order either', async () => {
    const { member, orderId } = await usedBrowser()
    await signOut({ cookies: cookiesOf(), visitor: member }, 'area', null)
    expect(await leftIn(member, orderId)).toEqual({
      ...{ details: true, ssn: true, customer: true, area: false, memberships: 1, order: true, cart: CART },
    })
    await database().query('UPDATE session SET customer_id = NULL WHERE uuid = $1', [member.uuid])
    expect(await leftIn(member, orderId)).toMatchObject({ order: false })
  })

  test('if every other device is signed out: everything, even where the customer was signed in for the order only', async () => {
    const { member, orderId } = await usedBrowser()
    rememberSid(member.sidHash, member.uuid, memoryNow())
    expect(rememberedBySid(member.sidHash)).toBe(member.uuid)
    await database().query('UPDATE session SET area_customer_id = NULL WHERE uuid = $1', [member.uuid])
    await inTransaction((client) => endSessionsOf(client, member.customerId, null))
    expect(await leftIn(member, orderId)).toEqual(NOTHING)
    expect(rememberedBySid(member.sidHash)).toBeUndefined()
  })

  test('if one device is signed out by the list', async () => {
    const { member, orderId } = await usedBrowser()
    const [device] = await devicesOf(member, member.customerId)
    expect(await endDevice(member.customerId, device?.id ?? '', null)).toEqual({ ok: true, value: null })
    expect(await leftIn(member, orderId)).toEqual(NOTHING)
  })
})

test.each([
  [14, true],
  [16, false],
])('%i minutes after the sign-in counts as recent: %s', async (minutes, isFresh) => {
  const member = await aMember()
  await database().query('UPDATE session SET signed_in_at = now() - make_interval(mins => $2) WHERE uuid = $1', [member.uuid, minutes])
  expect(await areaCustomerOf(member)).toMatchObject({ isFresh })
})
