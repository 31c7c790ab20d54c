import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { cancelCode, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER, emptyHouse } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants } from '#tests/support/database/database.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import {
  addVoucherClasses,
  boughtVouchers,
  buyVouchers,
  HUNDRED,
  liabilities,
  PAIR,
  PAIR_WORTH,
  payWith,
  PLACE_DUE,
  VOUCHER,
  WHOLE,
  type BoughtVoucher,
} from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

/** Buys one voucher as the signed-in customer. */
async function bought(item: object = VOUCHER, due = HUNDRED): Promise<{ readonly resId: string; readonly voucher: BoughtVoucher }> {
  const made = await buyVouchers(house.noa.visitor.uuid, [item], due)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error(made.ok ? 'There is no voucher.' : made.refusal.code)
  return { resId: made.value.reservationIdentifier, voucher }
}

describe('a voucher is cancelled', () => {
  test('unused: its policy keeps five percent, and it pays nothing any more', async () => {
    const { resId, voucher } = await bought()
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: HUNDRED, charge: 500, isWhole: true, policyName: 'שובר' })
    expect([await stateOf(resId), await givenBack()]).toEqual(['refunded', [HUNDRED - 500]])
    expect(await boughtVouchers()).toMatchObject([{ state: 'cancelled', balance: 0, ledger: ['load 10000', 'cancel -10000'] }])
    expect(await payWith(house.noa.visitor.uuid, voucher.id)).toBe('NOT_ACTIVE')
    expect(await liabilities()).toEqual([])
  })

  test('after a part of it was used: that part of its price is kept, and the fee of the rest', async () => {
    const { resId, voucher } = await bought()
    expect(await payWith(house.noa.visitor.uuid, voucher.id)).toMatch(/^.{20}$/)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: HUNDRED, charge: PLACE_DUE + 215 })
    expect(await boughtVouchers()).toMatchObject([{ balance: 0, ledger: ['load 10000', 'use -5700', 'cancel -4300'] }])
  })

  test('of a bundle: what was used of its value is kept of its price', async () => {
    const { resId, voucher } = await bought({ ...VOUCHER, SystemVoucherPriceId: 12 }, PAIR)
    expect(await payWith(house.noa.visitor.uuid, voucher.id)).toMatch(/^.{20}$/)
    const kept = Math.floor((PAIR * PLACE_DUE) / PAIR_WORTH)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: PAIR, charge: kept + Math.round((PAIR - kept) * 0.05) })
  })

  test('but not once all of it was used', async () => {
    const { resId, voucher } = await bought()
    const uuid = house.noa.visitor.uuid
    expect(await payWith(uuid, voucher.id)).toMatch(/^.{20}$/)
    expect(await payWith(uuid, voucher.id, 4_300)).toMatch(/^.{20}$/)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('VOUCHER_NO_BALANCE')
  })

  test('one of three: the others pay on', async () => {
    const made = await buyVouchers(house.noa.visitor.uuid, [{ ...VOUCHER, Quantity: 3 }], 3 * HUNDRED)
    const [, second = ''] = made.ok ? made.value.ticketIdentifiers : []
    const resId = made.ok ? made.value.reservationIdentifier : ''
    await cancelled(house.noa.visitor, resId, { items: [second] })
    expect(await boughtVouchers()).toMatchObject([{ state: 'active' }, { state: 'cancelled' }, { state: 'active' }])
    expect([await stateOf(resId), await givenBack(), await liabilities()]).toEqual(['paid', [9_500], ['1 20000']])
  })

  test('one after the other: together they cost no more than at once, whatever was used of the first', async () => {
    const limited = 'UPDATE cancellation_policy SET charge_limit = $1 WHERE cancellation_policy_id = 8'
    await database().query(limited, [700])
    const uuid = house.noa.visitor.uuid
    const made = await buyVouchers(uuid, [{ ...VOUCHER, Quantity: 3 }], 3 * HUNDRED)
    const { ticketIdentifiers, reservationIdentifier } = made.ok ? made.value : { ticketIdentifiers: [], reservationIdentifier: '' }
    expect(await payWith(uuid, (await boughtVouchers())[0]?.id ?? 0)).toMatch(/^.{20}$/)
    const charges: number[] = []
    for (const item of ticketIdentifiers)
      charges.push((await cancelled(house.noa.visitor, reservationIdentifier, { items: [item] })).decision.charge)
    await database().query(limited, [10_000])
    expect(charges).toEqual([PLACE_DUE + 215, 485, 0])
  })

  test('with its products, which go back by its terms', async () => {
    const made = await buyVouchers(house.noa.visitor.uuid, [VOUCHER], HUNDRED + 2_500, { products: [{ id: 1, quantity: 1 }] })
    await cancelled(house.noa.visitor, made.ok ? made.value.reservationIdentifier : '')
    expect(await givenBack()).toEqual([12_500 - 625])
  })

  test('but not without a policy, after its end, nor after the days of its policy', async () => {
    const none = await bought({ SystemVoucherId: 2 }, WHOLE)
    expect(await cancelCode(house.noa.visitor, none.resId)).toBe('VOUCHER_CANCELLATION_NOT_ALLOWED')
    const { resId, voucher } = await bought()
    await database().query(`UPDATE system_voucher SET ends_at = now() WHERE system_voucher_id = $1`, [voucher.id])
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOT_ACTIVE')
    await database().query(`UPDATE system_voucher SET ends_at = NULL WHERE system_voucher_id = $1`, [voucher.id])
    await database().query(`UPDATE orders SET created_at = created_at - interval '16 days', settled_at = settled_at - interval '16 days'`)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('TOO_FAR_FROM_PURCHASE_DATE')
  })

  test('a use that comes back to it is given back with it; what comes back later becomes a new voucher', async () => {
    const { resId, voucher } = await bought()
    const uuid = house.noa.visitor.uuid
    const [first, second] = [await payWith(uuid, voucher.id), await payWith(uuid, voucher.id, 4_300)]
    await cancelled(house.noa.visitor, first)
    expect(await boughtVouchers()).toMatchObject([{ balance: PLACE_DUE }])
    await cancelled(house.noa.visitor, resId)
    expect(await boughtVouchers()).toMatchObject([{ balance: 0, state: 'cancelled' }])
    await cancelled(house.noa.visitor, second)
    expect(await boughtVouchers()).toMatchObject([{ balance: 0, state: 'cancelled' }])
    expect(await cellOf(`SELECT sum(balance)::int FROM system_voucher WHERE system_voucher_class_id IS NULL`)).toBe(4_300)
  })
})

