import { beforeAll, describe, expect, test } from 'vitest'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { membersOfOrder } from '#lib/server/entitlements/order-members.ts'
import { lookUpVoucher } from '#lib/server/entitlements/system-vouchers.ts'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { memberUsesOf } from '#lib/server/customers/area/customer-member-uses.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { lineText } from '#lib/server/documents/receipt-words.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { describeCancellation } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { cancellationsOf } from '#lib/server/orders/read/cancellations-shown.ts'
import { moneyLeftOf } from '#lib/server/payments/money-left.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { mailOf } from '#lib/server/messages/message-bodies.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { ltr } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { cancelCode, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { newVisitor, ONE } from '#tests/support/buyers/changes.ts'
import { cartOf, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addMemberMoney, balances, LOADED, memberSeats, MEMBER_PRICE, PURSE, PURSE_PRICE, spend } from '#tests/support/sold/member-money.ts'
import { addMemberships, boughtMembers, buyMemberships } from '#tests/support/sold/memberships.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'

const FEE = 700
const house = openCancelHouse()
beforeAll(async () => {
  await addMemberships()
  await addMemberMoney()
})

/** Noa buys a membership of ₪300. */
async function bought(): Promise<{ readonly uuid: string; readonly resId: string; readonly number: string }> {
  const { uuid } = house.noa.visitor
  const made = await buyMemberships(uuid, [PURSE], PURSE_PRICE)
  if (!made.ok) throw new Error(made.refusal.code)
  return { uuid, resId: made.value.reservationIdentifier, number: (await boughtMembers()).at(-1)?.memberNumber ?? '' }
}

