import { beforeAll, describe, expect, test } from 'vitest'
import { hasCheckSign } from '#lib/domain/entitlements/voucher-reference.ts'
import { becomeCustomer } from '#lib/server/customers/sign-in/customers.ts'
import { lookUpVoucher } from '#lib/server/entitlements/system-vouchers.ts'
import { storeCartOf, cartOf as storedCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor, FEE, ONE } from '#tests/support/buyers/changes.ts'
import { CUSTOMER, cartOf, fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cellOf } from '#tests/support/database/database.ts'
import {
  addVoucherClasses,
  boughtVouchers,
  buyVouchers,
  HUNDRED,
  liabilities,
  PAIR,
  PAIR_WORTH,
  payWith,
  VOUCHER,
  WHOLE,
  type BoughtVoucher,
} from '#tests/support/sold/vouchers.ts'

const house = openCancelHouse()
beforeAll(addVoucherClasses)

async function codeOf(made: ReturnType<typeof buyVouchers>): Promise<string | undefined> {
  const result = await made
  return result.ok ? undefined : result.refusal.code
}

/** Buys one voucher as the signed-in customer. */
async function bought(item: object = VOUCHER, due = HUNDRED): Promise<{ readonly resId: string; readonly voucher: BoughtVoucher }> {
  const made = await buyVouchers(house.noa.visitor.uuid, [item], due)
  const voucher = (await boughtVouchers()).at(-1)
  if (!made.ok || !voucher) throw new Error(made.ok ? 'There is no voucher.' : made.refusal.code)
  return { resId: made.value.reservationIdentifier, voucher }
}