describe('a crash while a voucher is bought', () => {
  const provider = new FaultyProvider()
  beforeAll(letDieAtQueries)
  beforeEach(() => {
    replaceProvider(provider)
  })

  /** Every n-th query of a commit; CRASH_STEP=1 takes all. */
  const STEP = Number(process.env.CRASH_STEP ?? 4)

  async function play(at: number | undefined, isAfter: boolean): Promise<number> {
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    expect(await storeCartOf(buyer.uuid, { vouchers: [VOUCHER], customerInfo: CUSTOMER })).toMatchObject({ ok: true })
    const { formName } = await buyer.openForm()
    const cart = { ...cartOf([], provider.fillIn(formName, 'card')), vouchers: [VOUCHER] }
    const asked = await liveUntil(at, isAfter, () => commit(buyer.uuid, { cart }, 'he'))
    const where = `${isAfter ? 'after' : 'before'} ${asked.at(-1) ?? ''}`
    await buyer.settle()
    const paid = (await buyer.orders()).filter((state) => state === 'paid').length
    const due = paid * HUNDRED
    expect({
      where,
      lies: buyer.lies,
      own: await buyer.ownNet(),
      theirs: provider.netOf(buyer.uuid),
      had: (await boughtVouchers()).length,
    }).toEqual({ where, lies: [], own: due, theirs: due, had: paid })
    await checkInvariants()
    return asked.length
  }

  test('at any step of a commit leaves it paid and issued, once, or neither', { timeout: 600_000 }, async () => {
    const steps = await play(undefined, false)
    for (let at = 0; at < steps; at += STEP) {
      await emptyHouse()
      await play(at, at % 8 < 4)
    }
  })
})
