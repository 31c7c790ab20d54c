import { describe, expect, it } from 'vitest'
import { groupDates } from '#lib/domain/catalogue/calendar/feature-dates.ts'
import { nearnessOf } from '#lib/domain/time/nearness.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { plainShowing } from '../catalogue-fixtures.ts'

/** 22 November 2026 is a Sunday. */
const TODAY = '2026-11-24'
const on = (...dates: string[]) => dates.map((date, at) => plainShowing(date, at + 1))
const outline = (dates: string[], today = TODAY) => {
  const { near, further, furtherCount } = groupDates(on(...dates), today)
  const shape = (groups: typeof near) => groups.map(({ kind, showings }) => [kind, ...showings.map(({ date }) => date.slice(5))])
  return { near: shape(near), further: shape(further), furtherCount }
}

describe('the dates of a feature', () => {
  it('are grouped by this week, next week and month', () => {
    expect(outline(['2026-11-24', '2026-11-28', '2026-11-29', '2026-12-05', '2026-12-06', '2027-01-02'])).toEqual({
      near: [
        ['thisWeek', '11-24', '11-28'],
        ['nextWeek', '11-29', '12-05'],
        ['month', '12-06'],
        ['month', '01-02'],
      ],
      further: [],
      furtherCount: 0,
    })
  })

  it('are collapsed beyond six, if that hides enough to be worth a click', () => {
    const days = (count: number) => Array.from({ length: count }, (_day, at) => `2026-12-${String(at + 10)}`)
    expect(outline(days(8)).furtherCount).toBe(0)
    expect(outline(days(9))).toEqual({
      near: [['month', '12-10', '12-11', '12-12', '12-13', '12-14', '12-15']],
      further: [['month', '12-16', '12-17', '12-18']],
      furtherCount: 3,
    })
    expect(outline(days(21)).furtherCount).toBe(15)
    expect(outline([])).toEqual({ near: [], further: [], furtherCount: 0 })
  })
})

describe('how near a day is', () => {
  it.each([
    ['2026-11-24', 20, 'tonight'],
    ['2026-11-24', 17, 'tonight'],
    ['2026-11-24', 23, 'tonight'],
    ['2026-11-24', 16, 'today'],
    ['2026-11-24', 1, 'today'],
    ['2026-11-24', undefined, 'today'],
    ['2026-11-25', 20, 'tomorrow'],
    ['2026-11-26', 20, undefined],
    ['2026-11-23', 20, undefined],
  ] as const)('%s at %s is %s', (date, hour, nearness) => {
    expect(nearnessOf(date, TODAY, hour)).toBe(nearness)
  })

  it.each([
    ['a minute before midnight', '2026-11-24T21:59:00Z', '2026-11-25T18:00:00Z', 'tomorrow'],
    ['at midnight', '2026-11-24T22:00:00Z', '2026-11-25T18:00:00Z', 'tonight'],
    ['before midnight in summer', '2026-07-14T20:59:00Z', '2026-07-15T17:00:00Z', 'tomorrow'],
    ['at midnight in summer', '2026-07-14T21:00:00Z', '2026-07-15T17:00:00Z', 'tonight'],
    ['on the night the clock goes back', '2026-10-24T20:59:00Z', '2026-10-25T18:00:00Z', 'tomorrow'],
    ['after it', '2026-10-24T21:00:00Z', '2026-10-25T18:00:00Z', 'tonight'],
    ['on the night it goes forward', '2026-03-26T22:00:00Z', '2026-03-27T17:00:00Z', 'tonight'],
  ])('%s in Jerusalem', (_when, now, start, nearness) => {
    const [today, show] = [datePartsOf(Date.parse(now)), datePartsOf(Date.parse(start))]
    expect(nearnessOf(show.date, today.date, show.hour)).toBe(nearness)
  })
})
