import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder, type OrderCharge } from '#lib/domain/pricing/price-order.ts'
import { paidPrices, priceAlone, sharesOf, shownPrice, shownPrices } from '#lib/domain/pricing/share-charge.ts'
import { priceFromOf } from '#lib/domain/catalogue/tickets.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'

const FIXED: OrderCharge = { amountPerOrder: 700, percentRatePerOrder: null }
const PERCENT: OrderCharge = { amountPerOrder: null, percentRatePerOrder: 5 }
const LINES = [{ price: 10_000, serviceCharge: 500 }, { price: 333 }, { price: 333 }]

test.each<[string, OrderCharge | null, boolean, number[], number, number, number]>([
  ['total, no handling fee', null, true, [10_500, 333, 333], 0, 0, 0],
  ['total, a percentage is inside, an agora beside', PERCENT, true, [11_025, 350, 350], 0, 0, -1],
  ['total, a fixed amount stays a line of its own', FIXED, true, [10_500, 333, 333], 0, 700, 0],
  ['as they are, no handling fee', null, false, [10_000, 333, 333], 500, 0, 0],
  ['as they are, a percentage beside', PERCENT, false, [10_000, 333, 333], 500, 558, 0],
  ['as they are, a fixed amount beside', FIXED, false, [10_000, 333, 333], 500, 700, 0],
])('prices %s', (_name, charge, isTotal, lines, ticketCharges, orderCharge, rounding) => {
  expect(shownPrices(LINES, charge, isTotal)).toEqual({ lines, ticketCharges, orderCharge, rounding })
})

test.each([
  [null, true, 10_500, 10_500],
  [PERCENT, true, 11_025, 11_025],
  [FIXED, true, 10_500, 11_200],
  [null, false, 10_000, 10_000],
  [PERCENT, false, 10_000, 10_000],
  [FIXED, false, 10_000, 10_000],
])('with %o, totals %s, shows a seat on the map at %i and "from" on the home page at %i', (charge, isTotal, onMap, from) => {
  expect(shownPrice({ price: 10_000, serviceCharge: 500 }, charge, isTotal)).toBe(onMap)
  const group = { id: 1, name: '', isByCodeEnabled: false, tickets: [plainTicket({ price: 10_000, serviceCharge: 500 })] }
  expect(priceFromOf(group, charge, isTotal)).toBe(from)
  expect(priceAlone({ price: 10_000, serviceCharge: 500 }, charge, isTotal)).toBe(from)
})

test('shows no price for a group without an ordinary priced ticket', () => {
  const tickets = [plainTicket({ price: null })]
  expect(priceFromOf({ id: 1, name: '', isByCodeEnabled: false, tickets }, null, true)).toBeUndefined()
  expect(priceFromOf(undefined, null, true)).toBeUndefined()
})

test('charges nothing for a free ticket', () => {
  for (const charge of [FIXED, PERCENT]) expect(priceAlone({ price: 0 }, charge, true)).toBe(0)
})

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
const agorot = fc.nat(1_000_000_00)
const line = fc.record({ price: agorot, serviceCharge: fc.nat(10_000) })
const charge = fc.oneof(
  fc.constant(null),
  fc.record({ amountPerOrder: fc.nat(10_000), percentRatePerOrder: fc.constant(null) }),
  fc.record({ amountPerOrder: fc.constant(null), percentRatePerOrder: fc.double({ min: 0, max: 30, noNaN: true }) }),
)

test('shows amounts that add up to the order’s total to the agora, under both settings', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), charge, fc.boolean(), (lines, fee, isTotal) => {
      const shown = shownPrices(lines, fee, isTotal)
      expect(sumOf(shown.lines) + shown.ticketCharges + shown.orderCharge + shown.rounding).toBe(
        priceOrder({ seats: lines, products: [], serviceCharge: fee }).balanceDue,
      )
    }),
  )
})

test('shows a committed order at its own prices, whatever the charge is now', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), charge, fc.boolean(), (lines, fee, isTotal) => {
      const { globalServiceCharge } = priceOrder({ seats: lines, products: [], serviceCharge: fee })
      const isPercent = fee?.percentRatePerOrder != null
      const paid = { charge: globalServiceCharge, isPercent, percent: fee?.percentRatePerOrder ?? null }
      expect(paidPrices(lines, paid, isTotal)).toEqual(shownPrices(lines, fee, isTotal))
    }),
  )
})

test('prices equal lines equally, as on the map, with at most half an agora of rounding per line', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), charge, (lines, fee) => {
      const shown = shownPrices([...lines, ...lines], fee, true)
      expect(shown.lines.slice(lines.length)).toEqual(shown.lines.slice(0, lines.length))
      expect(shown.lines.slice(0, lines.length)).toEqual(lines.map((one) => shownPrice(one, fee, true)))
      expect(Math.abs(shown.rounding)).toBeLessThanOrEqual(lines.length + 1)
    }),
  )
})

test.each([
  ['by the rate', { charge: 700, percent: 3.333 }, [350, 350]],
  ['in parts of the sum where no rate is known, rounded down', { charge: 701, percent: null }, [350, 350]],
])('splits %s', (_how, of, shares) => {
  expect(sharesOf(of, [10_500, 10_500])).toEqual(shares)
  expect(sharesOf(of, [0, 0])).toEqual([0, 0])
})

test('splits a bare sum into whole agorot that never exceed it', () => {
  fc.assert(
    fc.property(agorot, fc.array(agorot, { minLength: 1, maxLength: 50 }), (sum, amounts) => {
      const shares = sharesOf({ charge: sum, percent: null }, amounts)
      expect(shares.every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
      expect(sumOf(shares)).toBeLessThanOrEqual(sum)
    }),
  )
})

test('shares a percentage only among the lines that it is taken of', () => {
  const lines = [{ price: 10_000 }, { price: 4_000, isCharged: false }]
  expect(shownPrices(lines, PERCENT, true)).toEqual({ lines: [10_500, 4_000], ticketCharges: 0, orderCharge: 0, rounding: 0 })
  expect(shownPrices(lines, PERCENT, false)).toMatchObject({ lines: [10_000, 4_000], orderCharge: 500 })
})
