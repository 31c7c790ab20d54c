import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { queueReminders } from '#lib/server/messages/hold-reminders.ts'
import { smsOf } from '#lib/server/messages/message-bodies.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { browserOf, makeMember } from '#tests/support/seats/holders.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ maxSeats: 3 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

function hold(uuid: string, seats: readonly SeatAddress[]) {
  return commit(uuid, { cart: { ...cartOf(seats), isHold: true } }, 'he')
}

async function held(seats = [seatAt(1, 1)]): Promise<{ uuid: string; resId: string; customerId: number }> {
  const customerId = await makeMember()
  const uuid = await browserOf(customerId, seats)
  const made = await hold(uuid, seats)
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid, resId: made.value.reservationIdentifier, customerId }
}

describe('unpaid holds of one customer on a show are limited to the seats one visitor may choose', () => {
  test('over any number of reservations; paid, cancelled and released ones do not count', async () => {
    const { uuid, resId, customerId } = await held([seatAt(1, 1), seatAt(2, 1)])
    const more = [seatAt(5, 1), seatAt(6, 1)]
    const other = await browserOf(customerId, more)
    expect(await hold(other, more)).toMatchObject({ refusal: { code: 'HOLD_LIMIT' } })
    expect(await hold(other, more.slice(0, 1))).toMatchObject({ ok: true })
    expect(await hold(other, more.slice(1))).toMatchObject({ refusal: { code: 'HOLD_LIMIT' } })
    const { paymentIdentifier } = await formFor(uuid, resId, 2 * DUE - 700)
    const asked = { seats: [], paymentIdentifier }
    for (const more of [{ donations: [{}] }, { vouchers: [{}] }, { memberships: [{}] }])
      expect(await payReservation(uuid, resId, { cart: { ...asked, ...more } })).toMatchObject({ refusal: { code: 'ITEMS_NOT_SOLD' } })
    expect(await payReservation(uuid, resId, { cart: asked })).toMatchObject({ ok: true })
    expect(await hold(other, more.slice(1))).toMatchObject({ ok: true })
    await database().query(`UPDATE orders SET pay_until = now() - interval '1 second' WHERE state = 'unpaid'`)
    await reconcile()
    const all = [seatAt(1, 3), seatAt(2, 3), seatAt(3, 3)]
    expect(await hold(await browserOf(customerId, all), all)).toMatchObject({ ok: true })
  })

  test('from several browsers at the same moment', async () => {
    const customerId = await makeMember()
    const browsers = await Promise.all(
      [1, 2, 3, 4].map(async (row) => {
        const seats = [seatAt(1, row), seatAt(2, row)]
        return { uuid: await browserOf(customerId, seats), seats }
      }),
    )
    const made = await Promise.all(browsers.map(({ uuid, seats }) => hold(uuid, seats)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(1)
    for (const one of made) if (!one.ok) expect(one.refusal.code).toBe('HOLD_LIMIT')
  })
})

async function formFor(uuid: string, resId: string, amount = DUE) {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card', resId })
  const formName = form.ok ? (form.value.paymentFormURL.split('/').at(-1) ?? '') : ''
  return { form, paymentIdentifier: form.ok ? await prepareCard(uuid, amount, 'accepted', formName) : '' }
}

test('seats of a show that was called off cannot be paid', async () => {
  const { uuid, resId } = await held()
  const { paymentIdentifier } = await formFor(uuid, resId)
  await calledOff(true)
  expect((await formFor(uuid, resId)).form).toMatchObject({ refusal: { code: 'SALE_CLOSED' } })
  expect(await payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier } })).toMatchObject({ refusal: { code: 'SALE_CLOSED' } })
  const { rows } = await database().query('SELECT state, (SELECT count(*)::int FROM sandbox_charge) AS charges FROM orders')
  expect(rows).toEqual([{ state: 'unpaid', charges: 0 }])
  await calledOff(false)
})

async function calledOff(isCancelled: boolean): Promise<void> {
  await database().query('UPDATE presentation SET is_cancelled = $1', [isCancelled])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

test('a queued reminder is not sent once the seats are paid', async () => {
  const { uuid, resId } = await held()
  await database().query(`UPDATE orders SET pay_until = now() + interval '50 minutes', created_at = now() - interval '1 day'`)
  expect(await queueReminders()).toBe(1)
  const { rows } = await database().query<{ order_id: string }>('SELECT order_id FROM orders')
  const orderId = rows[0]?.order_id ?? ''
  expect(await smsOf(orderId, 'reminder')).toBeDefined()
  const { paymentIdentifier } = await formFor(uuid, resId)
  expect(await payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier } })).toMatchObject({ ok: true })
  expect(await smsOf(orderId, 'reminder')).toBeUndefined()
})
