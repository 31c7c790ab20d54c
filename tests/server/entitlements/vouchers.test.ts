import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusalWords } from '#lib/text/refusal-words.ts'
import { orderCart } from '#lib/contract/order/order-cart.ts'
import { checkVoucher } from '#lib/contract/order/orders.ts'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { findVoucher, voucherPaymentOf } from '#lib/server/orders/cart/voucher-check.ts'
import { textOf } from '#lib/text/text.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { buyerHolding, holdVoucher, makeVoucher, orderStates, voucherState, withVouchers } from '#tests/support/buyers/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const SEAT = seatAt(1, 1)
/** ₪100 + ₪5 + the fee of ₪7. */
const DUE = 11_200

/** The request of the page when a reference is typed. */
async function check(uuid: string, reference: string) {
  const found = await findVoucher(uuid, reference)
  return found.ok ? voucherPaymentOf(uuid, found.value, reference) : found
}

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.refusal?.code
}

describe('looking a voucher up', () => {
  test('R5.14 needs a valid ID number of the visitor', async () => {
    const reference = await makeVoucher(5_000)
    const uuid = await buyerHolding()
    await database().query('UPDATE session SET ssn_encrypted = NULL')
    expect(codeOf(await check(uuid, reference))).toBe('invalidSSN')
    expect(await database().query('SELECT FROM session_grant')).toMatchObject({ rowCount: 0 })
    await database().query('UPDATE session SET ssn_encrypted = $1', [encryptText('123456782')])
    expect((await check(uuid, reference)).ok).toBe(true)
  })

  test('R3.18 R7.11 answers id, amount, the last characters of the code, balance and systemVoucher, and never the reference', async () => {
    const reference = await makeVoucher(5_000)
    const answer = await check(await buyerHolding(), ` ${reference.toLowerCase().replaceAll('-', ' ')} `)
    if (!answer.ok) throw new Error(answer.refusal.code)
    expect(checkVoucher.answer.safeParse({ payment: answer.value }).success).toBe(true)
    expect(answer.value).toMatchObject({
      amount: 50,
      balance: 50,
      code: `•••• ${reference.slice(-4)}`,
      systemVoucher: `•••• ${reference.slice(-4)}`,
    })
    expect(JSON.stringify(answer)).not.toContain(reference)
    const { rows } = await database().query<{ all: string }>('SELECT system_voucher::text AS all FROM system_voucher')
    expect(rows[0]?.all).not.toContain(reference)
  })

  test.each([
    ['less than what is due', 5_000, 50],
    ['more than what is due', 50_000, 112],
  ])('R5.29 pays the smaller of the amount due and the balance: %s', async (_case, balance, amount) => {
    const answer = await check(await buyerHolding(), await makeVoucher(balance))
    expect(answer).toMatchObject({ ok: true, value: { amount, balance: balance / 100 } })
  })

  test('R5.30 refuses one that would pay nothing in the words of the specification', async () => {
    const uuid = await buyerHolding()
    expect(codeOf(await check(uuid, await makeVoucher(0)))).toBe('VOUCHER_NO_BALANCE')
    expect(codeOf(await check(await buyerHolding([]), await makeVoucher(5_000)))).toBe('VOUCHER_NO_BALANCE')
    const first = await holdVoucher(uuid, await makeVoucher(DUE))
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], voucherPayments: [{ id: first }] })
    expect(codeOf(await check(uuid, await makeVoucher(5_000)))).toBe('VOUCHER_NO_BALANCE')
    expect(textOf('he')('errors.VOUCHER_NO_BALANCE')).toBe('לא נותרה יתרה למימוש הטבה.')
  })

  test('counts what earlier vouchers of the stored cart pay, and itself only once', async () => {
    const uuid = await buyerHolding()
    const references = [await makeVoucher(6_000), await makeVoucher(6_000)] as const
    const first = await holdVoucher(uuid, references[0])
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], voucherPayments: [{ id: first }] })
    expect(await check(uuid, references[1])).toMatchObject({ value: { amount: 52, balance: 60 } })
    expect(await check(uuid, references[0])).toMatchObject({ value: { amount: 60, balance: 60 } })
  })

  test.each([
    ['NOT_ACTIVE', { state: 'cancelled' }],
    ['NOT_ACTIVE', { state: 'replaced' }],
    ['NOT_ACTIVE', { endsAt: '2026-01-01T00:00:00Z' }],
    ['NOT_ACTIVE', { startsAt: '2099-01-01T00:00:00Z' }],
    ['ALREADY_FOR_REPLACEMENT', { state: 'forReplacement' }],
    ['NOT_SOLD_IN_OUTLET', { businessIds: [2] }],
  ])('%s', async (code, terms) => {
    expect(codeOf(await check(await buyerHolding(), await makeVoucher(5_000, terms)))).toBe(code)
  })

  test('refuses a whole-amount voucher if a rest would stay on it', async () => {
    expect(codeOf(await check(await buyerHolding(), await makeVoucher(50_000, { allowsPartial: false })))).toBe(
      'PARTIAL_REDEMPTION_NOT_ALLOWED',
    )
    expect(await check(await buyerHolding([seatAt(2, 2)]), await makeVoucher(5_000, { allowsPartial: false }))).toMatchObject({
      value: { amount: 50 },
    })
  })

  test('says from when a voucher pays, and by how much an order is too small for one that is spent whole', async () => {
    const uuid = await buyerHolding()
    const words = async (terms: object, amount = 5_000) => {
      const asked = await check(uuid, await makeVoucher(amount, terms))
      return asked.ok ? '' : refusalWords(textOf('en'), asked.refusal).replaceAll(/[\u2066-\u2069]/g, '')
    }
    expect(await words({ startsAt: '2099-01-01T00:00:00Z' })).toBe('This voucher is not active yet. It can be used from 1.1.2099 on.')
    expect(await words({ state: 'cancelled', startsAt: '2099-01-01T00:00:00Z' })).toBe(textOf('en')('errors.NOT_ACTIVE'))
    expect(await words({ allowsPartial: false }, 15_000)).toContain('the order is ₪38 below it')
  })

  test('answers an unknown reference like one of another kind and grants nothing', async () => {
    const uuid = await buyerHolding()
    for (const reference of ['TEST-99999999', '', '     ', "' OR 1=1", '٠٠٠١']) {
      expect(await check(uuid, reference)).toEqual({ ok: false, refusal: { code: 'SYSTEM_VOUCHER_NOT_FOUND' } })
    }
  })
})

