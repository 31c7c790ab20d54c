import { expect, test } from 'vitest'
import type { Catalogue, Feature } from '#lib/domain/catalogue/catalogue.ts'
import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import { coverByBundles, paidByBundles } from '#lib/domain/cart/cover-bundles.ts'
import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import { voucherRefusal } from '#lib/domain/entitlements/check-vouchers.ts'
import type { VoucherBalance } from '#lib/domain/entitlements/grant.ts'
import { showing, voucher } from '#tests/domain/cart/cart-fixtures.ts'

const ANY: BundleTerms = { ticketGroupIds: null, categoryIds: null, most: null }
const PLAY = showing(1)
const CATEGORY = 7
const HOUSE: Pick<Catalogue, 'features'> = { features: new Map([[PLAY.featureId, { categoryId: CATEGORY } as Feature]]) }

function bundleOf(balance: number, terms: Partial<BundleTerms> = {}, more: Partial<VoucherBalance> = {}): VoucherBalance {
  return voucher({ balance, bundle: { ...ANY, ...terms }, ...more })
}

function seatAt(price: number, more: object = {}): CheckedSeat {
  const seat = { kind: 'seat', quantity: 1, price, serviceCharge: 0, firstPrice: price, isSub: false, grant: null, presentation: PLAY }
  return { ...seat, ticket: { ticketGroupId: 1, access: 'open' }, ...more } as CheckedSeat
}

function covered(seats: readonly CheckedSeat[], bundles: readonly VoucherBalance[], due = 100_000) {
  const { lines, payments } = coverByBundles(seats, { vouchers: bundles, due }, HOUSE)
  return { prices: lines.map(({ price, serviceCharge }) => price + serviceCharge), payments: [...payments], paid: paidByBundles(lines) }
}

test('a bundle pays the dearest of the tickets, as many as it has', () => {
  const seats = [seatAt(4_000), seatAt(6_000, { serviceCharge: 500 }), seatAt(5_000)]
  expect(covered(seats, [bundleOf(2)])).toEqual({ prices: [4_000, 0, 0], payments: [[1, { tickets: 2, amount: 11_500 }]], paid: 11_500 })
  expect(covered(seats, [bundleOf(9)]).payments).toEqual([[1, { tickets: 3, amount: 15_500 }]])
})

test('two bundles pay one after the other, and a voucher of money none', () => {
  const seats = [seatAt(4_000), seatAt(6_000), seatAt(5_000)]
  const both = covered(seats, [bundleOf(1), voucher({ id: 2 }), bundleOf(1, {}, { id: 3 })])
  expect(both).toMatchObject({
    prices: [4_000, 0, 0],
    payments: [
      [1, { amount: 6_000 }],
      [3, { amount: 5_000 }],
    ],
  })
})

test('a bundle up to a value leaves the rest: first of the price, then of the service charge', () => {
  const { lines } = coverByBundles(
    [seatAt(6_000, { serviceCharge: 500 })],
    { vouchers: [bundleOf(1, { most: 4_000 })], due: 100_000 },
    HOUSE,
  )
  expect(lines[0]).toMatchObject({ price: 2_000, firstPrice: 2_000, serviceCharge: 500, paidByBundle: { voucherId: 1, amount: 4_000 } })
  expect(covered([seatAt(6_000, { serviceCharge: 500 })], [bundleOf(1, { most: 6_200 })]).prices).toEqual([300])
})

test.each<[string, object, Partial<BundleTerms>]>([
  ['of another group', {}, { ticketGroupIds: [2] }],
  ['to a feature of another category', {}, { categoryIds: [CATEGORY + 1] }],
  ['to a feature that is not there', { presentation: showing(2, { featureId: 99 }) }, { categoryIds: [CATEGORY] }],
  ['for a code', { ticket: { ticketGroupId: 1, access: 'code' } }, {}],
  ['of a grant', { grant: {} }, {}],
  ['that another ticket covers', { isSub: true }, {}],
  ['that a membership covers', { coveredBy: 0 }, {}],
  ['that stands in for an evening', { evening: { orderId: 'o', line: 0 } }, {}],
  ['that is free', { price: 0 }, {}],
  ['that is no seat', { kind: 'film' }, {}],
])('a bundle does not pay a ticket %s', (_, more, terms) => {
  expect(covered([seatAt(5_000, more)], [bundleOf(2, terms)]).payments).toEqual([[1, { tickets: 0, amount: 0 }]])
})

test('a bundle pays tickets of its group and category', () => {
  expect(covered([seatAt(5_000)], [bundleOf(2, { ticketGroupIds: [1], categoryIds: [CATEGORY] })]).paid).toBe(5_000)
})

test('a bundle pays no ticket for which tickets given back pay already', () => {
  expect(covered([seatAt(6_000), seatAt(4_000)], [bundleOf(2)], 5_000)).toMatchObject({ prices: [6_000, 0], paid: 4_000 })
})

test('a bundle is refused that pays nothing, or that pays whole and would keep a ticket', () => {
  const [one, two] = [new Map([[1, { tickets: 1, amount: 50 }]]), new Map([[1, { tickets: 2, amount: 50 }]])]
  expect(voucherRefusal([{ id: 1 }], [bundleOf(2)], { payments: [0], bundles: new Map() })).toBe('VOUCHER_NO_TICKET')
  const whole = bundleOf(2, {}, { allowsPartial: false })
  expect(voucherRefusal([{ id: 1 }], [whole], { payments: [50], bundles: one })).toBe('PARTIAL_REDEMPTION_NOT_ALLOWED')
  expect(voucherRefusal([{ id: 1 }], [whole], { payments: [50], bundles: two })).toBeUndefined()
  expect(voucherRefusal([{ id: 1, amount: 1 }], [bundleOf(2)], { payments: [50], bundles: one })).toBe('PRICE_CHANGED')
})
