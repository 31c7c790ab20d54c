import { expect, test } from 'vitest'
import { changesOfOrder } from '#lib/server/orders/changes/ticket-change-shown.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { mailOf } from '#lib/server/messages/message-bodies.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { retryRefunds, settleRefunds } from '#lib/server/operations/refunds/refund-desk.ts'
import { ALL, boughtBy, cancelled, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { buy, changing, DEAR, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { untilRefused } from '#tests/support/providers/refused-refunds.ts'

const house = openCancelHouse()

/** Refunds of this amount are refused; null: all. */
function refuse(amount: number | null): void {
  const real = paymentProvider()
  replaceProvider({
    ...real,
    refund: (request) => (amount === null || request.amount === amount ? Promise.resolve({ outcome: 'failed' }) : real.refund(request)),
  })
}

/** The texts of refund mails. */
async function mailsOfRefunds(): Promise<(string | undefined)[]> {
  const { rows } = await database().query<{ order_id: string; kind: string }>(
    `SELECT order_id, kind FROM outbox WHERE channel = 'mail' AND kind LIKE 'refund:%' ORDER BY created_at`,
  )
  return Promise.all(rows.map(async ({ order_id: orderId, kind }) => (await mailOf(orderId, kind))?.text))
}

test('the buyer gets a mail about the provider’s part once the rest was paid back in another way', async () => {
  const old = await boughtBy(house.noa)
  const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
  const resId = made.ok ? made.value.reservationIdentifier : ''
  refuse(ALL)
  await cancelled(house.noa.visitor, resId)
  await untilRefused()
  expect(await mailsOfRefunds()).toEqual([])
  expect(await settleRefunds(resId, 'cash', undefined)).toEqual([{ amount: ALL, outcome: 'settled' }])
  expect(await mailsOfRefunds()).toEqual([expect.stringContaining('₪90')])
})

test('no mail reports a provider’s refund if all was paid back in another way', async () => {
  const { resId } = await boughtBy(house.noa)
  refuse(null)
  await cancelled(house.noa.visitor, resId)
  await untilRefused()
  expect(await settleRefunds(resId, 'cash', undefined)).toMatchObject([{ outcome: 'settled' }])
  expect(await mailsOfRefunds()).toEqual([])
})

test('the order of a ticket change does not report the difference as refunded to the card', async () => {
  const old = await boughtBy(house.noa)
  refuse(null)
  expect((await buy(old.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))).ok).toBe(true)
  await untilRefused()
  await settleRefunds(old.resId, 'gift card', undefined)
  const changes = await changesOfOrder(String(await cellOf('SELECT order_id FROM orders WHERE modifies IS NOT NULL')))
  expect(changes).toMatchObject({ isRefunded: true, isPaidOtherwise: true })
})

test('a refund that was refused at first and succeeds on a retry gets a mail of its own', async () => {
  const old = await boughtBy(house.noa)
  const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
  const resId = made.ok ? made.value.reservationIdentifier : ''
  refuse(ALL)
  await cancelled(house.noa.visitor, resId)
  await untilRefused()
  expect(await mailsOfRefunds()).toEqual([])
  // Nothing is retried once the provider has refused permanently: the manual retry announces both in turn.
  replaceProvider(undefined)
  expect(await retryRefunds(resId)).toMatchObject([{ outcome: 'done' }])
  expect(await mailsOfRefunds()).toEqual([expect.stringContaining('₪307')])
})

test('a retry after the first mail: the second mail reports only its own refunds', async () => {
  const old = await boughtBy(house.noa)
  const made = await buy(old.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
  const resId = made.ok ? made.value.reservationIdentifier : ''
  refuse(null)
  await cancelled(house.noa.visitor, resId)
  await untilRefused()
  replaceProvider(undefined)
  await database().query(`UPDATE refund SET state = 'intended', attempts = 0 WHERE amount <> $1`, [ALL])
  await reconcile()
  expect(await mailsOfRefunds()).toEqual([expect.stringContaining('₪90')])
  expect(await retryRefunds(resId)).toMatchObject([{ amount: ALL, outcome: 'done' }])
  const [first, second, ...more] = await mailsOfRefunds()
  expect([first, second, more]).toEqual([expect.stringContaining('₪90'), expect.stringContaining('₪217'), []])
  expect(second).not.toContain('₪307')
})
