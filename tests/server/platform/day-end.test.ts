import { beforeAll, expect, test } from 'vitest'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(() => freshDatabase())

test.each([
  ['a moment before midnight', '2026-11-24T23:59:59.999+02:00', '2026-11-25T00:00:00+02:00'],
  ['midnight, which begins a day', '2026-11-25T00:00:00+02:00', '2026-11-26T00:00:00+02:00'],
  ['the day of 23 hours', '2026-03-27T01:00:00+02:00', '2026-03-28T00:00:00+03:00'],
  ['the day of 25 hours', '2026-10-25T01:00:00+03:00', '2026-10-26T00:00:00+02:00'],
])('a calendar day ends at midnight in Asia/Jerusalem: %s', async (_what, at, end) => {
  expect(await cellOf('SELECT day_ends_at($1)', [at])).toEqual(new Date(end))
})