describe('a voucher in an order', () => {
  test('R7.16 R9.28 pays its part, named by id with amount and systemVoucher, and the card pays the rest', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(5_000))
    const cart = { ...cartOf([SEAT], await prepareCard(uuid, 6_200)), voucherPayments: [{ id, amount: 50, systemVoucher: '•••• 0001' }] }
    expect(orderCart.safeParse(cart).success).toBe(true)
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ ok: true })
    expect(await orderStates()).toEqual([{ state: 'paid', due: 6_200, vouchers: 5_000, ledger: ['charge 6200', 'voucher 5000'] }])
    expect(await voucherState(id)).toEqual({ balance: 0, entries: ['load 5000', 'use -5000'] })
  })

  test('R9.5 is one of several that pay in order; an order paid in full needs no card, and is of one payment', async () => {
    const uuid = await buyerHolding()
    const ids = [await holdVoucher(uuid, await makeVoucher(5_000)), await holdVoucher(uuid, await makeVoucher(50_000))] as const
    const cart = withVouchers(cartOf([SEAT]), { id: ids[0], amount: 50 }, { id: ids[1], amount: 62 })
    const result = await commit(uuid, { cart }, 'he')
    expect(result).toMatchObject({ ok: true })
    expect(await commit(uuid, { cart }, 'he')).toEqual(result)
    expect(await orderStates()).toEqual([{ state: 'paid', due: 0, vouchers: DUE, ledger: ['voucher 5000', 'voucher 6200'] }])
    expect(await cellOf('SELECT number_of_payments FROM orders')).toBe(1)
    expect(await voucherState(ids[1])).toEqual({ balance: 43_800, entries: ['load 50000', 'use -6200'] })
  })

  test('R5.32 aborts the cart if it has no amount', async () => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(50_000))
    expect(codeOf(await commit(uuid, { cart: withVouchers(cartOf([SEAT]), { id, amount: null }) }, 'he'))).toBe('VOUCHER_NO_AMOUNT')
    const stored = { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], voucherPayments: [{ id, amount: null }] }
    expect(codeOf(await storeCartOf(uuid, stored))).toBe('VOUCHER_NO_AMOUNT')
    expect((await storedCartOf(uuid))?.voucherPayments).toBeUndefined()
  })

  test.each([
    ['another amount than the server’s', 'PRICE_CHANGED', (id: number) => [{ id, amount: 112.01 }]],
    ['a negative amount', 'PRICE_CHANGED', (id: number) => [{ id, amount: -5 }]],
    [
      'a voucher twice',
      'BAD_REQUEST',
      (id: number) => [
        { id, amount: 112 },
        { id, amount: 112 },
      ],
    ],
    ['one that nobody looked up', 'SYSTEM_VOUCHER_NOT_FOUND', () => [{ id: 999_999, amount: 112 }]],
  ])('refuses %s and takes nothing', async (_case, code, payments) => {
    const uuid = await buyerHolding()
    const id = await holdVoucher(uuid, await makeVoucher(50_000))
    expect(codeOf(await commit(uuid, { cart: withVouchers(cartOf([SEAT]), ...payments(id)) }, 'he'))).toBe(code)
    expect(await voucherState(id)).toEqual({ balance: 50_000, entries: ['load 50000'] })
  })

  test('is unknown to other visitors, like one that does not exist', async () => {
    const id = await holdVoucher(await buyerHolding([]), await makeVoucher(50_000))
    const thief = await buyerHolding()
    expect(codeOf(await commit(thief, { cart: withVouchers(cartOf([SEAT]), { id, amount: 112 }) }, 'he'))).toBe('SYSTEM_VOUCHER_NOT_FOUND')
  })
})
