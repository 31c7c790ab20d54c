import { beforeAll, describe, expect, test } from 'vitest'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { replaceVoucherOf } from '#lib/server/entitlements/voucher-replacement.ts'
import { shownTotals } from '#lib/server/orders/cart/totals-answer.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { findVoucher, voucherPaymentOf } from '#lib/server/orders/cart/voucher-check.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { receiptOf } from '#lib/server/documents/receipt-document.ts'
import { numberReceipts } from '#lib/server/payments/receipts.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { boughtBy, cancelCode, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { buy, changing, CHEAP, FEE, ledgerOf, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { cartOf, fromHere, lineOf, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { ANY_TICKET, holdVoucher, makeVoucher, voucherState } from '#tests/support/buyers/vouchers.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addVoucherClasses, boughtVouchers, buyVouchers, liabilities, THREE, VOUCHER } from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

/** A bundle of any tickets that the customer has looked up. */
async function bundle(tickets: number, terms: object = {}): Promise<number> {
  return holdVoucher(house.noa.visitor.uuid, await makeVoucher(tickets, { bundle: { ...ANY_TICKET, ...terms } }))
}

const BUNDLE = { ...VOUCHER, SystemVoucherPriceId: 13, Price: 120, RedemptionData: { reference: 'THREE', price: 3 } }

async function boughtBundle() {
  const made = await buyVouchers(house.noa.visitor.uuid, [BUNDLE], THREE)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error(made.ok ? 'There is no voucher.' : made.refusal.code)
  return { resId: made.value.reservationIdentifier, voucher }
}

/** Two seats of presentation 1 at ₪105 of which bundle `id` pays so many; the fee is due while something is. */
function twoSeats(id: number, tickets: number) {
  const due = tickets === 2 ? 0 : ONE + FEE
  return boughtBy(house.noa, undefined, due, { voucherPayments: [{ id, amount: (tickets * ONE) / 100 }] })
}

describe('a ticket bundle', () => {
  test('R3.35 is bought, pays two of its three tickets at once, and one is left; what the house owes is tickets', async () => {
    const { voucher } = await boughtBundle()
    expect(voucher).toMatchObject({ balance: 3, ledger: ['load 3'] })
    expect(await liabilities()).toEqual(['1 3'])
    const bought = await boughtBy(house.noa, undefined, 2 * (ONE - 6_000) + FEE, { voucherPayments: [{ id: voucher.id, amount: 120 }] })
    expect(await boughtVouchers()).toMatchObject([{ balance: 1, ledger: ['load 3', 'use -2'] }])
    expect(await ledgerOf(bought.resId)).toEqual([`charge ${String(2 * (ONE - 6_000) + FEE)}`])
    expect(await liabilities()).toEqual(['1 1'])
    const [shown] = await vouchersOf(await catalogue(), house.noa.customerId)
    expect(shown).toMatchObject({
      IsTickets: true,
      Balance: 1,
      Loaded: 3,
      History: [
        { Kind: 'use', Amount: -2 },
        { Kind: 'load', Amount: 3 },
      ],
    })
  })

  test('R7.17 answers what it pays of the cart: the dearest tickets, as the server prices them', async () => {
    const { uuid } = house.noa.visitor
    const seats = [seatAt(1, 1), PLACE]
    for (const seat of seats) await lock(seat, fromHere(uuid))
    const stored = { presentations: [{ id: 1, seats: seats.map((seat) => lineOf(seat)) }] }
    expect(await storeCartOf(uuid, stored)).toMatchObject({ ok: true })
    const reference = await makeVoucher(1, { bundle: ANY_TICKET })
    const found = await findVoucher(uuid, reference)
    const id = found.ok ? found.value : 0
    expect(await voucherPaymentOf(uuid, id, reference)).toMatchObject({ value: { id, amount: ONE / 100, balance: 0, tickets: 1 } })
    const totals = await storeCartOf(uuid, { ...stored, voucherPayments: [{ id }] })
    expect(totals.ok && shownTotals(totals.value)).toMatchObject({
      ...{ seatsPrice: ONE + 5_000, voucherPayments: [ONE], balanceDue: 5_000 + FEE },
    })
  })

  test('pays all of an order, whose page and receipts name its tickets', async () => {
    const id = await bundle(2)
    const all = await twoSeats(id, 2)
    expect([await voucherState(id), await ledgerOf(all.resId)]).toEqual([{ balance: 0, entries: ['load 2', 'use -2'] }, []])
    const account = await orderAccountOf(all.resId, house.noa.visitor.uuid)
    expect(account).toMatchObject({ shown: { lines: [ONE, ONE] }, vouchers: [{ amount: 2 * ONE, tickets: 2 }], amountDue: 0 })
  })

  test('stands on the receipt of what the card paid', async () => {
    const bought = await twoSeats(await bundle(1), 1)
    const key = String(await cellOf('SELECT document_key FROM orders WHERE reservation_identifier = $1', [bought.resId]))
    await numberReceipts()
    const receipt = await receiptOf(key, '1')
    expect(receipt?.lines).toContainEqual(expect.objectContaining({ kind: 'voucher', tickets: 1, amount: -ONE }))
  })

  test.each([
    ['that fits none of the tickets', { ticketGroupIds: [2] }, 0, 'VOUCHER_NO_TICKET'],
    ['of another category', { categoryIds: [9] }, 0, 'VOUCHER_NO_TICKET'],
    ['for another amount than it pays', {}, 1, 'PRICE_CHANGED'],
  ])('is refused %s', async (_, terms, amount, code) => {
    const id = await bundle(2, terms)
    const made = await buy(house.noa.visitor.uuid, [seatOn(1, 1)], 0, { voucherPayments: [{ id, amount }] })
    expect(made).toMatchObject({ refusal: { code } })
  })

  test('comes back whole when the card is declined', async () => {
    const id = await bundle(1)
    const declined = await buy(
      house.noa.visitor.uuid,
      [seatOn(1, 1), seatOn(1, 2)],
      ONE + FEE,
      { voucherPayments: [{ id, amount: ONE / 100 }] },
      'declined',
    )
    expect(declined.ok).toBe(false)
    expect(await voucherState(id)).toEqual({ balance: 1, entries: ['load 1', 'use -1', 'return 1'] })
  })
})

