import { beforeAll, expect, test } from 'vitest'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { newVisitor } from '#tests/support/buyers/sign-in.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

beforeAll(freshDatabase)

/** The facts that a customer sees of a membership. */
async function memberWith(change: string) {
  const customerId = await makeCustomer()
  const id = await makeMembership(customerId)
  await database().query(`UPDATE entitlement SET ${change} WHERE entitlement_id = $1`, [id])
  return (await membersOfCustomer(customerId, (await newVisitor()).uuid))[0]
}

test.each([
  ['counts now and has something left', 'uses = 8', { isAvailable: true, isExpired: false, isNotStarted: false, balance: 8 }],
  ['is without limit and without end', 'uses = NULL, ends_at = NULL', { isAvailable: true, balance: null, endDate: null }],
  ['is over', `ends_at = now() - interval '1 second'`, { isAvailable: false, isExpired: true }],
  ['has not begun', `starts_at = now() + interval '1 day'`, { isAvailable: false, isNotStarted: true, isExpired: false }],
  ['has nothing left', 'uses = 0', { isAvailable: false, balance: 0, isExpired: false }],
])('shows a membership that %s', async (_what, change, facts) => {
  expect(await memberWith(change)).toMatchObject(facts)
})

test('hides a retired membership', async () => {
  expect(await memberWith('is_active = false')).toBeUndefined()
})
