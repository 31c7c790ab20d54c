import { expect, test } from 'vitest'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { placesOf } from '#lib/domain/entitlements/voucher-places.ts'
import { houseOf, NOW, showing } from '#tests/domain/cart/cart-fixtures.ts'

const LATER = NOW + 3_600_000
const reach = (...businessIds: number[]) => ({ businessIds, bundle: null })

function placed(...shows: readonly Presentation[]): Catalogue {
  const location = { id: 7, name: 'האנגר 9', city: '', address: '', phone: '', doorsMinutes: 0, accessibility: '' }
  const venue = { id: 1, locationId: 7, name: '', venueTypeId: 1 }
  return { ...houseOf(...shows), locations: new Map([[7, location]]), venues: new Map([[1, venue]]) }
}

const show = (more: Partial<Presentation>) => showing(1, { businessId: 1, startsAt: LATER, ...more })

test('a voucher of no business is taken everywhere, one of a business where that has shows ahead', () => {
  const from = placed(show({}), show({ id: 2 }))
  expect(placesOf({ businessIds: null, bundle: null }, from, NOW)).toBe('all')
  expect(placesOf(reach(1, 5), from, NOW)).toEqual(['האנגר 9'])
  expect(placesOf(reach(2), from, NOW)).toEqual([])
})

test.each([
  ['past', { startsAt: NOW }],
  ['cancelled', { isCancelled: true }],
])('a show that is %s names no place', (_, more) => {
  expect(placesOf(reach(1), placed(show(more)), NOW)).toEqual([])
})
