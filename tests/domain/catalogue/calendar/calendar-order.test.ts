import { describe, expect, it } from 'vitest'
import { dayOf, groupByFeature, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { listDays } from '#lib/domain/catalogue/calendar/in-order.ts'
import { filterOf, parseCalendarQuery, parseDate } from '#lib/domain/catalogue/calendar/calendar-query.ts'
import { byStart, plainShowing } from '../catalogue-fixtures.ts'

const idsOf = (showings: readonly Showing[]) => showings.map(({ presentation }) => presentation.id)
/** A showing of a feature of its own. */
const ofFeature = (date: string, id: number): Showing => {
  const one = plainShowing(date, id)
  return { ...one, feature: { ...one.feature, id } }
}

describe('the calendar’s order', () => {
  it.each([
    ['in order', ['2026-11-24', '2026-11-25', '2026-12-01']],
    ['backwards', ['2026-12-01', '2026-11-25', '2026-11-24']],
    ['mixed', ['2026-11-25', '2026-12-01', '2026-11-24']],
  ])('has the earliest day first if they come %s', (_how, dates) => {
    const { days } = listDays(byStart(dates.map((date, at) => plainShowing(date, at + 1))), 3, 1)
    expect(days.map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-25', '2026-12-01'])
  })

  it.each([[[3, 5, 9]], [[9, 5, 3]], [[5, 9, 3]]])('has showings at the same time by their ids, given as %j', (ids) => {
    const showings = ids.map((id) => plainShowing('2026-11-24', id))
    expect(dayOf('2026-11-24', showings).rows.map((row) => idsOf(row.showings))).toEqual([[3, 5, 9]])
    const { rows } = dayOf(
      '2026-11-24',
      ids.map((id) => ofFeature('2026-11-24', id)),
    )
    expect(rows.map(({ feature }) => feature.id)).toEqual([3, 5, 9])
    expect([...groupByFeature(showings.map((one) => ({ ...one, feature: plainShowing('2026-11-24').feature })))].flatMap(([, own]) => idsOf(own))).toEqual([3, 5, 9]) // prettier-ignore
  })

  it('lists no day more once there are enough rows', () => {
    const showings = [ofFeature('2026-11-24', 1), ofFeature('2026-11-24', 2), ofFeature('2026-11-25', 3)]
    expect(listDays(showings, undefined, 2).days).toHaveLength(1)
    expect(listDays(showings, undefined, 3).days).toHaveLength(2)
    expect(listDays([], undefined, 5)).toEqual({ days: [], nextDays: undefined })
  })
})

describe('the calendar’s query', () => {
  it('becomes a filter of date, place, category and what the text search found', () => {
    const query = parseCalendarQuery(new URLSearchParams('date=2026-11-24&location=חיפה&category=3&q=x&days=8'))
    const found = new Set(['1 1'])
    expect(filterOf(query, found)).toEqual({ date: '2026-11-24', place: 'חיפה', categoryId: 3, found })
    expect(filterOf({}, undefined)).toEqual({ date: undefined, place: undefined, categoryId: undefined, found: undefined })
  })

  it.each(['2026-11-31', '2026-13-01', '2026-11', '+012026-11-24', 'x2026-11-24', '2026-11-24x', '', null])('has no date %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  it('has every date that exists', () => {
    expect(['2026-11-24', '2028-02-29'].map(parseDate)).toEqual(['2026-11-24', '2028-02-29'])
  })

  it.each(['3x', '3.5', ' 3', '1234567890', '01'])('has no category %j', (text) => {
    expect(parseCalendarQuery(new URLSearchParams({ category: text })).category).toBeUndefined()
  })
})
