import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder, type OrderCharge } from '#lib/domain/price-order.ts'
import { priceAlone, shownPrice, shownPrices, withShare } from '#lib/domain/share-charge.ts'
import { priceFromOf } from '#lib/domain/tickets.ts'
import { plainTicket } from './catalogue-fixtures.ts'

const FIXED: OrderCharge = { amountPerOrder: 700, percentRatePerOrder: null }
const PERCENT: OrderCharge = { amountPerOrder: null, percentRatePerOrder: 5 }
const LINES = [{ price: 10_000, serviceCharge: 500 }, { price: 333 }, { price: 333 }]

test.each<[string, OrderCharge | null, boolean, number[], number, number]>([
  ['total, no handling fee', null, true, [10_500, 333, 333], 0, 0],
  ['total, a percentage is inside, shared by largest remainder', PERCENT, true, [11_025, 350, 349], 0, 0],
  ['total, a fixed amount stays a line of its own', FIXED, true, [10_500, 333, 333], 0, 700],
  ['as they are, no handling fee', null, false, [10_000, 333, 333], 500, 0],
  ['as they are, a percentage beside', PERCENT, false, [10_000, 333, 333], 500, 558],
  ['as they are, a fixed amount beside', FIXED, false, [10_000, 333, 333], 500, 700],
])('prices %s', (_name, charge, isTotal, lines, ticketCharges, orderCharge) => {
  expect(shownPrices(LINES, charge, isTotal)).toEqual({ lines, ticketCharges, orderCharge })
})

test.each([
  [null, true, 10_500, 10_500],
  [PERCENT, true, 11_025, 11_025],
  [FIXED, true, 10_500, 11_200],
  [null, false, 10_000, 10_000],
  [PERCENT, false, 10_000, 10_000],
  [FIXED, false, 10_000, 10_000],
])('with %o, totals %s, a seat on the map shows %i and "from" on first pages %i', (charge, isTotal, onMap, from) => {
  expect(shownPrice({ price: 10_000, serviceCharge: 500 }, charge, isTotal)).toBe(onMap)
  const group = { id: 1, name: '', isByCodeEnabled: false, tickets: [plainTicket({ price: 10_000, serviceCharge: 500 })] }
  expect(priceFromOf(group, charge, isTotal)).toBe(from)
  expect(priceAlone({ price: 10_000, serviceCharge: 500 }, charge, isTotal)).toBe(from)
})

test('a group without an ordinary priced ticket has no price to show', () => {
  const tickets = [plainTicket({ price: null })]
  expect(priceFromOf({ id: 1, name: '', isByCodeEnabled: false, tickets }, null, true)).toBeUndefined()
  expect(priceFromOf(undefined, null, true)).toBeUndefined()
})

test('what is free costs nothing, whatever the charge', () => {
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

test('what is shown adds up to what the order costs, to the agora, under both settings', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 50 }), charge, fc.boolean(), (lines, fee, isTotal) => {
      const shown = shownPrices(lines, fee, isTotal)
      expect(sumOf(shown.lines) + shown.ticketCharges + shown.orderCharge).toBe(
        priceOrder({ seats: lines, products: [], serviceCharge: fee }).balanceDue,
      )
    }),
  )
})

test('shares are whole agorot, add up, and lie within an agora of the exact part', () => {
  fc.assert(
    fc.property(agorot, fc.array(agorot, { minLength: 1, maxLength: 50 }), (charge, amounts) => {
      const shared = withShare(charge, amounts)
      const whole = sumOf(amounts)
      expect(sumOf(shared)).toBe(whole === 0 ? 0 : whole + charge)
      for (const [at, amount] of amounts.entries()) {
        const share = (shared[at] ?? 0) - amount
        expect(Number.isSafeInteger(share) && share >= 0).toBe(true)
        if (whole > 0) expect(Math.abs(share - (charge * amount) / whole)).toBeLessThanOrEqual(1)
      }
    }),
  )
})
