import { describe, expect, test } from 'vitest'
import { cancelAnswer, offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { ordersOfCustomer } from '#lib/server/customers/area/customer-order-rows.ts'
import { reservationsOf } from '#lib/server/customers/area/customer-reservations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { ALL, boughtBy, cancelCode, cancelled, during, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

/** Two products of the order, ₪25 each. */
const PRODUCTS = 5_000
const house = openCancelHouse()

function withProducts() {
  return boughtBy(house.noa, undefined, ALL + PRODUCTS, { products: [{ id: 1, quantity: 2 }] })
}

async function canCancel(resId: string): Promise<boolean | undefined> {
  const listed = reservationsOf({ from: await catalogue(), now: Date.now() }, await ordersOfCustomer(house.noa.customerId))
  return listed.find((one) => one.ReservationIdentifier === resId)?.canCancel
}

describe('products of an order', () => {
  test('are refunded with its last ticket, together with the fee; the offer says so', async () => {
    const { resId, tickets } = await withProducts()
    const part = await offerAnswer(house.noa.visitor, resId, { items: tickets[0], locale: 'he' })
    expect(part).toMatchObject({ value: { offer: { refund: ONE / 100, isWhole: false } } })
    const items = tickets.slice(1)
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    await checkInvariants()
    const refund = (ONE + PRODUCTS + FEE) / 100
    const offered = await offerAnswer(house.noa.visitor, resId, { items: items.join(','), locale: 'he' })
    expect(offered).toMatchObject({ value: { offer: { refund, isWhole: true } } })
    const answer = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, { itemsToCancel: items, expectedRefund: refund })
    expect(answer).toMatchObject({ ok: true, value: { cancellation: { refund, isWhole: true } } })
    expect(await givenBack()).toEqual([ONE, ONE + PRODUCTS + FEE])
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('stay if their own presentation’s deadline is over, and do not block the last ticket of another', async () => {
    const { resId, tickets } = await boughtBy(house.noa, [seatOn(1, 1), seatOn(3, 2)], ONE + CHEAP + FEE + PRODUCTS, {
      products: [{ id: 1, quantity: 2 }],
    })
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    const result = await during(
      'cancellation_policy_id = CASE presentation_id WHEN 1 THEN NULL ELSE 1 END',
      'cancellation_policy_id = 1',
      async () => ({ last: await cancelled(house.noa.visitor, resId, { items: tickets.slice(1) }), may: await canCancel(resId) }),
    )
    expect(result).toMatchObject({ last: { decision: { isWhole: false, worth: CHEAP } }, may: false })
    expect(await stateOf(resId)).toBe('paid')
    expect(await canCancel(resId)).toBe(true)
  })

  test('can be cancelled without the fee after all tickets were exchanged, by the policy of the first presentation', async () => {
    const old = await withProducts()
    const made = await buy(house.noa.visitor.uuid, [seatOn(3, 3), seatOn(3, 4)], 0, changing(old))
    expect(made.ok).toBe(true)
    expect(await canCancel(old.resId)).toBe(true)
    const without = 'cancellation_policy_id = CASE presentation_id WHEN 1 THEN NULL ELSE 1 END'
    expect(await during(without, 'cancellation_policy_id = 1', () => canCancel(old.resId))).toBe(false)
    const calledOff = `${without}, is_cancelled = presentation_id IN (1, 5)`
    const last = await during(calledOff, 'cancellation_policy_id = 1, is_cancelled = presentation_id = 5', async () => {
      expect(await canCancel(old.resId)).toBe(true)
      return cancelled(house.noa.visitor, old.resId)
    })
    expect(last.decision).toMatchObject({ isWhole: true, worth: PRODUCTS, charge: 0 })
    // The remainder of the change is refunded as well.
    await reconcile()
    expect(await stateOf(old.resId)).toBe('refunded')
    expect(await canCancel(old.resId)).toBe(false)
  })
})

test('limits all cancellations of one purchase together, including tickets split off by an exchange', async () => {
  await database().query('UPDATE cancellation_policy SET charge_limit = 600 WHERE cancellation_policy_id = 2')
  const old = await boughtBy(house.noa)
  const made = await buy(house.noa.visitor.uuid, [seatOn(3, 3)], 0, changing({ ...old, tickets: old.tickets.slice(0, 1) }))
  if (!made.ok) throw new Error(made.refusal.code)
  const charges = await during('cancellation_policy_id = 2', 'cancellation_policy_id = 1', async () => [
    (await cancelled(house.noa.visitor, old.resId)).decision.charge,
    (await cancelled(house.noa.visitor, made.value.reservationIdentifier)).decision.charge,
  ])
  await database().query('UPDATE cancellation_policy SET charge_limit = 10000 WHERE cancellation_policy_id = 2')
  expect(charges).toEqual([525, 75])
})

test('answers CONTACT_PROVIDER and does nothing if a ticket is scanned while it is being cancelled', async () => {
  const { resId, tickets } = await boughtBy(house.noa)
  let answer: Promise<string | undefined> = Promise.resolve(undefined)
  await inTransaction(async (door) => {
    await door.query('UPDATE order_seat SET used_at = now() WHERE ticket_identifier = $1', [tickets[0]])
    // It has read the ticket as it was and waits for the scan to be written.
    answer = cancelCode(house.noa.visitor, resId)
    await untilWaiting()
  })
  expect(await answer).toBe('CONTACT_PROVIDER')
  expect(await stateOf(resId)).toBe('paid')
  expect(await givenBack()).toEqual([])
})

test('promises an amount whose refund a provider refused to nobody else, by the table too', async () => {
  await boughtBy(house.noa)
  const refund = `INSERT INTO refund (refund_id, payment_id, order_id, amount, reason, state, cause)
    SELECT gen_random_uuid(), payment_id, order_id, amount, 'double', $1, gen_random_uuid() FROM payment`
  await expect(
    inTransaction(async (client) => {
      await client.query(refund, ['refused'])
      await client.query(refund, ['intended'])
    }),
  ).rejects.toThrow('a refund exceeds its payment')
})
