import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentOf, toAgorot, toShekels } from '#lib/domain/money.ts'
import { priceOrder } from '#lib/domain/price-order.ts'

const SEATS = [
  { price: 22_900, serviceCharge: 500 },
  { price: 18_500, serviceCharge: 0 },
]
const PRODUCTS = [{ price: 2_500, quantity: 2 }]

test.each([
  ['no charge', null, 0],
  ['a fixed amount per order', { amountPerOrder: 700, percentRatePerOrder: null }, 700],
  ['a percentage of seats plus products', { amountPerOrder: null, percentRatePerOrder: 5 }, 2_345],
  ['a percentage rounds half up to the agora', { amountPerOrder: null, percentRatePerOrder: 0.0012 }, 1],
])('R9.31 %s', (_name, serviceCharge, expected) => {
  expect(priceOrder({ seats: SEATS, products: PRODUCTS, serviceCharge })).toMatchObject({
    seatsPrice: 41_900,
    productsPrice: 5_000,
    globalServiceCharge: expected,
    balanceDue: 46_900 + expected,
  })
})

test('an empty order and a free one cost nothing, not even the handling fee', () => {
  const serviceCharge = { amountPerOrder: 700, percentRatePerOrder: null }
  expect(priceOrder({ seats: [], products: [], serviceCharge }).balanceDue).toBe(0)
  expect(priceOrder({ seats: [{ price: 0, serviceCharge: 0 }], products: [], serviceCharge }).balanceDue).toBe(0)
})

const agorot = fc.integer({ min: 0, max: 1_000_000 })

test('R9.2 totals always add up to the agora', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ price: agorot, serviceCharge: agorot }), { maxLength: 50 }),
      fc.array(fc.record({ price: agorot, quantity: fc.integer({ min: 1, max: 20 }) }), { maxLength: 10 }),
      fc.double({ min: 0, max: 30, noNaN: true }),
      (seats, products, percentRatePerOrder) => {
        const totals = priceOrder({ seats, products, serviceCharge: { amountPerOrder: null, percentRatePerOrder } })
        expect(totals.balanceDue).toBe(totals.seatsPrice + totals.productsPrice + totals.globalServiceCharge)
        expect(Object.values(totals).every(Number.isSafeInteger)).toBe(true)
      },
    ),
  )
})

test('R1.31 every amount of agorot comes back from the wire as it was', () => {
  fc.assert(fc.property(agorot, (amount) => toAgorot(toShekels(amount)) === amount))
})

test.each([[1.005], [Number.NaN], [Number.POSITIVE_INFINITY], [0.001]])('%s shekels are no whole agorot', (shekels) => {
  expect(toAgorot(shekels)).toBeUndefined()
})

test('percentOf rounds half up', () => {
  expect([percentOf(50, 1), percentOf(49, 1), percentOf(150, 1)]).toEqual([1, 0, 2])
})
