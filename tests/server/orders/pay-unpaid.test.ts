import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { payUnpaid } from '#lib/server/orders/commit/pay-unpaid.ts'
import { inspectPayment } from '#lib/server/orders/commit/payment-check.ts'
import type { OrderPayment } from '#lib/server/orders/place/order-rows.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(4, 4)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

interface Ready {
  readonly uuid: string
  readonly resId: string
  readonly payment: OrderPayment
}

/** A reservation that was read as payable, and a card prepared to pay it. */
async function readyToPay(): Promise<Ready> {
  const uuid = await browserOf(await makeMember(), [SEAT])
  const held = await commit(uuid, { cart: { ...cartOf([SEAT]), isHold: true } }, 'he')
  if (!held.ok) throw new Error(held.refusal.code)
  const resId = held.value.reservationIdentifier
  return { uuid, resId, payment: await cardFor(uuid, resId) }
}

async function cardFor(uuid: string, resId: string): Promise<OrderPayment> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', resId })
  if (!form.ok) throw new Error(form.refusal.code)
  const payment = await inspectPayment(uuid, await prepareCard(uuid, DUE, 'accepted', form.value.paymentFormURL.split('/').at(-1)))
  if (!payment || payment === 'unknown') throw new Error('The card is not ready.')
  return payment
}

async function pay({ resId, payment }: Ready, amount = payment.amount): Promise<readonly unknown[]> {
  const { paymentIdentifier } = payment
  const orderId = String(await cellOf('SELECT order_id FROM orders'))
  const key = { orderId, idempotencyKey: paymentIdentifier, paymentIdentifier, bodyHash: Buffer.alloc(32) }
  const paid = await payUnpaid(key, resId, { ...payment, amount })
  return [paid.ok, await cellOf('SELECT count(*)::int FROM sandbox_charge'), await cellOf('SELECT state FROM orders')]
}

test('a reservation that is still payable is paid', async () => {
  expect(await pay(await readyToPay())).toEqual([true, 1, 'paid'])
})

test('a reservation that was paid with another card since it was read is charged once', async () => {
  const ready = await readyToPay()
  const other = { ...ready, payment: await cardFor(ready.uuid, ready.resId) }
  expect(await pay(ready)).toEqual([true, 1, 'paid'])
  expect(await pay(other)).toEqual([false, 1, 'paid'])
})

test('a card for another amount than is now due charges nothing', async () => {
  expect(await pay(await readyToPay(), DUE - 100)).toEqual([false, 0, 'unpaid'])
})

test.each([
  ['its time is over', 'UPDATE orders SET pay_until = now()', ''],
  [
    'the house has called it off',
    'UPDATE presentation SET is_cancelled = true WHERE presentation_id = 1',
    'UPDATE presentation SET is_cancelled = false WHERE presentation_id = 1',
  ],
])('nothing is charged if %s since the reservation was read', async (_what, change, back) => {
  const ready = await readyToPay()
  await database().query(change)
  const paid = await pay(ready)
  await database().query(back)
  expect(paid).toEqual([false, 0, 'unpaid'])
})
