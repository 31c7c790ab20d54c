import { expect, test } from 'vitest'
import { proposedDates, type OfferedDate } from '#lib/domain/catalogue/memberships/proposed-dates.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'

/** A date on a day, of a show of its own, unless told otherwise. */
function date(day: number, other: Partial<OfferedDate> = {}): OfferedDate {
  return { presentationId: day, featureId: 100 + day, startsAt: day * DAY_MS, supplement: 0, isSame: true, ...other }
}
const HOUR = DAY_MS / 24

test.each([
  ['the first ones', [date(1), date(2), date(3)], [1, 2]],
  ['the same seat before an earlier date', [date(1, { isSame: false }), date(2), date(3)], [2, 3]],
  ['what costs nothing more before the same seat', [date(1, { supplement: 20 }), date(2, { isSame: false }), date(3)], [2, 3]],
  ['of two that cost more the cheaper one', [date(1, { supplement: 35 }), date(2, { supplement: 20 }), date(3)], [2, 3]],
  ['a show that the year does not have yet', [date(1, { featureId: 9 }), date(2), date(3, { isSame: false })], [2, 3]],
  ['not one show twice', [date(1, { featureId: 8 }), date(2, { featureId: 8 }), date(3)], [1, 3]],
  ['not two on one evening', [date(1), date(2, { startsAt: DAY_MS + 3 * HOUR }), date(3, { supplement: 35 })], [1, 3]],
  ['not on an evening that is fixed', [date(1, { startsAt: 50 * DAY_MS - 3 * HOUR }), date(2), date(3)], [2, 3]],
  ['whatever there is, if there are no more', [date(1, { featureId: 9, supplement: 20, isSame: false })], [1]],
])('proposes %s', (_what, offered, expected) => {
  expect(proposedDates(offered, [{ featureId: 9, startsAt: 50 * DAY_MS }], 2)).toEqual(expected)
})
