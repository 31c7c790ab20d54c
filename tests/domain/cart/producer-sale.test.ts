import { describe, expect, test } from 'vitest'
import { checkProducts } from '#lib/domain/cart/check-product.ts'
import { checkSeat, type CheckedSeat, type WantedSeat } from '#lib/domain/cart/check-seat.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import { mayProduce, sellerOf } from '#lib/domain/cart/producer-sale.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Result } from '#lib/domain/result.ts'
import { PERMISSIONS, type Permission, type StaffMember, type StaffScope } from '#lib/domain/staff/permissions.ts'
import { facts, houseOf, NOW, place, PLANS, PRODUCT, seat, showing } from './cart-fixtures.ts'

const { producerSeats, broker, reports, reservations, people } = PERMISSIONS

/** Somebody who sells as a producer, of business 3 and its show 5 alone. */
function member(more: Partial<StaffMember> = {}): StaffMember {
  return {
    ...{ staffId: 1, firstName: 'דנה', lastName: 'לביא', permissions: new Set([producerSeats]) },
    ...{ businessIds: [3], featureIds: [5] },
    ...more,
  }
}

function checked<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}

/** A seat of show 5 of business 3, which sells its rows of allocation 1 and its general admission of allocation 2. */
function seatOf(show: Partial<Presentation> = {}, wanted: WantedSeat = seat(1)): CheckedSeat {
  const prices = [
    { category: 'A', ticketGroupId: 1, allocationId: 1 },
    { category: 'B', ticketGroupId: 2, allocationId: 2 },
  ]
  const catalogue = houseOf(showing(1, { businessId: 3, featureId: 5, prices, ...show }))
  return checked(checkSeat({ catalogue, now: NOW }, { plans: PLANS, ...facts() }, wanted))
}

const SEAT = seatOf()
const PLACE = seatOf({}, place())
const OF_OTHER_SHOW = seatOf({ featureId: 6 })
const OF_OTHER_BUSINESS = seatOf({ businessId: 4 })
const UNPRICED: CheckedSeat = { ...SEAT, presentation: { ...SEAT.presentation, prices: [] } }
const PRODUCTS = checked(checkProducts({ catalogue: houseOf(), before: [SEAT] }, [{ id: PRODUCT.id, quantity: 2 }]))
const OTHERS: readonly CheckedLine[] = PRODUCTS.map((line) => ({ ...line, kind: 'membership', total: 'others' }))

describe('a member of staff sells seats', () => {
  test.each<[string, readonly Permission[], StaffScope | undefined, ReturnType<typeof sellerOf>]>([
    ['with the permission for producers’ seats, as a producer', [producerSeats], undefined, 'producer'],
    ['with that for brokers, as a broker', [broker], undefined, 'broker'],
    ['with both, as a producer', [broker, producerSeats], undefined, 'producer'],
    ['with any other permission, as nobody', [reports, reservations, people], undefined, undefined],
    ['without permissions, as nobody', [], undefined, undefined],
    ['of the own show, as a producer', [producerSeats], { businessId: 3, featureId: 5 }, 'producer'],
    ['of the own show, as a broker', [broker], { businessId: 3, featureId: 5 }, 'broker'],
    ['of the own show with both permissions, as a producer', [broker, producerSeats], { businessId: 3, featureId: 5 }, 'producer'],
    ['of another show, as nobody', [broker, producerSeats], { businessId: 3, featureId: 6 }, undefined],
    ['of another business, as nobody', [broker, producerSeats], { businessId: 4, featureId: 5 }, undefined],
  ])('%s', (_how, permissions, scope, role) => {
    expect(sellerOf(member({ permissions: new Set(permissions) }), scope)).toBe(role)
  })
})

describe('a cart that a member of staff may sell', () => {
  test.each<[string, boolean, readonly CheckedLine[]]>([
    ['a seat of the own show', true, [SEAT]],
    ['a place of general admission of the own show', true, [PLACE]],
    ['several of the own show', true, [SEAT, PLACE]],
    ['a seat with a product beside it', true, [SEAT, ...PRODUCTS]],
    ['a product before its seat', true, [...PRODUCTS, SEAT]],
    ['products alone', false, PRODUCTS],
    ['nothing', false, []],
    ['something else alone', false, OTHERS],
    ['a seat with something else beside it', false, [SEAT, ...OTHERS]],
    ['a seat and a product with something else beside them', false, [SEAT, ...PRODUCTS, ...OTHERS]],
    ['a seat of another show of the business', false, [OF_OTHER_SHOW]],
    ['a seat of a show of that number in another business', false, [OF_OTHER_BUSINESS]],
    ['an own seat before one of another show', false, [SEAT, OF_OTHER_SHOW]],
    ['an own seat after one of another show', false, [OF_OTHER_SHOW, SEAT]],
  ])('has %s: %s', (_what, isSold, lines) => {
    expect(mayProduce(member(), lines)).toBe(isSold)
  })

  test.each<[string, boolean, readonly Permission[]]>([
    ['a broker', true, [broker]],
    ['who sees reports and reservations only', false, [reports, reservations]],
    ['without permissions', false, []],
  ])('is one of the own seats for somebody %s: %s', (_who, isSold, permissions) => {
    expect(mayProduce(member({ permissions: new Set(permissions) }), [SEAT])).toBe(isSold)
  })

  test.each<[string, boolean, readonly number[], readonly CheckedLine[]]>([
    ['a seat of an own allocation', true, [1], [SEAT]],
    ['a seat of one of several own allocations', true, [2, 1], [SEAT]],
    ['a seat of another allocation', false, [2], [SEAT]],
    ['a place of an own allocation', true, [2], [PLACE]],
    ['a place of another allocation', false, [1], [PLACE]],
    ['a seat beside a place of another allocation', false, [1], [SEAT, PLACE]],
    ['a seat and a place, both of own allocations', true, [1, 2], [SEAT, PLACE]],
    ['a seat for who has no allocation', false, [], [SEAT]],
    ['a seat that has a price no more', false, [1, 2], [UNPRICED]],
    ['a seat of an own allocation in another show', false, [1], [OF_OTHER_SHOW]],
  ])('is of the own allocations: %s: %s', (_what, isSold, allocationIds, lines) => {
    expect(mayProduce(member({ allocationIds }), lines)).toBe(isSold)
  })
})