describe('a prepaid voucher', () => {
  test('R1.10 is the buyer’s once it is paid, with a reference of its own, and pays at once', async () => {
    const { visitor, customerId } = house.noa
    const made = await buyVouchers(visitor.uuid, [{ ...VOUCHER, Quantity: 2 }], 2 * HUNDRED)
    expect(made).toMatchObject({ ok: true, value: { ticketIdentifiers: { length: 2 } } })
    const vouchers = await boughtVouchers()
    expect(vouchers).toMatchObject([
      { balance: HUNDRED, state: 'active', customerId, ledger: ['load 10000'] },
      { balance: HUNDRED, customerId },
    ])
    expect(new Set(vouchers.map(({ reference }) => reference)).size).toBe(2)
    expect(await payWith(visitor.uuid, vouchers[0]?.id ?? 0)).toMatch(/^.{20}$/)
    expect(await boughtVouchers()).toMatchObject([{ balance: 4_300, ledger: ['load 10000', 'use -5700'] }, { balance: HUNDRED }])
    expect(await liabilities()).toEqual(['1 14300'])
  })

  test('has a reference with a check sign that stands nowhere in the database, by which others pay', async () => {
    const { voucher } = await bought()
    const { reference } = voucher
    expect(reference).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(hasCheckSign(reference.replaceAll('-', ''))).toBe(true)
    const stored = await cellOf(`SELECT reference_index || encode(reference_encrypted, 'escape') || name FROM system_voucher`)
    expect(String(stored)).not.toContain(reference.slice(0, 4))
    const other = await newVisitor()
    expect(await payWith(other, voucher.id)).toBe('SYSTEM_VOUCHER_NOT_FOUND')
    expect(await lookUpVoucher(other, reference.toLowerCase().replaceAll('-', ' '))).toBe(voucher.id)
    expect(await payWith(other, voucher.id)).toMatch(/^.{20}$/)
  })

  test('of a bundle pays more than it costs; one that pays whole only is no change', async () => {
    const { voucher } = await bought(
      { ...VOUCHER, SystemVoucherPriceId: 12, Price: 84, RedemptionData: { reference: 'PAIR', price: 90 } },
      PAIR,
    )
    expect(voucher).toMatchObject({ balance: PAIR_WORTH })
    const whole = await bought({ SystemVoucherId: 2 }, WHOLE)
    const terms = 'SELECT allows_partial::text || business_ids::text FROM system_voucher WHERE system_voucher_id = $1'
    expect([await cellOf(terms, [voucher.id]), await cellOf(terms, [whole.voucher.id])]).toEqual([null, 'false{1}'])
    expect(await liabilities()).toEqual(['1 9000', '2 5000'])
  })

  test('that is valid from a later day does not pay before', async () => {
    const day = String(await cellOf(`SELECT to_char(now() AT TIME ZONE 'Asia/Jerusalem' + interval '10 days', 'YYYY-MM-DD')`))
    const { voucher } = await bought({ ...VOUCHER, Date: day })
    expect(await payWith(house.noa.visitor.uuid, voucher.id)).toBe('NOT_ACTIVE')
    expect(Number(voucher.endsAt) - Number(voucher.startsAt)).toBeGreaterThan(365 * 86_400_000)
  })

  test('R7.23 has its fields in the cart payload, of which amounts are only compared', async () => {
    const item = { SystemVoucherId: 1, SystemVoucherPriceId: 11, Quantity: 1, Price: 100, Date: null, RedemptionData: null }
    expect(await codeOf(buyVouchers(await newVisitor(), [item], HUNDRED))).toBeUndefined()
    expect(await codeOf(buyVouchers(await newVisitor(), [{ ...item, Price: 1 }], 100))).toBe('PRICE_CHANGED')
    expect(await codeOf(buyVouchers(await newVisitor(), [{ ...item, Date: '24.12.2026' }], HUNDRED))).toBe('BAD_REQUEST')
    expect(await codeOf(buyVouchers(await newVisitor(), ['a voucher'], HUNDRED))).toBe('BAD_REQUEST')
  })

  test.each([
    ['R9.7 eleven of a price', { ...VOUCHER, Quantity: 11 }, 'VOUCHER_LIMIT'],
    ['an unknown class', { SystemVoucherId: 9 }, 'SYSTEM_VOUCHER_NOT_FOUND'],
    ['one whose sale is not open', { SystemVoucherId: 3 }, 'SALE_NOT_OPEN'],
    ['one whose sale is over', { SystemVoucherId: 4 }, 'SALE_CLOSED'],
  ])('%s is refused', async (_, item, code) => {
    expect(await codeOf(buyVouchers(await newVisitor(), [item], HUNDRED))).toBe(code)
    expect(await boughtVouchers()).toEqual([])
  })

  test('is not paid with a voucher, nor bought from two sellers', async () => {
    const uuid = house.noa.visitor.uuid
    const id = await holdVoucher(uuid, await makeVoucher(50_000))
    const cart = { ...cartOf([]), vouchers: [VOUCHER], voucherPayments: [{ id, amount: 100 }] }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ refusal: { code: 'NOT_SOLD_IN_OUTLET' } })
    expect(await codeOf(buyVouchers(uuid, [VOUCHER, { SystemVoucherId: 5 }], HUNDRED))).toBe('CART_INCOMPATIBLE')
  })

  test('stands in one payment with seats and products; products alone go with it too', async () => {
    const uuid = house.noa.visitor.uuid
    expect((await lock(seatAt(1, 1), fromHere(uuid))).ok).toBe(true)
    const more = { seats: [lineOf(seatAt(1, 1))], products: [{ id: 1, quantity: 1 }] }
    expect(await codeOf(buyVouchers(uuid, [VOUCHER], ONE + FEE + 2_500 + HUNDRED, more))).toBeUndefined()
    expect(await codeOf(buyVouchers(uuid, [VOUCHER], 2_500 + HUNDRED, { products: more.products }))).toBeUndefined()
    expect(await codeOf(buyVouchers(uuid, [{ SystemVoucherId: 2 }], 2_500 + WHOLE, { products: more.products }))).toBe('PRODUCT_NOT_FOUND')
  })

  test('R4.61 takes the place of the other carts, frees their seats and keeps the customer; its products stay', async () => {
    const uuid = await newVisitor()
    expect((await lock(seatAt(5, 5), fromHere(uuid))).ok).toBe(true)
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seatAt(5, 5))] }], customerInfo: CUSTOMER })
    expect(await storeCartOf(uuid, { vouchers: [VOUCHER], products: [{ id: 1, quantity: 2 }] })).toMatchObject({
      value: { totals: { othersPrice: HUNDRED, productsPrice: 5_000, balanceDue: HUNDRED + 5_000 } },
    })
    expect(await storedCartOf(uuid)).toMatchObject({
      vouchers: [VOUCHER],
      presentations: [],
      customerInfo: { firstName: CUSTOMER.firstName },
    })
    expect(await cellOf(`SELECT count(*)::int FROM seat_claim WHERE expires_at > now()`)).toBe(0)
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { totals: { balanceDue: HUNDRED + 5_000 }, seats: [] } })
  })

  test('becomes the customer’s who proves a contact of its order later', async () => {
    expect(await codeOf(buyVouchers(await newVisitor(), [VOUCHER], HUNDRED))).toBeUndefined()
    expect(await boughtVouchers()).toMatchObject([{ customerId: null }])
    const customerId = await inTransaction((client) => becomeCustomer(client, { mobileNumber: '0547314821' }))
    expect(await boughtVouchers()).toMatchObject([{ customerId }])
  })

  test('is shown on the reservation and its account without its reference', async () => {
    const { resId, voucher } = await bought()
    for (const view of [await reservationOf(resId, house.noa.visitor), await orderAccountOf(resId, house.noa.visitor.uuid)]) {
      expect(JSON.stringify(view)).toContain('₪100')
      expect(JSON.stringify(view)).not.toContain(voucher.reference)
    }
  })
})

describe('a payment that fails', () => {
  test('issues nothing, and the next card does', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(buyVouchers(uuid, [VOUCHER], HUNDRED, {}, 'declined'))).toBe('CARD_DECLINED')
    expect(await boughtVouchers()).toEqual([])
    expect(await codeOf(buyVouchers(uuid, [VOUCHER], HUNDRED))).toBeUndefined()
    expect(await boughtVouchers()).toHaveLength(1)
  })
})
