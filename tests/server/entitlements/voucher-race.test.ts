import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { ONE_PROCESS } from '#tests/support/races/desks.ts'
import { addVoucherRace, holdPlaceAndVoucher, testVoucherRace } from '#tests/support/races/voucher-race.ts'
import { makeVoucher } from '#tests/support/buyers/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 100 })
  await addVoucherRace()
})
beforeEach(emptyHouse)

testVoucherRace(ONE_PROCESS)

test('refuses to overdraw a voucher by the table itself', async () => {
  const { voucher } = await holdPlaceAndVoucher(await makeVoucher(10_000))
  const take = () => database().query('UPDATE system_voucher SET balance = balance - 6000 WHERE system_voucher_id = $1', [voucher])
  await take()
  await expect(take()).rejects.toThrow(/system_voucher_balance_check/)
})
