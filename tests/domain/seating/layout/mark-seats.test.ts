import { describe, expect, test } from 'vitest'
import type { LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { markSeats } from '#lib/domain/seating/layout/mark-seats.ts'
import type { RowsMark } from '#lib/domain/seating/layout/rows-plan.ts'

const ROWS = ['1', '2', 'B']
/** Seats of a row from the hall's left, as their names say; `row` counts from 1. */
const rowOf = (names: string, row = 1, sectionId = 1): LaidOutSeat[] =>
  names.split(' ').map((seatName, at) => ({
    ...{ guid: `${String(sectionId)}-${String(row)}-${seatName}`, sectionId, groupId: 0, x: at + 1, y: row, seatplanX: at * 30, seatplanY: row * 40 },
    ...{ rotate: 0, rowName: ROWS[row - 1] ?? '', seatName, category: 'hall', features: [] },
  })) // prettier-ignore
const mark = (seats: readonly LaidOutSeat[], ...marks: readonly RowsMark[]) =>
  markSeats(seats, { blocks: [1], rows: ROWS.map((name) => ({ name, seats: 9 })), marks })
/** The seats that a mark picks, in the order in which they are listed. */
const picked = (seats: readonly LaidOutSeat[], one: RowsMark) =>
  mark(seats, { ...one, category: 'gold' })
    .seats.filter(({ category }) => category === 'gold')
    .map(({ guid }) => guid)

describe('a mark', () => {
  const hall = [...rowOf('1 2 3'), ...rowOf('1 2', 2), ...rowOf('1 2', 2, 7), ...rowOf('1', 3, 7)]

  test.each<[string, RowsMark, readonly string[]]>([
    ['all seats', {}, hall.map(({ guid }) => guid)],
    ['those of a section', { section: 7 }, ['7-2-1', '7-2-2', '7-3-1']],
    ['those of rows', { rows: '2-B' }, ['1-2-1', '1-2-2', '7-2-1', '7-2-2', '7-3-1']],
    ['those of a row of a section', { section: 7, rows: '2' }, ['7-2-1', '7-2-2']],
    ['seats of each row', { seats: '2' }, ['1-1-2', '1-2-2', '7-2-2']],
    ['seats of the only row that has them', { seats: '2-3' }, ['1-1-2', '1-1-3']],
  ])('picks %s', (_what, one, seats) => {
    expect(picked(hall, one)).toEqual(seats)
    expect(mark(hall, one).problems).toEqual([])
  })

  test.each<RowsMark>([{ section: 9 }, { rows: '9' }, { rows: '1-9' }, { seats: '8' }, { section: 7, rows: '1' }])(
    'that picks none is a problem, and leaves all seats as they are: %j',
    (one) => {
      const { seats, problems } = mark(hall, { category: 'gold', rows: '1' }, { ...one, category: 'lost' })
      expect(problems).toEqual([{ path: ['marks', 1], sentence: 'picks no seat: check its section, rows and seats' }])
      expect(seats.map(({ category }) => category)).toEqual(hall.map(({ y }) => (y === 1 ? 'gold' : 'hall')))
    },
  )

  test('gives what it says, and leaves the rest of a seat', () => {
    const [first, second] = mark(rowOf('1 2'), { seats: '1', features: [13, 4] }, { features: [13, 2] }, { seats: '2', category: 'gold' }).seats // prettier-ignore
    expect(first).toEqual({ ...rowOf('1 2')[0], features: [2, 4, 13] })
    expect(second).toEqual({ ...rowOf('1 2')[1], features: [2, 13], category: 'gold' })
  })

  test('is none in a tier without marks', () => {
    expect(markSeats(hall, { blocks: [1], rows: [] })).toEqual({ seats: hall, problems: [] })
  })
})

describe('a range of seats in a row', () => {
  /** The names that a range picks from a row whose seats the plan lists in another order than they stand in. */
  const range = (names: string, seats: string) => {
    const [first, second, ...others] = rowOf(names)
    return picked([second, first, ...others].filter((seat) => seat !== undefined), { seats }).map((guid) => guid.slice(4)).sort() // prettier-ignore
  }

  test.each([
    ['goes by number, if odd ones stand on one side and even ones on the other', '5 3 1 2 4 6', '1-3', ['1', '2', '3']],
    ['goes by number, and not by the letters of numbers', '9 11 10 12', '9-10', ['10', '9']],
    ['goes by place, if seats have letters', 'A C B D', 'C-B', ['B', 'C']],
    ['goes by place, if only some have numbers', '3 A 1 B', '3-A', ['3', 'A']],
    ['goes by place, if letters stand behind numbers', '1A 2A 3A', '2A-3A', ['2A', '3A']],
    ['goes by place, if letters stand before numbers', 'A1 A2 A3', 'A2-A3', ['A2', 'A3']],
  ])('%s', (_what, names, seats, chosen) => {
    expect(range(names, seats)).toEqual(chosen)
  })
})

describe('seats that are sold together', () => {
  const codes = (seats: readonly LaidOutSeat[], together: number) =>
    mark(seats, { together }).seats.map(({ guid, features }) => [guid, ...features].join(' '))

  test('are the left, the middle and the right ones, from the left of the hall on, however the plan lists them', () => {
    expect(codes(rowOf('1 2 3 4').toReversed(), 4)).toEqual(['1-1-4 33', '1-1-3 32', '1-1-2 32', '1-1-1 31'])
    expect(codes(rowOf('1 2 3 4').toReversed(), 2)).toEqual(['1-1-4 33', '1-1-3 31', '1-1-2 33', '1-1-1 31'])
  })

  test('are of one row and one section; seats that are left over stay single', () => {
    const seats = [...rowOf('1 2 3'), ...rowOf('1 2 3', 2), ...rowOf('1 2 3', 2, 7)]
    expect(codes(seats, 2)).toEqual([
      ...['1-1-1 31', '1-1-2 33', '1-1-3'],
      ...['1-2-1 31', '1-2-2 33', '1-2-3'],
      ...['7-2-1 31', '7-2-2 33', '7-2-3'],
    ])
  })

  test('are only those that the mark picks', () => {
    expect(mark(rowOf('1 2 3'), { seats: '2-3', together: 2 }).seats.map(({ features }) => features)).toEqual([[], [31], [33]])
  })
})
