import { expect, it } from 'vitest'
import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import type { Listed } from '#lib/domain/catalogue/lists/listed.ts'
import { ShowingIndex } from '#lib/server/programme/showing-index.ts'
import { byStart, plainShowing } from '#tests/domain/catalogue/catalogue-fixtures.ts'

const at = (date: string, hour: number) => Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
const numbers = (showings: Listed<Showing>) => showings.slice().map(({ presentation }) => presentation.id)

function showing(id: number, date: string, hour: number, isUntimed = false): Showing {
  const one = plainShowing(date, id)
  return { ...one, isUntimed, presentation: { ...one.presentation, startsAt: at(date, hour) } }
}

const [FRIDAY, SATURDAY] = ['2026-11-27', '2026-11-28']
const EARLY = showing(1, FRIDAY, 8)
const ALL_DAY = showing(2, FRIDAY, 9, true)
const LATE = showing(3, FRIDAY, 20)
const NEXT_DAY = showing(4, SATURDAY, 20)

it('a showing is coming until it begins, and one that is open all day until its day is over', () => {
  const index = ShowingIndex.of(byStart([EARLY, ALL_DAY, LATE, NEXT_DAY]))
  expect(numbers(index.coming({}, at(FRIDAY, 7), FRIDAY))).toEqual([1, 2, 3, 4])
  expect(numbers(index.coming({}, at(FRIDAY, 10), FRIDAY))).toEqual([2, 3, 4])
  expect(numbers(index.coming({}, at(FRIDAY, 19), FRIDAY))).toEqual([2, 3, 4])
  expect(numbers(index.coming({}, at(FRIDAY, 21), FRIDAY))).toEqual([2, 4])
  // Nothing has begun since, but the day of what is open all day is over.
  expect(numbers(index.coming({}, at(SATURDAY, 1), SATURDAY))).toEqual([4])
  // A clock that is put back shows what is to come by it.
  expect(numbers(index.coming({}, at(FRIDAY, 7), FRIDAY))).toEqual([1, 2, 3, 4])
})

it('each list has its own, and a changed index shows what has changed', () => {
  const index = ShowingIndex.of(byStart([EARLY, LATE, NEXT_DAY]))
  expect(numbers(index.coming({}, at(FRIDAY, 7), FRIDAY))).toEqual([1, 3, 4])
  expect(numbers(index.coming({ featureId: LATE.feature.id + 1 }, at(FRIDAY, 7), FRIDAY))).toEqual([])
  expect(numbers(index.coming({ date: SATURDAY }, at(FRIDAY, 7), FRIDAY))).toEqual([4])
  const changed = index.with([LATE], [ALL_DAY])
  expect(numbers(changed.coming({}, at(FRIDAY, 7), FRIDAY))).toEqual([1, 2, 4])
  expect(numbers(index.coming({}, at(FRIDAY, 7), FRIDAY))).toEqual([1, 3, 4])
})