describe('tickets that a bundle paid go back to it', () => {
  test('one by one as they are cancelled; the card gets what it paid, and no charge is taken of them', async () => {
    const id = await bundle(1)
    const { resId, tickets } = await twoSeats(id, 1)
    const [first = '', second = ''] = tickets
    const { decision } = await cancelled(house.noa.visitor, resId, { items: [first] })
    expect(decision).toMatchObject({ worth: 0, charge: 0 })
    expect([await voucherState(id), await givenBack()]).toEqual([{ balance: 1, entries: ['load 1', 'use -1', 'return 1'] }, []])
    await cancelled(house.noa.visitor, resId, { items: [second] })
    expect([await stateOf(resId), await givenBack()]).toEqual(['refunded', [ONE + FEE]])
    expect(await cancelCode(house.noa.visitor, resId)).toBe('NOTHING_TO_CANCEL')
  })

  test('when they are exchanged, as soon as the new ones are paid', async () => {
    const id = await bundle(2)
    const old = await twoSeats(id, 2)
    const made = await buy(
      house.noa.visitor.uuid,
      [seatOn(3, 3), seatOn(3, 4)],
      2 * CHEAP,
      changing({ ...old, uuid: house.noa.visitor.uuid }),
    )
    expect(made).toMatchObject({ ok: true })
    expect(await voucherState(id)).toEqual({ balance: 2, entries: ['load 2', 'use -2', 'return 2'] })
  })

  test('as a new bundle where the old one is over', async () => {
    const id = await bundle(2, { most: 6_000 })
    const { resId } = await boughtBy(house.noa, undefined, 2 * (ONE - 6_000) + FEE, { voucherPayments: [{ id, amount: 120 }] })
    await database().query(`UPDATE system_voucher SET ends_at = now() - interval '1 minute' WHERE system_voucher_id = $1`, [id])
    await cancelled(house.noa.visitor, resId)
    expect(await voucherState(id)).toEqual({ balance: 0, entries: ['load 2', 'use -2', 'return 2', 'correction -2'] })
    const [fresh] = await vouchersOf(await catalogue(), house.noa.customerId)
    expect(fresh).toMatchObject({ IsTickets: true, Balance: 2, EndDate: null })
  })
})

describe('a bought bundle', () => {
  test('is cancelled for the share of its price that is unused, less the fee', async () => {
    const { resId, voucher } = await boughtBundle()
    await boughtBy(house.noa, [seatOn(1, 1)], ONE - 6_000 + FEE, { voucherPayments: [{ id: voucher.id, amount: 60 }] })
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: THREE, charge: 4_000 + 400 })
    expect(await boughtVouchers()).toMatchObject([{ state: 'cancelled', balance: 0, ledger: ['load 3', 'use -1', 'cancel -2'] }])
    expect([await givenBack(), await liabilities()]).toEqual([[7_600], []])
  })

  test('is replaced with the tickets that are left', async () => {
    const { voucher } = await boughtBundle()
    await boughtBy(house.noa, [seatOn(1, 1)], ONE - 6_000 + FEE, { voucherPayments: [{ id: voucher.id, amount: 60 }] })
    expect(await replaceVoucherOf(house.noa.customerId, voucher.id, house.noa.visitor.uuid)).toMatchObject({ ok: true })
    expect(await boughtVouchers()).toMatchObject([
      { state: 'replaced', balance: 0 },
      { state: 'active', balance: 2, ledger: ['replace 2'] },
    ])
    const { uuid } = house.noa.visitor
    const id = (await boughtVouchers())[1]?.id ?? 0
    await lock(seatAt(2, 2), fromHere(uuid))
    const cart = { ...cartOf([seatAt(2, 2)], await prepareCard(uuid, ONE - 6_000 + FEE)), voucherPayments: [{ id, amount: 60 }] }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ ok: true })
  })

  test('is seen as a money price if the client compares it so', async () => {
    const wrong = { ...BUNDLE, RedemptionData: { reference: 'THREE', price: 4 } }
    expect(await buyVouchers(house.noa.visitor.uuid, [wrong], THREE)).toMatchObject({ refusal: { code: 'PRICE_CHANGED' } })
  })
})