describe('a membership of money', () => {
  test('R3.34 has its balance at once, in shekels, and pays tickets at the price of its members', async () => {
    const { uuid, resId, number } = await bought()
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ balance: 300, usedBalance: 0, isMoney: true, isAvailable: true }])
    expect(await membersOfOrder(resId)).toMatchObject([{ money: LOADED, left: null, uses: null }])
    const used = await spend(uuid, number, [1, 2], FEE)
    expect(used).toMatch(/^.{20}$/)
    expect(await balances()).toEqual([`${String(LOADED - 2 * MEMBER_PRICE)} active`])
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ balance: 40, usedBalance: 260, isMoney: true, isAvailable: true }])
    const { customerId } = house.noa
    expect(await membersOfCustomer(customerId, uuid)).toMatchObject([{ balance: 40, usedBalance: 260, isMoney: true, isAvailable: true }])
    expect((await memberUsesOf(customerId)).get(number)).toMatchObject([{ amount: 26_000, reservationIdentifier: used }])
  })

  test('pays the last ticket in part and the card the rest, and then no more', async () => {
    const { uuid, number } = await bought()
    expect(await spend(uuid, number, [1, 2], FEE)).toMatch(/^.{20}$/)
    expect(await spend(uuid, number, [3], MEMBER_PRICE - 4_000 + FEE)).toMatch(/^.{20}$/)
    expect(await balances()).toEqual(['0 active'])
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ balance: 0, usedBalance: 300, isAvailable: false }])
    expect(await spend(uuid, number, [4], MEMBER_PRICE + FEE)).toBe('memberNoneAvailable')
  })

  test('stands on the receipt of the rest as what it is, by the end of the member number', async () => {
    const { uuid, number } = await bought()
    await spend(uuid, number, [1, 2], FEE)
    const resId = await spend(uuid, number, [3], MEMBER_PRICE - 4_000 + FEE)
    const key = String(await cellOf(`SELECT document_key FROM orders WHERE reservation_identifier = '${resId}'`))
    const [charge] = await receiptsOf(key)
    const receipt = charge && (await receiptOf(key, String(charge.number)))
    const paid = receipt?.lines.find(({ kind }) => kind === 'memberMoney')
    expect([receipt?.amount, paid?.amount]).toEqual([MEMBER_PRICE - 4_000 + FEE, -4_000])
    expect(receipt && paid && lineText(paid, receipt, textOf('he'))).toBe(`תשלום מיתרת המנוי המסתיים ב־${ltr(number.slice(-4))}`)
  })

  test('gives no member price to a ticket of which it pays nothing', async () => {
    const { uuid, number } = await bought()
    expect(await spend(uuid, number, [1, 2], FEE)).toMatch(/^.{20}$/)
    expect(await spend(uuid, number, [3, 4], 2 * MEMBER_PRICE - 4_000 + FEE)).toBe('memberNoneAvailable')
    expect(await balances()).toEqual(['4000 active'])
  })

  test('pays nothing but its own tickets, by nobody else, and no typed reference finds it', async () => {
    const { uuid, number } = await bought()
    const id = Number(await cellOf('SELECT system_voucher_id FROM system_voucher WHERE entitlement_id IS NOT NULL'))
    expect(await lookUpVoucher(uuid, `member:${number}`)).toBeUndefined()
    expect((await lock(seatAt(1, 1), fromHere(uuid))).ok).toBe(true)
    const cart = { ...cartOf([seatAt(1, 1)]), voucherPayments: [{ id, amount: ONE / 100 }] }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ refusal: { code: 'SYSTEM_VOUCHER_NOT_FOUND' } })
    const mixed = [...cartOf([seatAt(1, 1)]).seats, ...memberSeats(number, [2])]
    expect((await lock(seatAt(2, 1), fromHere(uuid))).ok).toBe(true)
    const made = await commit(uuid, { cart: { ...cartOf([], await prepareCard(uuid, ONE + FEE)), seats: mixed } }, 'he')
    expect(made.ok).toBe(true)
    expect(await balances()).toEqual([`${String(LOADED - MEMBER_PRICE)} active`])
    expect(await spend(await newVisitor(), number, [3], FEE)).toBe('memberNotFound')
    expect(await vouchersOf(await catalogue(), house.noa.customerId)).toEqual([])
  })

  test('stands in the totals of a cart and of the checkout apart from vouchers', async () => {
    const { uuid, number } = await bought()
    expect((await lock(seatAt(1, 1), fromHere(uuid))).ok).toBe(true)
    const stored = await storeCartOf(uuid, { presentations: [{ id: 1, seats: memberSeats(number, [1]) }] })
    const totals = { memberPaid: MEMBER_PRICE, voucherPayments: [], balanceDue: FEE }
    expect(stored).toMatchObject({ ok: true, value: { totals } })
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { totals, vouchers: [], lostVoucher: null } })
  })

  test('stands in the data file of its customer with its balance and what it paid, and not among the vouchers', async () => {
    const { uuid, number } = await bought()
    const used = await spend(uuid, number, [1, 2], FEE)
    const { visitor, customerId } = house.noa
    const customer = { customerId, isFresh: true, signedInBy: 'mobile' } as const
    const file = await dataFileOf({ visitor, customer, caller: null, locale: 'he' })
    expect(await file.json()).toMatchObject({
      memberships: [{ memberNumber: number, balance: 40, usedBalance: 260, uses: [{ amount: 260, reservationIdentifier: used }] }],
      vouchers: [],
    })
  })

  test('is topped up: another ₪300 under the same number', async () => {
    const { uuid, number } = await bought()
    await spend(uuid, number, [1], FEE)
    expect(await buyMemberships(uuid, [{ ...PURSE, isTopup: true, memberNumber: number }], PURSE_PRICE)).toMatchObject({ ok: true })
    expect(await boughtMembers()).toHaveLength(1)
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ balance: 470, usedBalance: 130 }])
  })

  test('holds seats without paying at once: it pays its part, and gets it back with the hold', async () => {
    const { uuid, number } = await bought()
    await spend(uuid, number, [1, 2], FEE)
    const resId = await spend(uuid, number, [3], 0, { isHold: true })
    expect([await stateOf(resId), await balances()]).toEqual(['unpaid', ['0 active']])
    expect(await cellOf(`SELECT amount_due FROM orders WHERE state = 'unpaid'`)).toBe(MEMBER_PRICE - 4_000 + FEE)
    await cancelled(house.noa.visitor, resId)
    expect(await balances()).toEqual(['4000 active'])
  })
})

