import { describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { cancelAnswer, offerAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { ALL, boughtBy, cancelCode, cancelled, during, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, DEAR, FEE, ledgerOf, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { checkInvariants, cellOf } from '#tests/support/database/database.ts'
import { holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'

const house = openCancelHouse()

describe('R9.32 the cancellation charge', () => {
  test.each([
    ['5 %', 2, Math.floor(ALL * 0.05)],
    ['₪20', 3, 2_000],
    ['₪15 a ticket', 4, 3_000],
  ])('%s of a whole reservation', async (_name, policy, charge) => {
    const { resId } = await boughtBy(house.noa)
    const offer = await during(`cancellation_policy_id = ${String(policy)}`, 'cancellation_policy_id = 1', async () => {
      const offered = await offerAnswer(house.noa.visitor, resId, { locale: 'he' })
      const answer = await cancelAnswer({ visitor: house.noa.visitor, caller: null }, resId, { expectedRefund: (ALL - charge) / 100 })
      expect(answer).toMatchObject({
        ok: true,
        value: { cancellation: { worth: ALL / 100, charge: charge / 100, refund: (ALL - charge) / 100 } },
      })
      return offered
    })
    // The customer has seen the exact refund before.
    expect(offer).toMatchObject({
      value: { refusal: null, offer: { charge: charge / 100, refund: (ALL - charge) / 100, toCard: (ALL - charge) / 100 } },
    })
    expect(await givenBack()).toEqual([ALL - charge])
  })

  test('is not taken for free tickets, such as seats covered by another ticket', async () => {
    const { resId } = await boughtBy(house.noa)
    await database().query('ALTER TABLE order_seat DISABLE TRIGGER ALL')
    await database().query(
      `UPDATE order_seat SET price = CASE line WHEN 0 THEN $1::int - service_charge * 2 ELSE 0 END, service_charge = service_charge * (1 - line) * 2, is_sub_ticket = line = 1`,
      [2 * ONE],
    )
    await database().query('ALTER TABLE order_seat ENABLE TRIGGER ALL')
    const result = await during('cancellation_policy_id = 4', 'cancellation_policy_id = 1', () => cancelled(house.noa.visitor, resId))
    expect(result.decision).toMatchObject({ worth: ALL, charge: 1_500 })
  })

  test('is taken for each of two presentations by its own policy', async () => {
    const { resId } = await boughtBy(house.noa, [seatOn(1, 1), seatOn(2, 1)], ONE + DEAR + FEE)
    const result = await during(
      'cancellation_policy_id = CASE presentation_id WHEN 1 THEN 3 ELSE 2 END',
      'cancellation_policy_id = 1',
      () => cancelled(house.noa.visitor, resId),
    )
    expect(result.decision.charge).toBe(2_000 + DEAR * 0.05)
  })

  test('has one limit for all cancellations of an order', async () => {
    await database().query('UPDATE cancellation_policy SET charge_limit = 600 WHERE cancellation_policy_id = 2')
    const { resId, tickets } = await boughtBy(house.noa)
    const charges = await during('cancellation_policy_id = 2', 'cancellation_policy_id = 1', async () => [
      (await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })).decision.charge,
      (await cancelled(house.noa.visitor, resId)).decision.charge,
    ])
    expect(charges).toEqual([525, 75])
    await database().query('UPDATE cancellation_policy SET charge_limit = 10000 WHERE cancellation_policy_id = 2')
  })

  describe('of one policy', () => {
    /** Cancels a ticket of ₪150 under the first policy, and then two of ₪105, one after the other, under one of 5 % up to ₪6. */
    async function charges(between?: () => Promise<unknown>): Promise<readonly number[]> {
      await database().query('UPDATE cancellation_policy SET charge_limit = 600 WHERE cancellation_policy_id = 2')
      const { resId, tickets } = await boughtBy(house.noa, [seatOn(2, 1), seatOn(1, 1), seatOn(1, 2)], DEAR + 2 * ONE + FEE)
      const [dear = '', ...others] = tickets
      const cancelOne = async (ticket: string) => (await cancelled(house.noa.visitor, resId, { items: [ticket] })).decision.charge
      try {
        return await during(
          'cancellation_policy_id = CASE presentation_id WHEN 1 THEN 2 ELSE 3 END',
          'cancellation_policy_id = 1',
          async () => {
            const first = await cancelOne(dear)
            await between?.()
            return [first, await cancelOne(others[0] ?? ''), await cancelOne(others[1] ?? '')]
          },
        )
      } finally {
        await database().query('UPDATE cancellation_policy SET charge_limit = 10000 WHERE cancellation_policy_id = 2')
      }
    }

    test('uses up no part of the limit of another', async () => {
      expect(await charges()).toEqual([2_000, 525, 75])
    })

    test('counts for each, if it is not known any more of which it was', async () => {
      const forget = `ALTER TABLE cancellation_charge DISABLE TRIGGER USER; DELETE FROM cancellation_charge; ALTER TABLE cancellation_charge ENABLE TRIGGER USER`
      expect(await charges(() => database().query(forget))).toEqual([2_000, 0, 0])
    })
  })
})

describe('the refund', () => {
  test('goes to the card first, and gives vouchers back what they paid', async () => {
    const one = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(3_000))
    const two = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(5_000))
    const { resId, tickets } = await boughtBy(house.noa, undefined, ALL - 8_000, {
      voucherPayments: [
        { id: one, amount: 30 },
        { id: two, amount: 50 },
      ],
    })
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    expect(await givenBack()).toEqual([ONE])
    await checkInvariants()
    const last = await cancelled(house.noa.visitor, resId)
    expect(last.decision.split).toMatchObject({ toCredit: 0, toVouchers: [{ amount: 3_000 }, { amount: 5_000 }] })
    expect(await givenBack()).toEqual([ONE, ALL - 8_000 - ONE])
    expect(await voucherState(one)).toMatchObject({ balance: 3_000, entries: ['load 3000', 'use -3000', 'return 3000'] })
    expect(await voucherState(two)).toMatchObject({ balance: 5_000 })
  })

  test('gives one voucher its part back in two cancellations', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(30_000))
    const { resId, tickets } = await boughtBy(house.noa, undefined, 0, { voucherPayments: [{ id, amount: ALL / 100 }] })
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    expect(await voucherState(id)).toMatchObject({ balance: 30_000 - ALL + ONE })
    await cancelled(house.noa.visitor, resId)
    expect(await voucherState(id)).toMatchObject({ balance: 30_000 })
    expect(await stateOf(resId)).toBe('refunded')
  })

  test('as credit makes a new voucher of the customer for the card’s part; the card gets none of it, also not later', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(5_000))
    const { resId, tickets } = await boughtBy(house.noa, undefined, ALL - 5_000, { voucherPayments: [{ id, amount: 50 }] })
    const first = await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1), asCredit: true })
    expect(first.creditReference).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
    expect(await givenBack()).toEqual([])
    const credit = await holdVoucher(house.noa.visitor.uuid, first.creditReference ?? '')
    expect(await voucherState(credit)).toMatchObject({ balance: ONE, entries: [`load ${String(ONE)}`] })
    expect(await cellOf('SELECT customer_id FROM system_voucher WHERE system_voucher_id = $1', [credit])).toBe(house.noa.customerId)
    await checkInvariants()
    // The card has only the part that was not credited.
    await cancelled(house.noa.visitor, resId)
    expect(await givenBack()).toEqual([ALL - 5_000 - ONE])
    expect(await voucherState(id)).toMatchObject({ balance: 5_000 })
    // The new voucher pays the next order.
    const next = await boughtBy(house.noa, [seatOn(1, 8)], FEE, { voucherPayments: [{ id: credit, amount: ONE / 100 }] })
    expect(await stateOf(next.resId)).toBe('paid')
  })

  test('is empty for a free reservation, which is cancelled all the same', async () => {
    await database().query(
      'UPDATE ticket SET price = 0, service_charge = 0 WHERE ticket_id = 11; UPDATE catalogue_version SET version = version + 1',
    )
    const free = await during('service_charge_id = NULL', 'service_charge_id = CASE presentation_id WHEN 1 THEN 1 END', async () => {
      const made = await boughtBy(house.noa, [seatOn(1, 1)], 0)
      expect(await cancelCode(house.noa.visitor, made.resId, { asCredit: true })).toBeUndefined()
      return made
    })
    await database().query('UPDATE ticket SET price = 10000, service_charge = 500 WHERE ticket_id = 11')
    await during('soldout = false', 'soldout = false', () => Promise.resolve())
    expect(await stateOf(free.resId)).toBe('refunded')
    expect(await cellOf('SELECT count(*)::int FROM refund')).toBe(0)
  })

  test('of exchanged tickets goes to the payment of the earlier order', async () => {
    const old = await boughtBy(house.noa)
    const made = await boughtChanged(old, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE)
    const result = await cancelled(house.noa.visitor, made)
    expect(result.decision.worth).toBe(2 * DEAR + FEE)
    expect((await givenBack()).sort((a, b) => a - b)).toEqual([2 * DEAR - 2 * ONE, ALL])
    const refunds = [`correction ${String(FEE)}`, `refund -${String(ALL)}`, `refund -${String(2 * DEAR - 2 * ONE)}`]
    expect((await ledgerOf(made)).toSorted()).toEqual(
      [`correction ${String(2 * ONE)}`, `charge ${String(2 * DEAR - 2 * ONE)}`, ...refunds].toSorted(),
    )
    expect(await stateOf(made)).toBe('refunded')
    expect(await stateOf(old.resId)).toBe('paid')
    expect(await cancelCode(house.noa.visitor, old.resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('of one exchanged and one kept ticket gives card and voucher what each paid', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(12_000))
    const old = await boughtBy(house.noa, undefined, ALL - 12_000, { voucherPayments: [{ id, amount: 120 }] })
    const made = await boughtChanged({ ...old, tickets: old.tickets.slice(0, 1) }, [seatOn(2, 3)], DEAR - ONE)
    await cancelled(house.noa.visitor, made)
    await checkInvariants()
    await cancelled(house.noa.visitor, old.resId)
    expect((await givenBack()).reduce((sum, one) => sum + one, 0)).toBe(ALL - 12_000 + DEAR - ONE)
    expect(await voucherState(id)).toMatchObject({ balance: 12_000 })
  })

  test('takes the cards’ part of a difference that a voucher paid from that voucher when the rest is cancelled', async () => {
    const id = await holdVoucher(house.noa.visitor.uuid, await makeVoucher(DEAR - ONE))
    const old = await boughtBy(house.noa)
    const made = await buy(house.noa.visitor.uuid, [seatOn(2, 3)], 0, {
      ...changing({ ...old, tickets: old.tickets.slice(0, 1) }),
      voucherPayments: [{ id, amount: (DEAR - ONE) / 100 }],
    })
    await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
    expect(await givenBack()).toEqual([DEAR])
    await checkInvariants()
    await cancelled(house.noa.visitor, old.resId)
    expect(await givenBack()).toEqual([DEAR, ALL - DEAR])
    expect(await voucherState(id)).toMatchObject({ balance: DEAR - ONE })
  })

  test('of a cheaper exchange that is then cancelled', async () => {
    const old = await boughtBy(house.noa)
    const made = await boughtChanged(old, [seatOn(3, 3), seatOn(3, 4)], 0)
    await cancelled(house.noa.visitor, made)
    expect((await givenBack()).reduce((sum, one) => sum + one, 0)).toBe(2 * CHEAP + FEE)
  })

  test('gives back uses of an entitlement, one per ticket', async () => {
    const { resId, tickets } = await boughtBy(house.noa)
    await database().query(
      `INSERT INTO entitlement (entitlement_id, kind, lookup, public_code, uses) VALUES (900, 'coupon', 'A7', 'A7', 2) ON CONFLICT DO NOTHING`,
    )
    await database().query('UPDATE order_seat SET entitlement_id = 900')
    await database().query(
      'INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id) SELECT 900, holder, 1, 2, order_id FROM orders',
    )
    await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
    expect(await cellOf('SELECT quantity FROM entitlement_use WHERE entitlement_id = 900')).toBe(1)
    await checkInvariants()
    await cancelled(house.noa.visitor, resId)
    expect(await cellOf('SELECT count(*)::int FROM entitlement_use WHERE entitlement_id = 900')).toBe(0)
  })
})

/** Exchanges tickets of house.noa. @returns the new reservation */
async function boughtChanged(
  old: { uuid: string; resId: string; tickets: readonly string[] },
  seats: ReturnType<typeof seatOn>[],
  due: number,
): Promise<string> {
  const made = await buy(house.noa.visitor.uuid, seats, due, changing(old))
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.reservationIdentifier
}
