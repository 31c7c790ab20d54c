import { expect, test } from 'vitest'
import { checkVouchers, voucherProblem, voucherRefusal, type WantedVoucher } from '#lib/domain/entitlements/check-vouchers.ts'
import type { VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import { textOf } from '#lib/text/text.ts'
import { NOW, voucher } from '#tests/domain/cart/cart-fixtures.ts'

test.each<[string, Partial<VoucherBalance>, number | undefined, string | undefined]>([
  ['an active voucher', {}, 1, undefined],
  ['a voucher of this business', { businessIds: [1, 2] }, 1, undefined],
  ['a voucher whose order has no business yet', { businessIds: [2] }, undefined, undefined],
  ['a voucher of another business', { businessIds: [2] }, 1, 'NOT_SOLD_IN_OUTLET'],
  ['a voucher within its time', { startsAt: NOW, endsAt: NOW + 1 }, 1, undefined],
  ['a voucher before its time', { startsAt: NOW + 1 }, 1, 'NOT_ACTIVE'],
  ['a voucher after its time', { endsAt: NOW }, 1, 'NOT_ACTIVE'],
  ['a cancelled voucher', { state: 'cancelled' }, 1, 'NOT_ACTIVE'],
  ['a replaced voucher', { state: 'replaced' }, 1, 'NOT_ACTIVE'],
  ['a voucher being replaced', { state: 'forReplacement' }, 1, 'ALREADY_FOR_REPLACEMENT'],
  ['an empty voucher', { balance: 0 }, 1, 'VOUCHER_NO_BALANCE'],
])('%s', (_name, more, businessId, expected) => {
  expect(voucherProblem(voucher(more), businessId, NOW)).toBe(expected)
})

const KNOWN = new Map([voucher(), voucher({ id: 2, balance: 0 })].map((one) => [one.id, one]))
const check = (...wanted: WantedVoucher[]) => {
  const result = checkVouchers(wanted, { vouchers: KNOWN, now: NOW }, 1)
  return result.ok ? result.value.map(({ id }) => id) : result.refusal.code
}

test('R5.32 aborts the cart if a voucher entry has no amount', () => {
  expect(check({ id: 1, amount: null })).toBe('VOUCHER_NO_AMOUNT')
})

test.each<[string, WantedVoucher[], unknown]>([
  ['none', [], []],
  ['one', [{ id: 1, amount: 50 }], [1]],
  ['one that is not there', [{ id: 3 }], 'SYSTEM_VOUCHER_NOT_FOUND'],
  ['one that holds nothing', [{ id: 1 }, { id: 2 }], 'VOUCHER_NO_BALANCE'],
  ['the same twice', [{ id: 1 }, { id: 1 }], 'BAD_REQUEST'],
])('R9.28 checks the vouchers of a cart: %s', (_name, wanted, expected) => {
  expect(check(...wanted)).toEqual(expected)
})

const money = (payments: readonly number[]) => ({ payments, bundles: new Map<number, never>() })

test.each<[string, WantedVoucher, Partial<VoucherBalance>, number | undefined, string | undefined]>([
  ['pays what the client saw', { id: 1, amount: 50 }, {}, 5_000, undefined],
  ['pays what the client left open', { id: 1 }, {}, 5_000, undefined],
  ['would pay another amount than the client saw', { id: 1, amount: 60 }, {}, 5_000, 'PRICE_CHANGED'],
  ['would pay nothing', { id: 1, amount: 0 }, {}, 0, 'VOUCHER_NO_BALANCE'],
  ['would pay nothing that is known', { id: 1 }, {}, undefined, 'VOUCHER_NO_BALANCE'],
  ['pays whole', { id: 1 }, { allowsPartial: false }, 10_000, undefined],
  ['would keep a rest though it pays whole', { id: 1 }, { allowsPartial: false }, 5_000, 'PARTIAL_REDEMPTION_NOT_ALLOWED'],
])('R5.29 a voucher of 100 ₪ %s', (_name, wanted, more, payment, expected) => {
  expect(voucherRefusal([wanted], [voucher(more)], money(payment === undefined ? [] : [payment]))).toBe(expected)
})

test('R5.30 checks each of several vouchers', () => {
  expect(voucherRefusal([{ id: 1 }, { id: 2 }], [voucher(), voucher({ id: 2 })], money([100, 0]))).toBe('VOUCHER_NO_BALANCE')
  expect(voucherRefusal([{ id: 1 }, { id: 2, amount: 2 }], [voucher(), voucher({ id: 2 })], money([100, 100]))).toBe('PRICE_CHANGED')
})

test('R5.30 refuses a voucher that would pay 0 or less with its own message', () => {
  expect(textOf('he')('errors.VOUCHER_NO_BALANCE')).toBe('לא נותרה יתרה למימוש הטבה.')
})