/** What the order's page and mail say of where a cancellation's money went. */
async function toldOf(resId: string) {
  const orderId = String(await cellOf(`SELECT order_id FROM orders WHERE reservation_identifier = '${resId}'`))
  const [shown] = await cancellationsOf(orderId)
  const { text = '' } = (await mailOf(orderId, `cancelled:${shown?.cancellationId ?? ''}`)) ?? {}
  const t = textOf('he')
  return {
    ...{ toVouchers: shown?.toVouchers, toMembers: shown?.toMembers },
    ofVoucher: text.includes(t('messages.cancelToVouchers')) || text.includes(t('messages.cancelBackToVouchers')),
    ofMember: text.includes(t('messages.cancelToMembers')) && text.includes(t('messages.cancelBackToMembers')),
  }
}

describe('tickets that the money of a membership has paid', () => {
  test('give it back when they are cancelled, and the card its part', async () => {
    const { uuid, number } = await bought()
    await spend(uuid, number, [1, 2], FEE)
    const resId = await spend(uuid, number, [3], MEMBER_PRICE - 4_000 + FEE)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect([await balances(), await givenBack()]).toEqual([['4000 active'], [MEMBER_PRICE - 4_000 + FEE]])
    expect(await toldOf(resId)).toEqual({ toVouchers: 4_000, toMembers: 4_000, ofVoucher: false, ofMember: true })
    const money = { payments: [], credited: 0, vouchers: [], purses: new Set(decision.split.toVouchers.map(({ voucherId }) => voucherId)) }
    expect(describeCancellation(decision, money)).toMatchObject({ toVouchers: 40, toMembers: 40 })
    const orderId = String(await cellOf(`SELECT order_id FROM orders WHERE reservation_identifier = '${resId}'`))
    expect((await moneyLeftOf(database(), orderId)).purses).toEqual(money.purses)
  })

  test('are exchanged for a cheaper one, whose difference it gets back, even if nothing of it is left', async () => {
    const { uuid, number } = await bought()
    await spend(uuid, number, [1, 2], FEE)
    await spend(uuid, number, [3], MEMBER_PRICE - 4_000 + FEE)
    const { rows } = await database().query<{ resId: string; ticket: string }>(
      `SELECT reservation_identifier AS "resId", ticket_identifier AS ticket FROM order_seat JOIN orders USING (order_id) WHERE seat_id = 1001`,
    )
    const { resId = '', ticket = '' } = rows[0] ?? {}
    expect(await spend(uuid, number, [1], 0, { modify: { resId, tickets: [ticket] } }, 3)).toMatch(/^.{20}$/)
    // What a card has paid goes back first: the fee.
    const ofCard = await cellOf('SELECT sum(amount)::int FROM refund')
    expect([await balances(), ofCard]).toEqual([[`${String(MEMBER_PRICE - 6_000 - FEE)} active`], FEE])
  })
})

