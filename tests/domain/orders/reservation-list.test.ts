import { expect, test } from 'vitest'
import fc from 'fast-check'
import { earliestOf, sortReservations, splitReservations } from '#lib/domain/orders/reservation-list.ts'

const reservation = fc.record({
  IsUnpaid: fc.boolean(),
  StartDateTime: fc.integer({ min: Date.UTC(2020), max: Date.UTC(2030) }).map((at) => new Date(at - (at % 3_600_000)).toISOString()),
  isUpcoming: fc.boolean(),
})
const reservations = fc.array(reservation, { maxLength: 30 })

test('R4.33 unpaid reservations come first, then the one that starts latest', () => {
  const [early, late, unpaid] = [
    { IsUnpaid: false, StartDateTime: '2026-12-01T18:30:00.000Z' },
    { IsUnpaid: false, StartDateTime: '2027-02-01T18:30:00.000Z' },
    { IsUnpaid: true, StartDateTime: '2026-11-25T18:30:00.000Z' },
  ] as const
  expect(sortReservations([early, late, unpaid])).toEqual([unpaid, late, early])
})

test('R4.33 of any reservations none is lost, no paid one stands before an unpaid one, and none before one that starts later', () => {
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

test('R4.32 the list and the history share nothing, leave nothing out, and keep the order', () => {
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

test('the next one is the one that begins first, wherever it stands in the list', () => {
  fc.assert(
    fc.property(reservations, (all) => {
      const next = earliestOf(all)
      expect(next === undefined).toBe(all.length === 0)
      if (next) expect(all.every((one) => Date.parse(one.StartDateTime) >= Date.parse(next.StartDateTime))).toBe(true)
    }),
  )
})
