import { describe, expect, test } from 'vitest'
import { NEWEST_FIRST, nextReservationSorting, readReservationSorting, stateOfReservation } from '#lib/domain/sales/reservation-sorting.ts'

describe('how a list of reservations is sorted', () => {
  test.each([
    ['amount', { column: 'amount', isDown: false }],
    ['-amount', { column: 'amount', isDown: true }],
    ['-made', NEWEST_FIRST],
    ['password', undefined],
    ['--amount', undefined],
    ['amount-', undefined],
    ['am-ount', undefined],
    ['-', undefined],
    ['', undefined],
  ])('is read from an address: %j', (text, sorting) => {
    expect(readReservationSorting(text)).toEqual(sorting)
  })

  test.each([
    ['made', '-made', 'made'],
    ['tickets', '-tickets', 'tickets'],
    ['amount', '-amount', 'amount'],
    ['name', 'name', '-name'],
    ['number', 'number', '-number'],
    ['show', 'show', '-show'],
    ['state', 'state', '-state'],
  ] as const)('figures and times begin downwards, names upwards, and a second press turns them around: %s', (column, first, second) => {
    expect(nextReservationSorting(column, undefined)).toBe(first)
    expect(nextReservationSorting(column, readReservationSorting(first))).toBe(second)
    expect(nextReservationSorting(column, readReservationSorting(second))).toBe(first)
  })

  test('a press on another column begins anew', () => {
    expect(nextReservationSorting('name', { column: 'amount', isDown: false })).toBe('name')
    expect(nextReservationSorting('amount', { column: 'tickets', isDown: true })).toBe('-amount')
  })
})

test.each([
  ['paid', 1, false],
  ['held', 1, true],
  ['cancelled', 3, false],
  ['cancelled', 3, true],
])('a reservation is listed as %s, if its ResStateId is %i and IsUnpaid is %s', (state, ResStateId, IsUnpaid) => {
  expect(stateOfReservation({ ResStateId, IsUnpaid })).toBe(state)
})
