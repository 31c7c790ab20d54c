import { beforeAll, expect, test } from 'vitest'
import { takeVouchers } from '#lib/server/entitlements/voucher-uses.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { makeUnownedOrder } from '#tests/support/buyers/sign-in.ts'
import { makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(freshDatabase)

const [BALANCE, FAR, PAST] = [5_000, '2099-01-01T00:00:00Z', '2020-01-01T00:00:00Z']

/** Takes an amount of a new voucher whose checks have passed. @returns whether it had enough, and its balance then */
async function take(amount: number, terms: Parameters<typeof makeVoucher>[1]) {
  await makeVoucher(BALANCE, terms)
  const id = Number(await cellOf('SELECT max(system_voucher_id) FROM system_voucher'))
  const orderId = await makeUnownedOrder({})
  const isTaken = await inTransaction((client) => takeVouchers(client, orderId, [{ id, amount }]))
  return { isTaken, ...(await voucherState(id)) }
}

test.each([
  ['all that it has', BALANCE, {}],
  ['a part, within its time', 2_000, { startsAt: PAST, endsAt: FAR }],
])('takes a voucher that pays %s', async (_what, amount, terms) => {
  expect(await take(amount, terms)).toEqual({
    isTaken: true,
    balance: BALANCE - amount,
    entries: [`load ${String(BALANCE)}`, `use -${String(amount)}`],
  })
})

test.each([
  ['has less', BALANCE + 1, {}],
  ['was cancelled', BALANCE, { state: 'cancelled' }],
  ['was replaced', BALANCE, { state: 'replaced' }],
  ['has expired', BALANCE, { endsAt: PAST }],
  ['has not begun', BALANCE, { startsAt: FAR }],
] as const)('takes nothing of a voucher that %s meanwhile', async (_what, amount, terms) => {
  expect(await take(amount, terms)).toEqual({ isTaken: false, balance: BALANCE, entries: [`load ${String(BALANCE)}`] })
})
