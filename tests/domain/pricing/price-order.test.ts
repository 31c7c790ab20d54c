import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf, toAgorot, toShekels } from '#lib/domain/money/money.ts'
import { NOTHING_DUE, priceOrder, type OrderTotals } from '#lib/domain/pricing/price-order.ts'

const SEATS = [
  { price: 22_900, serviceCharge: 500 },
  { price: 18_500, serviceCharge: 0 },
]
const PRODUCTS = [{ price: 2_500, quantity: 2 }]
const FEE = { amountPerOrder: 700, percentRatePerOrder: null }

test.each([
  ['no charge', null, 0],
  ['a charge that says nothing', { amountPerOrder: null, percentRatePerOrder: null }, 0],
  ['a fixed amount per order', FEE, 700],
  ['a percentage of seats plus products', { amountPerOrder: null, percentRatePerOrder: 5 }, 2_345],
  ['a percentage rounds half up to the agora', { amountPerOrder: null, percentRatePerOrder: 0.5 }, 235],
])('R9.31 %s', (_name, serviceCharge, expected) => {
  expect(priceOrder({ seats: SEATS, products: PRODUCTS, serviceCharge })).toMatchObject({
    seatsPrice: 41_900,
    productsPrice: 5_000,
    globalServiceCharge: expected,
    balanceDue: 46_900 + expected,
  })
})

test('charges nothing for an empty or a free order, not even the handling fee', () => {
  expect(priceOrder({ seats: [], products: [], serviceCharge: FEE })).toEqual(NOTHING_DUE)
  expect(priceOrder({ seats: [{ price: 0, serviceCharge: 0 }], products: [], serviceCharge: FEE }).balanceDue).toBe(0)
})

// 1 seat at 100 ₪ and a product at 20 ₪ with a handling fee of 7 ₪: 127 ₪.
test.each([
  ['nothing besides', {}, 12_700, [], 0],
  ['a voucher smaller than the price', { voucherBalances: [5_000] }, 7_700, [5_000], 0],
  ['a voucher larger than the price', { voucherBalances: [20_000] }, 0, [12_700], 0],
  ['several vouchers, in their order', { voucherBalances: [5_000, 10_000, 3_000] }, 0, [5_000, 7_700, 0], 0],
  ['a voucher without a balance', { voucherBalances: [0, 2_000] }, 10_700, [0, 2_000], 0],
  ['tickets given back', { modified: 10_000 }, 2_700, [], 0],
  ['tickets given back and a voucher', { modified: 10_000, voucherBalances: [1_000] }, 1_700, [1_000], 0],
  ['tickets given back that are worth more', { modified: 15_000, voucherBalances: [1_000] }, 0, [0], 2_300],
])('R9.2 R5.29 balance due with %s', (_name, more, balanceDue, voucherPayments, giveBack) => {
  const totals = priceOrder({
    seats: [{ price: 10_000, serviceCharge: 0 }],
    products: [{ price: 2_000, quantity: 1 }],
    serviceCharge: FEE,
    ...more,
  })
  expect(totals).toMatchObject({ balanceDue, voucherPayments, giveBack })
})

test.each([
  ['is the first ticket', 10_000, undefined, 10_500, 0],
  ['costs less than the first', 7_000, 10_000, 10_500, 3_000],
  ['costs more than the first', 12_000, 10_000, 12_500, 0],
  ['is covered by another seat', 0, 10_000, 10_500, 10_000],
])('R9.3 R9.4 original price and discount of a seat whose ticket %s', (_name, price, firstPrice, originalPrice, discount) => {
  const seat = firstPrice === undefined ? { price, serviceCharge: 500 } : { price, serviceCharge: 500, firstPrice }
  expect(priceOrder({ seats: [seat], products: [], serviceCharge: null })).toMatchObject({
    originalPrice,
    discount,
    seatsPrice: price + 500,
  })
})

const agorot = fc.integer({ min: 0, max: 1_000_000 })
const anyOrder = fc.record({
  seats: fc.array(fc.record({ price: agorot, serviceCharge: agorot, firstPrice: agorot }), { maxLength: 50 }),
  products: fc.array(fc.record({ price: agorot, quantity: fc.integer({ min: 1, max: 20 }) }), { maxLength: 10 }),
  serviceCharge: fc.oneof(
    fc.constant(null),
    fc.record({ amountPerOrder: agorot, percentRatePerOrder: fc.constant(null) }),
    fc.record({ amountPerOrder: fc.constant(null), percentRatePerOrder: fc.double({ min: 0, max: 30, noNaN: true }) }),
  ),
  modified: fc.oneof(fc.constant(0), fc.nat(10_000_000)),
  voucherBalances: fc.array(fc.oneof(agorot, fc.integer({ min: -100, max: 0 })), { maxLength: 5 }),
})
const amountsOf = ({ voucherPayments, ...amounts }: OrderTotals) => [...Object.values<number>(amounts), ...voucherPayments]
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

test('R9.2 makes totals always add up to the agora', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const totals = priceOrder(order)
      const { seatsPrice, productsPrice, globalServiceCharge, modifiedPrice, voucherPayments, balanceDue, giveBack } = totals
      expect(balanceDue - giveBack).toBe(seatsPrice + productsPrice + globalServiceCharge - modifiedPrice - sumOf(voucherPayments))
      expect(amountsOf(totals).every(Number.isSafeInteger)).toBe(true)
    }),
  )
})

test('R9.2 is never negative, and never charges and refunds at once', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const totals = priceOrder(order)
      expect(Math.min(...amountsOf(totals))).toBeGreaterThanOrEqual(0)
      expect(totals.balanceDue === 0 || totals.giveBack === 0).toBe(true)
    }),
  )
})

test('R5.29 lets no voucher pay more than it has, and a later one only the remainder', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const { voucherPayments, balanceDue } = priceOrder(order)
      for (const [at, payment] of voucherPayments.entries()) {
        const balance = Math.max(0, order.voucherBalances[at] ?? 0)
        expect(payment).toBeLessThanOrEqual(balance)
        if (payment < balance) expect([balanceDue, sumOf(voucherPayments.slice(at + 1))]).toEqual([0, 0])
      }
    }),
  )
})

test('R9.4 computes the discount as original minus actual price', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const { originalPrice, seatsPrice, discount } = priceOrder(order)
      expect(discount).toBe(originalPrice - seatsPrice)
      expect(originalPrice).toBe(sumOf(order.seats.map((seat) => Math.max(seat.price, seat.firstPrice) + seat.serviceCharge)))
    }),
  )
})

test('R1.31 converts every amount to the wire and back without loss', () => {
  fc.assert(fc.property(agorot, (amount) => toAgorot(toShekels(amount)) === amount))
})

test.each([[1.005], [Number.NaN], [Number.POSITIVE_INFINITY], [0.001]])(
  'rejects %s shekels, which is not a whole number of agorot',
  (shekels) => {
    expect(toAgorot(shekels)).toBeUndefined()
  },
)

test('percentOf rounds half up', () => {
  expect([percentOf(50, 1), percentOf(49, 1), percentOf(150, 1)]).toEqual([1, 0, 2])
})

test('percentOf rounds half up for rates that binary floats cannot represent', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(100_000), (amount, thousandths) => {
      const exact = BigInt(amount) * BigInt(thousandths)
      expect(percentOf(amount, thousandths / 1_000)).toBe(Number((exact * 2n + 100_000n) / 200_000n))
    }),
    { examples: [[3_000, 1_150]] },
  )
})