describe('a membership of money is cancelled', () => {
  test('after a part was used: that part of its price is kept, and its money is gone', async () => {
    const { uuid, resId, number } = await bought()
    await spend(uuid, number, [1], FEE)
    const { decision } = await cancelled(house.noa.visitor, resId)
    const kept = Math.floor((PURSE_PRICE * MEMBER_PRICE) / LOADED)
    expect(decision).toMatchObject({ worth: PURSE_PRICE, charge: kept + (PURSE_PRICE - kept) * 0.05 })
    expect([await balances(), await boughtMembers()]).toMatchObject([['0 cancelled'], [{ isActive: false }]])
    expect(await spend(uuid, number, [2], FEE)).toBe('memberNotFound')
  })

  test('and what its tickets give back afterwards is a credit of their buyer', async () => {
    const { uuid, resId, number } = await bought()
    const used = await spend(uuid, number, [1], FEE)
    await cancelled(house.noa.visitor, resId)
    await cancelled(house.noa.visitor, used)
    expect(await balances()).toEqual(['0 cancelled'])
    expect(await toldOf(used)).toEqual({ toVouchers: 0, toMembers: 0, ofVoucher: false, ofMember: false })
    expect(await vouchersOf(await catalogue(), house.noa.customerId)).toMatchObject([{ Balance: MEMBER_PRICE / 100 }])
  })

  test('line by line if it was topped up: the oldest money is used first', async () => {
    const { uuid, resId, number } = await bought()
    const more = await buyMemberships(uuid, [{ ...PURSE, isTopup: true, memberNumber: number }], PURSE_PRICE)
    await spend(uuid, number, [1], FEE)
    await cancelled(house.noa.visitor, more.ok ? more.value.reservationIdentifier : '')
    expect([await balances(), await givenBack()]).toEqual([[`${String(LOADED - MEMBER_PRICE)} active`], [PURSE_PRICE * 0.95]])
    await cancelled(house.noa.visitor, resId)
    expect(await balances()).toEqual(['0 cancelled'])
  })

  test('that was topped up: with the top-up go the days that it added to the money of the first', async () => {
    const { uuid, resId, number } = await bought()
    await database().query(`UPDATE order_item SET valid_until = now() + interval '1 day'`)
    await database().query('UPDATE entitlement e SET ends_at = valid_until FROM order_item WHERE public_code = $1', [number])
    await database().query('UPDATE system_voucher v SET ends_at = e.ends_at FROM entitlement e WHERE e.entitlement_id = v.entitlement_id')
    const endsWithFirst = `SELECT v.ends_at = i.valid_until AS is FROM system_voucher v, order_item i JOIN orders o USING (order_id)
      WHERE v.entitlement_id IS NOT NULL AND o.reservation_identifier = $1`
    const endsOfFirst = async () => (await database().query<{ is: boolean }>(endsWithFirst, [resId])).rows[0]?.is
    const more = await buyMemberships(uuid, [{ ...PURSE, isTopup: true, memberNumber: number }], PURSE_PRICE)
    expect(await endsOfFirst()).toBe(false)
    await cancelled(house.noa.visitor, more.ok ? more.value.reservationIdentifier : '')
    expect([await endsOfFirst(), await balances()]).toEqual([true, [`${String(LOADED)} active`]])
  })

  test('by a member of an import, after a part was used: the entries of the file stay as many, also when the import comes again', async () => {
    const { visitor } = house.noa
    const member = {
      memberNumber: '2001',
      ssn: '000000018',
      name: 'נועה',
      membership: { id: 8, name: 'מנוי כסף' },
      uses: 5,
      tickets: [115],
    }
    const imported = async () => (await importCatalogue([asFile({ members: [member] })])).problems
    expect(await imported()).toEqual([])
    await database().query(
      `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1::uuid, entitlement_id FROM entitlement WHERE public_code = '2001'`,
      [visitor.uuid],
    )
    const entries = () => cellOf(`SELECT uses FROM entitlement WHERE public_code = '2001'`)
    const made = await buyMemberships(visitor.uuid, [{ ...PURSE, isTopup: true, memberNumber: '2001' }], PURSE_PRICE)
    expect(await entries()).toBe(5)
    expect(await spend(visitor.uuid, '2001', [1], FEE)).toMatch(/^.{20}$/)
    await cancelled(visitor, made.ok ? made.value.reservationIdentifier : '')
    expect(await entries()).toBe(5)
    expect(await imported()).toEqual([])
    expect(await entries()).toBe(5)
  })

  test('but not once it is used up, nor while a hold waits that it pays a part of', async () => {
    const { uuid, resId, number } = await bought()
    await spend(uuid, number, [1, 2], FEE)
    const held = await spend(uuid, number, [3], 0, { isHold: true })
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    await cancelled(house.noa.visitor, held)
    expect(await spend(uuid, number, [4], MEMBER_PRICE - 4_000 + FEE)).toMatch(/^.{20}$/)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
  })
})
