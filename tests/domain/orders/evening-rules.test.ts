import { expect, test, vi } from 'vitest'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { eveningRefusal, ordinaryPriceAt, standInsOf } from '#lib/domain/orders/evening-rules.ts'
import { houseOf, showing } from '#tests/domain/cart/cart-fixtures.ts'
import { plainPresentation } from '#tests/domain/catalogue/catalogue-fixtures.ts'

const NOW = Date.UTC(2027, 0, 10, 12)
const HOUR = 3_600_000
const EXCHANGE = { untilMinutes: 60, presentationIds: [] }

test.each([
  ['allowed well before', { exchange: EXCHANGE }, { startsAt: NOW + HOUR, isCancelled: false }, undefined],
  ['not allowed', { exchange: null }, { startsAt: NOW + HOUR, isCancelled: false }, 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'],
  ['of a membership that is gone', undefined, { startsAt: NOW + HOUR, isCancelled: false }, 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'],
  ['a moment too late', { exchange: EXCHANGE }, { startsAt: NOW + HOUR - 1, isCancelled: false }, 'TOO_CLOSE_TO_PRSNT_DATE'],
  ['called off', { exchange: EXCHANGE }, { startsAt: NOW + HOUR, isCancelled: true }, 'PRSNT_NOT_FOUND'],
  ['gone', { exchange: EXCHANGE }, undefined, 'PRSNT_NOT_FOUND'],
] as const)('decides on an evening that is %s', (_name, membership, evening, code) => {
  expect(eveningRefusal(membership, evening, NOW)).toBe(code)
})

test('an evening goes to its feature, to dates that its season has to choose and to those named, by their supplements', () => {
  const show = (id: number, featureId: number, more = {}) => plainPresentation({ id, featureId, startsAt: NOW + id * HOUR, ...more })
  const shows = [
    show(1, 1),
    show(2, 1),
    show(3, 2),
    show(4, 3),
    show(5, 4),
    show(6, 1, { isCancelled: true }),
    show(7, 1, { businessId: 9 }),
    show(8, 1, { isOnlyInSites: true }),
  ]
  const presentations = KeptInOrder.of(shows)
  const choice = {
    count: 1,
    options: [
      { presentationId: 3, supplement: 2_000 },
      { presentationId: 1, supplement: 500 },
    ],
  }
  const exchange = { untilMinutes: 0, presentationIds: [4, 99] }
  expect([...standInsOf({ evening: show(1, 1), membership: { exchange, choice } }, { presentations }, NOW)]).toEqual([
    [1, 500],
    [2, 0],
    [3, 2_000],
    [4, 0],
  ])
  const look = vi.spyOn(presentations, 'values')
  expect([...standInsOf({ evening: show(5, 4), membership: { exchange: EXCHANGE, choice: null } }, { presentations }, NOW)]).toEqual([
    [5, 0],
  ])
  expect(look, 'no look at those of other features').not.toHaveBeenCalled()
})

test('an evening of a membership that names no others goes to its feature and to dates of its season', () => {
  const shows = [1, 2, 3].map((id) => plainPresentation({ id, featureId: id === 3 ? 2 : 1, startsAt: NOW + id * HOUR }))
  const [evening = plainPresentation()] = shows
  const membership = { exchange: null, choice: { count: 1, options: [{ presentationId: 3, supplement: 500 }] } }
  expect([...standInsOf({ evening, membership }, { presentations: KeptInOrder.of(shows) }, NOW)]).toEqual([
    [1, 0],
    [2, 0],
    [3, 500],
  ])
})

test.each([
  ['the first ticket for anybody with its service charge', 'A', 10_500],
  ['that ticket alone, without a charge', 'B', 6_000],
  ['nothing where members only get a ticket', 'C', 0],
  ['nothing where its ticket group is gone', 'D', 0],
  ['nothing where its category is not sold', 'E', 0],
  ['nothing without a category', null, 0],
])('a seat costs anybody %s', (_what, category, price) => {
  const prices = ['A', 'B', 'C', 'D'].map((one, at) => ({ category: one, ticketGroupId: at + 1, allocationId: 1 }))
  expect(ordinaryPriceAt(houseOf(), showing(1, { prices }), category)).toBe(price)
})
