import { expect, it } from 'vitest'
import {
  isCharged,
  isSameSeller,
  kindOf,
  lowestPrice,
  membershipSale,
  pricePerVisit,
  visitsOf,
} from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { DOLLARS, plainMembership, plainPrice } from './membership-fixtures.ts'

it.each([
  ['without dates it is open', {}, 100, null, 'open'],
  ['it opens at the very moment', { saleOpensAt: 100 }, 100, null, 'open'],
  ['before that it does not', { saleOpensAt: 101 }, 100, null, 'notYet'],
  ['it ends at the very moment', { saleClosesAt: 100 }, 100, null, 'over'],
  ['before that it is open', { saleClosesAt: 101 }, 100, null, 'open'],
  ['an end counts for more than an opening', { saleOpensAt: 200, saleClosesAt: 100 }, 150, null, 'over'],
  ['without a seat on one of its dates nobody can join', {}, 100, 0, 'soldout'],
  ['one seat is enough', {}, 100, 1, 'open'],
  ['what opens later is not sold out before', { saleOpensAt: 101 }, 100, 0, 'notYet'],
] as const)('the sale of a membership: %s', (_case, dates, now, free, state) => {
  expect(membershipSale({ saleOpensAt: null, saleClosesAt: null, ...dates }, now, free)).toBe(state)
})

it.each([
  [1, 'open'],
  [2, 'series'],
  [3, 'season'],
] as const)('a membership of type %i is of the kind %s', (typeId, kind) => {
  expect(kindOf({ typeId })).toBe(kind)
})

it('counts entries of an open one, and fixed and chosen dates of others', () => {
  const dates = { presentationIds: [1, 2, 3], uses: null }
  expect(visitsOf(plainMembership())).toBe(8)
  expect(visitsOf(plainMembership({ uses: null }))).toBeNull()
  expect(visitsOf(plainMembership({ ...dates, typeId: 2 }))).toBe(3)
  expect(visitsOf(plainMembership({ ...dates, typeId: 3, choice: { count: 2, options: [] } }))).toBe(5)
})

it('a visit costs its part of the price, in whole agorot; nothing is said where visits cannot be counted', () => {
  expect(pricePerVisit(plainMembership(), plainPrice())).toBe(5_000)
  expect(pricePerVisit(plainMembership({ uses: 3 }), plainPrice({ price: 10_000 }))).toBe(3_333)
  expect(pricePerVisit(plainMembership({ uses: 3 }), plainPrice({ price: 20_000 }))).toBe(6_667)
  expect(pricePerVisit(plainMembership({ uses: null }), plainPrice())).toBeNull()
  expect(pricePerVisit(plainMembership({ uses: null, typeId: 2 }), plainPrice())).toBeNull()
})

it('the lowest price is one that the shop charges', () => {
  const prices = [
    plainPrice({ id: 1, price: 300 }),
    plainPrice({ id: 2, price: 200 }),
    plainPrice({ id: 3, price: 200 }),
    plainPrice({ id: 4, price: 10, currency: DOLLARS }),
  ]
  expect(lowestPrice({ prices })?.id).toBe(2)
  expect(lowestPrice({ prices: prices.slice(3) })).toBeUndefined()
  expect(prices.map(isCharged)).toEqual([true, true, true, false])
})

it('memberships of one seller, whom one payment pays, may stand in one order', () => {
  expect(isSameSeller(plainMembership(), plainMembership({ id: 2 }))).toBe(true)
  expect(isSameSeller(plainMembership(), plainMembership({ businessId: 2 }))).toBe(false)
  expect(isSameSeller(plainMembership(), plainMembership({ authProfileId: 2 }))).toBe(false)
})
