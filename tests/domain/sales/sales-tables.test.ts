import { describe, expect, test } from 'vitest'
import { csvLines, harmless } from '#lib/domain/sales/csv.ts'
import { changeInPercent, datesOf, lengthOf, periodBefore } from '#lib/domain/sales/periods.ts'
import { figureOf, findRows, nextSorting, readSorting, sortRows, type SalesRow } from '#lib/domain/sales/sales-tables.ts'

const row = (id: string, more: Partial<SalesRow> = {}): SalesRow => ({
  ...{ id, name: id, sold: 0, returned: 0, capacity: 0, taken: 0, gross: 0, refunded: 0 },
  ...more,
})
const ids = (rows: readonly SalesRow[]) => rows.map(({ id }) => id).join(' ')

describe('rows of sales', () => {
  const rows = [
    row('all', { isTotal: true, sold: 3 }),
    row('b', { sold: 2, capacity: 10, taken: 12 }),
    row('a', { sold: 2 }),
    row('c', { sold: 9, capacity: 10, taken: 5 }),
  ]

  test.each([
    ['sold', true, 'all c b a'],
    ['sold', false, 'all b a c'],
    ['share', true, 'all b c a'],
    ['share', false, 'all c b a'],
    ['name', false, 'all a b c'],
    ['name', true, 'all c b a'],
  ] as const)('by %s, downwards %s: %s', (column, isDown, order) => {
    expect(ids(sortRows(rows, { column, isDown }))).toBe(order)
  })

  test('of one name stay in their order', () => {
    const twins = ['1', '2', '3'].map((id) => row(id, { name: 'same' }))
    expect([false, true].map((isDown) => ids(sortRows(twins, { column: 'name', isDown })))).toEqual(['1 2 3', '1 2 3'])
  })

  test('by name means by time if rows have one', () => {
    const timed = [row('a', { rank: '2' }), row('b', { rank: '1' })]
    expect(ids(sortRows(timed, { column: 'name', isDown: false }))).toBe('b a')
  })

  test.each([
    ['free', 0],
    ['gross', 100],
    ['refunded', 30],
    ['returned', 0],
    ['share', 1],
    ['net', 70],
    ['capacity', 10],
    ['sold', 2],
  ] as const)('%s of a house that is sold twice is %s', (column, figure) => {
    expect(figureOf(row('a', { sold: 2, capacity: 10, taken: 12, gross: 100, refunded: 30 }), column)).toBe(figure)
  })

  test('of a house with room show what is free, and which share is taken', () => {
    const half = row('a', { capacity: 10, taken: 4 })
    expect([figureOf(half, 'free'), figureOf(half, 'share'), figureOf(half, 'capacity')]).toEqual([6, 0.4, 10])
    expect(figureOf(row('a', { capacity: 1 }), 'free')).toBe(1)
  })

  test.each(['free', 'share', 'capacity'] as const)('%s of no house is nothing', (column) => {
    expect(figureOf(row('a', { taken: 2 }), column)).toBeUndefined()
  })

  test('are found by name and note', () => {
    const named = [row('all', { isTotal: true }), row('1', { name: 'Carmel' }), row('2', { name: 'x', note: 'at carmel' }), row('3')]
    expect([ids(findRows(named, ' CARMEL ')), ids(findRows(named, ' '))]).toEqual(['all 1 2', 'all 1 2 3'])
    expect([ids(findRows(named, 'mel at')), ids(findRows(named, 'x at')), ids(findRows(named, 'undefined'))]).toEqual([
      'all',
      'all 2',
      'all',
    ])
  })

  test.each([
    ['locations.sold', { table: 'locations', column: 'sold', isDown: false }],
    ['-days.name', { table: 'days', column: 'name', isDown: true }],
    ['days.password', undefined],
    ['--days.name', undefined],
    [' days.name', undefined],
    ['days.name ', undefined],
    ['days-name', undefined],
    ['.name', undefined],
    ['', undefined],
  ])('%s is the sorting %o', (text, sorting) => {
    expect(readSorting(text)).toEqual(sorting)
  })

  test('the row of all is first wherever it stood, and those without a figure are last', () => {
    const mixed = [row('none'), row('few', { capacity: 3 }), row('all', { isTotal: true }), row('nothing'), row('many', { capacity: 9 })]
    expect(ids(sortRows(mixed, { column: 'capacity', isDown: false }))).toBe('all few many none nothing')
    expect(ids(sortRows(mixed, { column: 'capacity', isDown: true }))).toBe('all many few none nothing')
    expect(ids(mixed)).toBe('none few all nothing many')
  })

  test('a press in another table, or on another column, begins anew', () => {
    const now = { table: 'days', column: 'sold', isDown: true } as const
    expect([nextSorting('locations', 'sold', now), nextSorting('days', 'gross', now)]).toEqual(['-locations.sold', '-days.gross'])
    expect([nextSorting('days', 'name', undefined), nextSorting('days', 'sold', { ...now, isDown: false })]).toEqual([
      'days.name',
      '-days.sold',
    ])
  })

  test('a second press turns the order around', () => {
    const pressed = nextSorting('days', 'sold', undefined)
    expect([pressed, nextSorting('days', 'sold', readSorting(pressed)), nextSorting('days', 'name', readSorting(pressed))]).toEqual([
      '-days.sold',
      'days.sold',
      'days.name',
    ])
  })
})

describe('periods', () => {
  test('the one before is as long and ends the day before, also over a change of the clock', () => {
    expect(periodBefore({ from: '2026-11-08', to: '2026-11-21' })).toEqual({ from: '2026-10-25', to: '2026-11-07' })
    expect(lengthOf({ from: '2026-10-20', to: '2026-10-30' })).toBe(11)
    expect(lengthOf({ from: '2026-10-20', to: '2026-10-20' })).toBe(1)
  })

  test('of a long one the last dates are shown', () => {
    expect(datesOf({ from: '2026-01-01', to: '2026-03-01' }, 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(datesOf({ from: '2026-01-01', to: '2026-01-02' }, 60)).toEqual(['2026-01-01', '2026-01-02'])
  })

  test.each([
    [100, 118, 18],
    [3, 2, -33],
    [5, 0, -100],
    [4, 4, 0],
    [0, 5, undefined],
  ])('from %d to %d is %s percent', (before, now, change) => {
    expect(changeInPercent(before, now)).toBe(change)
  })
})

describe('exports', () => {
  test.each(['=1+1', '+972', '-2', '@sum', '\t=1', '\r=1'])('%j is no formula any more', (text) => {
    expect(harmless(text)).toBe(`'${text}`)
    expect(csvLines([[text]])).toContain(`'${text.slice(0, 1)}`)
  })

  test.each(['1=1', 'a+b', "'=1", ''])('%j is no formula', (text) => {
    expect(harmless(text)).toBe(text)
  })

  test.each(['a\rb', 'a\nb', 'a"b', 'a,b'])('%j stays one cell', (text) => {
    expect(csvLines([[text]])).toBe(`"${text.replace('"', '""')}"\r\n`)
  })

  test('numbers stay numbers, texts with signs are quoted, nothing is empty', () => {
    expect(csvLines([['a,b', 'say "hi"', -1.5, null], ['c']])).toBe('"a,b","say ""hi""",-1.5,\r\nc\r\n')
  })
})
