import { describe, expect, test } from 'vitest'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { orderPageOf } from '#lib/server/orders/read/order-page.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { beginChange, changePageOf } from '#lib/server/orders/changes/ticket-change-page.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { ALL, boughtBy, cancelled, during, givenBack, newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { buy, changing, DEAR, FEE, ledgerOf, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { fromHere } from '#tests/support/buyers/house.ts'

const house = openCancelHouse()

async function changed(old: Bought, seats: Parameters<typeof buy>[1], due: number): Promise<Bought> {
  const made = await buy(old.uuid, seats, due, changing(old))
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid: old.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

/** The handling fees of all orders, and the provider's net income. */
async function feesAndMoney(): Promise<readonly unknown[]> {
  const fees = await cellOf(`SELECT sum(charge_left(o))::int FROM orders o WHERE state IN ('paid', 'refunding', 'refunded')`)
  const money = await cellOf(`SELECT sum(amount)::int FROM ledger WHERE kind IN ('charge', 'refund')`)
  return [fees, money]
}

describe('R9.31 a fixed handling fee is paid once along a chain of changes', () => {
  test('stays with the order that paid it; later changes do not charge it again', async () => {
    const old = await boughtBy(house.noa)
    const second = await changed(old, [seatOn(1, 5), seatOn(1, 6)], 0)
    const third = await changed(second, [seatOn(1, 7), seatOn(1, 8)], 0)
    expect(await feesAndMoney()).toEqual([FEE, ALL])
    expect(await ledgerOf(old.resId)).toEqual([`charge ${String(ALL)}`, `correction -${String(2 * ONE)}`])
    expect(await ledgerOf(third.resId)).toEqual([`correction ${String(2 * ONE)}`])
  })

  test('also if only a part of the tickets is changed', async () => {
    const old = await boughtBy(house.noa)
    await changed({ ...old, tickets: old.tickets.slice(0, 1) }, [seatOn(1, 6)], 0)
    expect(await feesAndMoney()).toEqual([FEE, ALL])
  })

  test('is charged once for tickets that did not pay it, when they move to a presentation that has one', async () => {
    const old = await boughtBy(house.noa, [seatOn(2, 3)], DEAR)
    const second = await changed(old, [seatOn(1, 4), seatOn(1, 5)], 2 * ONE + FEE - DEAR)
    await changed(second, [seatOn(1, 6), seatOn(1, 7)], 0)
    expect(await feesAndMoney()).toEqual([FEE, 2 * ONE + FEE])
  })

  test('is not charged again if the order that paid it was cancelled, because it stays with the purchase', async () => {
    const old = await boughtBy(house.noa)
    const second = await changed({ ...old, tickets: old.tickets.slice(0, 1) }, [seatOn(1, 6)], 0)
    await cancelled(house.noa.visitor, old.resId)
    expect(await givenBack()).toEqual([ONE])
    await changed(second, [seatOn(1, 8)], 0)
    expect(await feesAndMoney()).toEqual([FEE, ONE + FEE])
  })

  test('the page says so before the change, and the totals of order page, seats and checkout add up without it', async () => {
    const { uuid, resId, tickets } = await boughtBy(house.noa)
    const page = await changePageOf(uuid, resId)
    expect(page?.fee).toBe('paid')
    if (page) expect(await beginChange(uuid, page, { tickets, presentationId: 1, lastTransactionId: '' })).toBeUndefined()
    expect((await orderPageOf(1, { uuid, locale: 'he' }))?.presentation.serviceCharge).toBeNull()
    for (const seat of [seatOn(1, 5), seatOn(1, 6)]) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
    expect(await checkoutOf(uuid, 'he')).toMatchObject({
      value: { totals: { globalServiceCharge: 0, balanceDue: 0, giveBack: 0 }, presentations: [{ serviceCharge: null }] },
    })
  })
})

describe('R9.31 a percentage follows the tickets', () => {
  const PERCENT = 'UPDATE service_charge SET amount_per_order = NULL, percent_rate_per_order = 10 WHERE service_charge_id = 1'
  const FIXED = `UPDATE service_charge SET amount_per_order = ${String(FEE)}, percent_rate_per_order = NULL WHERE service_charge_id = 1`

  /** Both presentations of the test charge ten per cent. */
  async function byPercent(work: () => Promise<void>): Promise<void> {
    await database().query(PERCENT)
    await newCatalogue()
    try {
      await during('service_charge_id = 1', 'service_charge_id = CASE presentation_id WHEN 1 THEN 1 END', work)
    } finally {
      await database().query(FIXED)
      await newCatalogue()
    }
  }

  test('charges the difference of the percentage for a dearer presentation and refunds it for a cheaper one', async () => {
    await byPercent(async () => {
      const old = await boughtBy(house.noa, undefined, (2 * ONE * 11) / 10)
      expect((await changePageOf(old.uuid, old.resId))?.fee).toBe('percent')
      const second = await changed(old, [seatOn(2, 3), seatOn(2, 4)], ((2 * DEAR - 2 * ONE) * 11) / 10)
      expect(await feesAndMoney()).toEqual([(2 * DEAR) / 10, (2 * DEAR * 11) / 10])
      await checkInvariants()
      await changed(second, [seatOn(1, 7), seatOn(1, 8)], 0)
      await reconcile()
      expect(await feesAndMoney()).toEqual([(2 * ONE) / 10, (2 * ONE * 11) / 10])
    })
  })

  test('moves the share of a part of the tickets, to the agora; the rest stays until it is cancelled', async () => {
    await byPercent(async () => {
      await database().query('UPDATE service_charge SET percent_rate_per_order = 0.333 WHERE service_charge_id = 1')
      await newCatalogue()
      const charge = Math.round(2 * ONE * 0.00333)
      const old = await boughtBy(house.noa, undefined, 2 * ONE + charge)
      await changed({ ...old, tickets: old.tickets.slice(0, 1) }, [seatOn(1, 6)], 0)
      await reconcile()
      await checkInvariants()
      await cancelled(house.noa.visitor, old.resId)
      await reconcile()
      const own = Math.round(ONE * 0.00333)
      expect(await feesAndMoney()).toEqual([own, ONE + own])
    })
  })

  test('does not charge a percentage to those who have paid a fixed fee', async () => {
    const old = await boughtBy(house.noa)
    await byPercent(async () => {
      await changed(old, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE)
      expect(await feesAndMoney()).toEqual([FEE, 2 * DEAR + FEE])
    })
  })
})
