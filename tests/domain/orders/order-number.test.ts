import { expect, test } from 'vitest'
import { formatOrderNumber, ORDER_NUMBER_SIGNS, readOrderNumber, spellOrderNumber } from '#lib/domain/orders/order-number.ts'

test('numbers contain no easily confused characters', () => {
  expect(ORDER_NUMBER_SIGNS).toHaveLength(31)
  expect(ORDER_NUMBER_SIGNS).not.toMatch(/[0O1IL]/)
})

test.each(['K7PXM3WD', 'K7PX-M3WD', 'k7px m3wd', ' K7PX–M3WD ', 'k7px.m3wd', '\u202AK7PX־M3WD\u202C', '\u2066K7PX-M3WD\u2069'])(
  '%j is K7PXM3WD',
  (typed) => {
    expect(readOrderNumber(typed)).toBe('K7PXM3WD')
  },
)

test.each(['', 'K7PX-M3W', 'K7PX-M3WDD', 'K7PX-M3W0', 'O7PX-M3WD', 'K7PX-M3W1', 'I7PX-M3WD', 'L7PX-M3WD', 'K7PX/M3WD', 'ק7PXM3WD'])(
  '%j is no order number',
  (typed) => {
    expect(readOrderNumber(typed)).toBeUndefined()
  },
)

test('shows a number in two groups and speaks it character by character', () => {
  expect(formatOrderNumber('K7PXM3WD')).toBe('K7PX-M3WD')
  expect(spellOrderNumber('K7PXM3WD')).toBe('K 7 P X, M 3 W D')
})
