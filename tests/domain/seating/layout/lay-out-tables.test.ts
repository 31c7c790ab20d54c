import { describe, expect, test } from 'vitest'
import { layOutTables } from '#lib/domain/seating/layout/lay-out-tables.ts'
import type { RowsTable } from '#lib/domain/seating/layout/rows-plan.ts'

const MEASURES = { seatSize: 20, seatPitch: 30, categories: new Map([[1, 'stalls']]) }
const table = (more: Partial<RowsTable> = {}): RowsTable => ({ section: 1, name: 'T', kind: 'table', at: [100, 100], seats: 4, ...more })
const layOut = (...tables: readonly RowsTable[]) => layOutTables(tables, MEASURES)
/** Where the seats of a table stand and where they look to, and its shape. */
const shapeOf = (more: Partial<RowsTable>) => {
  const { seats, tables, problems } = layOut(table(more))
  expect(problems).toEqual([])
  return { seats: seats.map(({ seatplanX, seatplanY, rotate }) => [seatplanX, seatplanY, rotate % 360]), outline: tables[0]?.outline ?? [] }
}
const radiusOf = (points: readonly (readonly [number, number])[]) => [...new Set(points.map(([x, y]) => Math.round(Math.hypot(x - 100, y - 100))))] // prettier-ignore

describe('the seats of a round table', () => {
  test('stand around it with the clock, from its far side on, and look to its middle', () => {
    expect(shapeOf({}).seats).toEqual([[100, 68, 180], [132, 100, 270], [100, 132, 0], [68, 100, 90]]) // prettier-ignore
    expect(shapeOf({ rotate: 90 }).seats).toEqual([[132, 100, 270], [100, 132, 0], [68, 100, 90], [100, 68, 180]]) // prettier-ignore
    expect(shapeOf({ seats: 1 }).seats).toEqual([[100, 68, 180]])
    expect(shapeOf({ seats: 2 }).seats).toEqual([[100, 68, 180], [100, 132, 0]]) // prettier-ignore
  })

  test('stand as far from each other as those of a row, if there are many: the table grows', () => {
    const { seats, outline } = shapeOf({ seats: 12 })
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = seats
    expect(Math.hypot(ax - bx, ay - by)).toBeCloseTo(30, 1)
    expect(radiusOf(outline)).toEqual([41])
  })

  test('leave a seat’s half and a little between them and the table', () => {
    const { outline } = shapeOf({})
    expect(outline).toHaveLength(24)
    expect(radiusOf(outline)).toEqual([15])
    expect(outline[0]).toEqual([100, 85])
  })
})

describe('the seats of a long table', () => {
  test('stand at its far side from left to right, and come back at the near one', () => {
    const { seats, outline } = shapeOf({ seats: 5, size: [90, 40] })
    expect(seats).toEqual([[70, 63, 180], [100, 63, 180], [130, 63, 180], [122.5, 137, 0], [77.5, 137, 0]]) // prettier-ignore
    expect(outline).toEqual([[55, 80], [145, 80], [145, 120], [55, 120]]) // prettier-ignore
  })

  test('turn with it', () => {
    const { seats, outline } = shapeOf({ seats: 2, size: [90, 40], rotate: 90 })
    expect(seats).toEqual([[137, 100, 270], [63, 100, 90]]) // prettier-ignore
    expect(outline).toEqual([[120, 55], [120, 145], [80, 145], [80, 55]]) // prettier-ignore
  })
})

test.each(['bench', 'box'] as const)('the seats of a %s stand in a line, and look ahead', (kind) => {
  const { seats, outline } = shapeOf({ kind, seats: 3 })
  expect(seats).toEqual([[70, 100, 0], [100, 100, 0], [130, 100, 0]]) // prettier-ignore
  expect(outline).toEqual([[55, 83], [145, 83], [145, 117], [55, 117]]) // prettier-ignore
  expect(shapeOf({ kind, seats: 2, rotate: 180 }).seats).toEqual([[115, 100, 180], [85, 100, 180]]) // prettier-ignore
  expect(shapeOf({ kind, seats: 2, size: [90, 40] }).seats).toEqual([[85, 100, 0], [115, 100, 0]]) // prettier-ignore
})

describe('tables', () => {
  test('are rows of their own, whose seats have addresses, names and a category', () => {
    const { seats, tables } = layOut(
      table({ seats: 2 }),
      table({ name: 'U', seats: 'A-B', category: 'gold', features: [13], sellWhole: true }),
    )
    expect(seats.map(({ guid, x, y, rowName, seatName }) => [guid, x, y, rowName, seatName])).toEqual([
      ['1-T-1', 1, 1001, 'T', '1'],
      ['1-T-2', 2, 1001, 'T', '2'],
      ['1-U-A', 1, 1002, 'U', 'A'],
      ['1-U-B', 2, 1002, 'U', 'B'],
    ])
    expect(seats.map(({ sectionId, groupId, category, features }) => [sectionId, groupId, category, features])).toEqual([
      [1, 0, 'stalls', []],
      [1, 0, 'stalls', []],
      [1, 0, 'gold', [13]],
      [1, 0, 'gold', [13]],
    ])
    expect(tables).toMatchObject([
      { kind: 'table', sectionId: 1, y: 1001, sellWhole: false },
      { kind: 'table', sectionId: 1, y: 1002, sellWhole: true },
    ])
  })

  test('leave no room for a number that is missing', () => {
    expect(layOut(table({ seats: '1-2,4' })).seats.map(({ seatName, x }) => [seatName, x])).toEqual([['1', 1], ['2', 2], ['4', 3]]) // prettier-ignore
  })

  test('of a section that has no category have none', () => {
    expect(layOut(table({ section: 7, seats: 1 })).seats).toMatchObject([{ guid: '7-T-1', category: '' }])
  })

  test.each([0, '', '_', 'x-'])('without seats are a problem: %j', (seats) => {
    const { seats: laid, tables, problems } = layOut(table({ seats }), table({ name: 'U', seats: 1 }))
    expect(problems).toEqual([{ path: ['tables', 0, 'seats'], sentence: 'needs a count or seats such as "1-8" or "A-H"' }])
    expect([laid.map(({ y }) => y), tables.map(({ y }) => y)]).toEqual([[1002], [1002]])
  })
})
