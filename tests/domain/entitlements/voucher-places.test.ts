import { expect, test, vi } from 'vitest'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
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

test('places are named in the order of their next shows, each once, without a look at all shows', () => {
  const shows = [
    show({ id: 1, venueId: 3, startsAt: NOW - 1 }),
    show({ id: 2, venueId: 2, startsAt: NOW + 10, isCancelled: true }),
    show({ id: 3, venueId: 3, startsAt: NOW + 20 }),
    show({ id: 4, venueId: 1, startsAt: NOW + 20 }),
    show({ id: 5, venueId: 2, startsAt: NOW + 30 }),
    show({ id: 6, venueId: 4, startsAt: NOW + 40 }),
    show({ id: 7, venueId: 5, startsAt: NOW + 5, businessId: 2 }),
  ]
  const presentations = KeptInOrder.of(shows)
  const [location, venue] = [placed().locations.get(7), placed().venues.get(1)]
  if (!location || !venue) throw new Error('The house has no place.')
  const from = {
    ...houseOf(),
    presentations,
    locations: new Map([7, 8, 9].map((id) => [id, { ...location, id, name: `בית ${String(id)}` }])),
    venues: new Map([7, 8, 9, 8, 7].map((locationId, at) => [at + 1, { ...venue, id: at + 1, locationId }])),
  }
  expect(placesOf(reach(1), from, NOW)).toEqual(['בית 9', 'בית 7', 'בית 8'])
  const look = vi.spyOn(presentations, 'values')
  expect(placesOf(reach(1, 2), from, NOW)).toEqual(['בית 7', 'בית 9', 'בית 8'])
  expect(placesOf(reach(1), from, NOW + 30)).toEqual(['בית 8'])
  expect(look).not.toHaveBeenCalled()
})
