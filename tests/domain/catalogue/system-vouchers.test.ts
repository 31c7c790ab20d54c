import { expect, test } from 'vitest'
import { voucherName } from '#lib/domain/catalogue/system-vouchers.ts'

test.each([
  ['says what is bought', 'קולנוע לשניים', 'עם פופקורן', 'קולנוע לשניים, עם פופקורן'],
  ['does not say the same twice', 'קולנוע לשניים', 'קולנוע לשניים', 'קולנוע לשניים'],
])('the name of a voucher %s', (_what, name, price, called) => {
  expect(voucherName({ name }, { name: price })).toBe(called)
})
