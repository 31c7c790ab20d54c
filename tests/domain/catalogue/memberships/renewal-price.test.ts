import { expect, test } from 'vitest'
import { renewalPrices } from '#lib/domain/catalogue/memberships/renewal-price.ts'
import { DOLLARS, plainMembership, plainPrice } from './membership-fixtures.ts'

const rate = (priceCode: string, category: string, price: number) => ({ priceCode, category, price, ticketId: 1, ticketGroupId: 1 })
const SERIES = plainMembership({
  typeId: 2,
  presentationIds: [5, 6],
  prices: [
    plainPrice({ id: 1 }),
    plainPrice({ id: 2, priceCode: 'student' }),
    plainPrice({ id: 3, priceCode: 'adult', currency: DOLLARS }),
  ],
  rates: [rate('adult', 'A', 30_000), rate('adult', 'B', 20_000), rate('student', 'A', 15_000)],
})
const pricesIn = (category: string, membership = SERIES) => renewalPrices(membership, category).map(({ price, total }) => [price.id, total])

test('a kept seat is renewed under each price that has a rate for its category and that the shop charges', () => {
  expect(pricesIn('A')).toEqual([
    [1, 30_000],
    [2, 15_000],
  ])
  expect(pricesIn('B')).toEqual([[1, 20_000]])
  expect(pricesIn('C')).toEqual([])
})

test('with pricing per ticket it costs the rate of each of its dates', () => {
  expect(pricesIn('A', { ...SERIES, isPricingPerTicket: true })).toEqual([
    [1, 60_000],
    [2, 30_000],
  ])
})
