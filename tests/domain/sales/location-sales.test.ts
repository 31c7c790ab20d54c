import { expect, test } from 'vitest'
import { availabilityOf, totalOf, withAllLocations, type LocationSales } from '#lib/domain/sales/location-sales.ts'
import { NOTHING, takenOf } from '#lib/domain/sales/sums.ts'

const at = (locationId: number, sold: number, capacity = 100): LocationSales => ({
  ...{ locationId, name: `אתר ${String(locationId)}`, capacity },
  ...{ sold, returned: 1, gross: sold * 1_000, refunded: 500, taken: sold - 1 },
})

test('R9.21 R9.22 all locations come first as LocationId -1, and location 1 is in no sum', () => {
  const rows = withAllLocations([at(1, 50), at(2, 10), at(3, 20, 30)], 'כל בתי הקולנוע')
  expect(rows.map(({ locationId, name }) => [locationId, name])).toEqual([
    [-1, 'כל בתי הקולנוע'],
    [1, 'אתר 1'],
    [2, 'אתר 2'],
    [3, 'אתר 3'],
  ])
  expect(rows[0]).toMatchObject({ capacity: 130, sold: 30, returned: 2, gross: 30_000, refunded: 1_000, taken: 28 })
})

test('nothing sums up to nothing', () => {
  expect(totalOf([])).toEqual({ ...NOTHING, capacity: 0, taken: 0 })
})

test.each([
  [100, 30, 10, 80],
  [100, 100, 0, 0],
  [10, 12, 0, 0],
])('of %i seats, %i sold and %i of them back, %i are available', (capacity, sold, returned, available) => {
  expect(availabilityOf(capacity, takenOf({ ...NOTHING, sold, returned }))).toBe(available)
})
