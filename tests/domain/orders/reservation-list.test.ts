import { expect, test } from 'vitest'
import fc from 'fast-check'
import { earliestOf, sortReservations, splitReservations } from '#lib/domain/orders/reservation-list.ts'

const reservation = fc.record({
  IsUnpaid: fc.boolean(),
  StartDateTime: fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) }).map((at) => new Date(at - (at % 3_600_000)).toISOString()),
  isUpcoming: fc.boolean(),
})
const reservations = fc.array(reservation, { maxLength: 30 })

test('R4.33 lists unpaid reservations first, then by latest start', () => {
  const [early, late, unpaid] = [
    { IsUnpaid: false, StartDateTime: '2026-12-01T18:30:00.000Z' },
    { IsUnpaid: false, StartDateTime: '2027-02-01T18:30:00.000Z' },
    { IsUnpaid: true, StartDateTime: '2026-11-25T18:30:00.000Z' },
  ] as const
  expect(sortReservations([early, late, unpaid])).toEqual([unpaid, late, early])
})

test('R4.33 loses no reservation and keeps that order for any list', () => {
  fc.assert(
    fc.property(reservations, (all) => {
      const sorted = sortReservations(all)
      expect(new Set(sorted)).toEqual(new Set(all))
      expect(sorted).toHaveLength(all.length)
      for (const [at, one] of sorted.slice(1).entries()) {
        const before = sorted[at]
        if (!before) throw new Error('There is one before.')
        if (one.IsUnpaid) expect(before.IsUnpaid).toBe(true)
        if (one.IsUnpaid === before.IsUnpaid) expect(Date.parse(before.StartDateTime)).toBeGreaterThanOrEqual(Date.parse(one.StartDateTime))
      }
    }),
  )
})

test('R4.32 splits list and history without overlap or loss, each in order', () => {
  fc.assert(
    fc.property(reservations, (all) => {
      const { list, history } = splitReservations(all)
      expect(list.every(({ isUpcoming }) => isUpcoming)).toBe(true)
      expect(history.some(({ isUpcoming }) => isUpcoming)).toBe(false)
      expect(all.filter((one) => list.includes(one))).toEqual(list)
      expect(list.length + history.length).toBe(all.length)
    }),
  )
})

test('finds the next reservation by its start, wherever it is in the list', () => {
  fc.assert(
    fc.property(reservations, (all) => {
      const next = earliestOf(all)
      expect(next === undefined).toBe(all.length === 0)
      if (next) expect(all.every((one) => Date.parse(one.StartDateTime) >= Date.parse(next.StartDateTime))).toBe(true)
    }),
  )
})
