import { describe, expect, it } from 'vitest'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { groupByFeature, matchesFilter, pickVaried, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { comingOf, comingRange, listDays } from '#lib/domain/catalogue/calendar/in-order.ts'
import { calendarAddress, parseCalendarQuery } from '#lib/domain/catalogue/calendar/calendar-query.ts'
import { byStart, plainPresentation } from '../catalogue-fixtures.ts'
import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'

interface Told {
  readonly id?: number
  readonly feature?: number
  readonly name?: string
  readonly category?: number
  readonly location?: number
  readonly city?: string
  readonly date?: string
  readonly time?: string
  readonly untimed?: boolean
}

/** A presentation as tests describe it. Times are UTC; the day is given separately. */
function showing(told: Told = {}): Showing {
  const {
    id = 1,
    feature = 1,
    name = 'הגשר',
    category = 1,
    location = 1,
    city = 'חיפה',
    date = '2026-11-24',
    time = '20:30',
    untimed = false,
  } = told
  return {
    presentation: plainPresentation({ id, featureId: feature, venueId: location, startsAt: Date.parse(`${date}T${time}:00Z`) }),
    feature: {
      id: feature,
      name,
      featureTypeId: untimed ? UNTIMED_FEATURE_TYPE : 1,
      categoryId: category,
      tagline: '',
      description: '',
      eyebrow: '',
      minutes: 90,
      fromAge: null,
      badges: [],
      credits: [],
      quote: null,
    },
    category: { id: category, name: `תחום ${String(category)}` },
    venue: { id: location, locationId: location, name: 'אולם', venueTypeId: 1 },
    location: { id: location, name: `מקום ${String(location)}`, city, address: '', phone: '', doorsMinutes: 30, accessibility: '' },
    date,
    isUntimed: untimed,
  }
}

function outline(showings: readonly Showing[]): unknown {
  return listDays(byStart(showings), 400, 24).days.map(({ date, rows }) => [
    date,
    rows.map((row) => row.showings.map((one) => one.presentation.id)),
  ])
}

describe('the calendar', () => {
  it('R2.49 lists days in order, with one row per feature and place and its times', () => {
    const showings = [
      showing({ id: 1, feature: 2, date: '2026-11-25', time: '19:00' }),
      showing({ id: 2, feature: 1, time: '22:00' }),
      showing({ id: 3, feature: 1, time: '17:15' }),
      showing({ id: 4, feature: 1, location: 2, time: '18:00' }),
      showing({ id: 5, feature: 3, time: '16:00' }),
    ]
    expect(outline(showings)).toEqual([
      ['2026-11-24', [[5], [3, 2], [4]]],
      ['2026-11-25', [[1]]],
    ])
  })

  it('R4.51 puts untimed presentations after timed ones', () => {
    const showings = [showing({ id: 1, feature: 1, time: '00:00', untimed: true }), showing({ id: 2, feature: 2, time: '20:00' })]
    expect(outline(showings)).toEqual([['2026-11-24', [[2], [1]]]])
  })

  it('leaves out what has started, but keeps an untimed presentation all day', () => {
    const now = Date.parse('2026-11-24T18:00:00Z')
    const isComing = (one: Showing, today: string) => comingOf(BlockList.of([one]), comingRange([one], now, today)).length === 1
    expect(isComing(showing({ time: '18:00' }), '2026-11-24')).toBe(false)
    expect(isComing(showing({ time: '18:01' }), '2026-11-24')).toBe(true)
    expect(isComing(showing({ time: '00:00', untimed: true }), '2026-11-24')).toBe(true)
    expect(isComing(showing({ time: '00:00', untimed: true }), '2026-11-25')).toBe(false)
  })

  it.each([
    [{}, true],
    [{ date: '2026-11-24' }, true],
    [{ date: '2026-11-25' }, false],
    [{ categoryId: 1 }, true],
    [{ categoryId: 2 }, false],
    [{ place: 'חיפה' }, true],
    [{ place: '1' }, true],
    [{ place: 'ירושלים' }, false],
    [{ place: '2' }, false],
    [{ found: new Set(['1 1', '2 1']) }, true],
    [{ found: new Set(['1 2']) }, false],
    [{ found: new Set<string>() }, false],
  ])('filtered by %j keeps a presentation of the bridge in Haifa: %s', (filter, kept) => {
    expect(matchesFilter(showing(), filter)).toBe(kept)
  })

  it.each([
    [0, 1, 1],
    [0, 3, 2],
    [0, 99, 3],
    [1, 1, 2],
    [3, 1, 3],
  ])('after %d days, %d more rows need %d days in all', (after, enough, expected) => {
    const on = (date: string, ...features: number[]): Showing[] => features.map((feature) => showing({ id: feature, feature, date }))
    const showings = [...on('2026-11-24', 1, 2), ...on('2026-11-25', 3, 4), ...on('2026-11-26', 5)]
    const { days, nextDays } = listDays(showings, after === 0 ? undefined : after, enough)
    expect(after === 0 ? days.length : (nextDays ?? days.length)).toBe(expected)
  })

  it('lists features in the order of their first presentation', () => {
    const late = showing({ id: 1, feature: 1, time: '22:00' })
    const early = showing({ id: 2, feature: 2, time: '20:00' })
    const again = { ...showing({ id: 3, time: '23:00' }), feature: late.feature }
    const byFeature = [...groupByFeature([again, late, early])]
    expect(byFeature.map(([feature, showings]) => [feature.id, showings.map(({ presentation }) => presentation.id)])).toEqual([
      [2, [2]],
      [1, [1, 3]],
    ])
  })

  it('highlights presentations of different categories', () => {
    const showings = [
      showing({ id: 1, category: 1 }),
      showing({ id: 2, category: 1 }),
      showing({ id: 3, category: 2 }),
      showing({ id: 4, category: 3 }),
    ]
    const always = (): boolean => true
    expect(pickVaried(showings, 2, always).map(({ presentation }) => presentation.id)).toEqual([1, 3])
    expect(pickVaried(showings, 9, always).map(({ presentation }) => presentation.id)).toEqual([1, 3, 4])
    expect(pickVaried(showings, 1, ({ presentation }) => presentation.id === 4).map(({ presentation }) => presentation.id)).toEqual([4])
  })

  it.each([
    ['2026-11-28', 3, '2026-12-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %d days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })
})

describe('the calendar’s address', () => {
  it.each([
    ['', {}],
    [
      'date=2026-11-24&location=חיפה&category=3&q= גשר &days=8&lang=he',
      { date: '2026-11-24', location: 'חיפה', category: 3, q: 'גשר', days: 8, lang: 'he' },
    ],
    ['date=2026-02-30', {}],
    ['date=24.11.2026', {}],
    ['category=0', {}],
    ['category=-1', {}],
    ['category=x', {}],
    ['days=1', { days: 1 }],
    ['days=99999', { days: 400 }],
    ['q=', {}],
    [`q=${'א'.repeat(300)}`, { q: 'א'.repeat(100) }],
  ])('%j is read as %j', (query, expected) => {
    const read = Object.entries(parseCalendarQuery(new URLSearchParams(query))).filter(([, value]) => value !== undefined)
    expect(Object.fromEntries(read)).toEqual(expected)
  })

  it('changes one value, keeps the others and returns to the first days', () => {
    const query = parseCalendarQuery(new URLSearchParams('date=2026-11-24&q=a&days=8'))
    expect(calendarAddress(query, { category: 2 })).toBe('/?date=2026-11-24&category=2&q=a')
    expect(calendarAddress(query, { date: undefined })).toBe('/?q=a')
    expect(calendarAddress(query, { days: 12 })).toBe('/?date=2026-11-24&q=a&days=12')
    expect(calendarAddress({})).toBe('/')
  })
})
