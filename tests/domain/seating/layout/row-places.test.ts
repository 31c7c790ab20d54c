import { describe, expect, test } from 'vitest'
import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import { readRowPlaces } from '#lib/domain/seating/layout/row-places.ts'

describe('the places of a row', () => {
  test.each([
    [4, '1 2 3 4'],
    ['3', '1 2 3'],
    ['1-3,5', '1 2 3 _ 5'],
    ['3-6', '_ _ 3 4 5 6'],
    ['3-5', '_ _ 3 4 5'],
    ['3,1-2', '1 2 3'],
    ['1,3,5,8', '1 _ 3 _ 5 _ _ 8'],
    ['1,3,5', '1 3 5'],
    ['2,4,6,8', '2 4 6 8'],
    ['1,3', '1 _ 3'],
    ['101-106', '101 102 103 104 105 106'],
    ['101-102,104', '101 102 _ 104'],
    ['1-7/2', '1 3 5 7'],
    ['8-2/2', '8 6 4 2'],
    ['5-1', '5 4 3 2 1'],
    ['A-D', 'A B C D'],
    ['\u05d0-\u05d2', '\u05d0 \u05d1 \u05d2'],
    ['1-2 | 3-4', '1 2 _ 3 4'],
    ['_,_,1-2', '_ _ 1 2'],
  ])('%s: %s', (written, places) => {
    expect(
      readRowPlaces(written)
        ?.places.map((name) => name ?? '_')
        .join(' '),
    ).toBe(places)
  })

  test.each<number | string>(['', '1-x', '1,,2', 'A-9', -1, 1.5])('%j says none', (written) => {
    expect(readRowPlaces(written)).toBeUndefined()
  })

  test.each([
    [4, true],
    ['2-5', true],
    ['1,3,5', false],
    ['101-106', false],
    ['A-D', false],
  ])('go on from the block before only if they count its seats: %s', (written, isCounted) => {
    expect(readRowPlaces(written)?.isCounted).toBe(isCounted)
  })

  test('are null at an aisle', () => {
    expect(readRowPlaces('1 | 2')?.places).toEqual(['1', null, '2'])
  })
})

test('odd numbers on one side, even ones on the other; both begin at the middle and stand as close as counted ones', () => {
  const tiers = [{ blocks: [1, 2], aisles: 40, origin: { x: 300, y: 100 }, rows: [{ name: '1', seats: ['1-9/2', '10-2/2'] }] }]
  const sections = [1, 2].map((id) => ({ id, name: String(id), category: 'א' }))
  const { plan, problems } = layOutRows({ width: 600, height: 200, sections, tiers })
  expect(problems).toEqual([])
  const names = plan.seats.toSorted((a, b) => a.seatplanX - b.seatplanX).map((seat) => seat.seatName)
  expect(names.join(' ')).toBe('9 7 5 3 1 2 4 6 8 10')
  const [first, second] = plan.seats
  expect((second?.seatplanX ?? 0) - (first?.seatplanX ?? 0)).toBe(33)
})

test('marks name letters and numbers by their order in the row', () => {
  const tiers = [{ blocks: [1], origin: { x: 300, y: 100 }, numbering: { from: 'left' as const }, rows: [{ name: '1', seats: 'A-F' }], marks: [{ seats: 'B-D', category: 'ב' }] }] // prettier-ignore
  const { plan } = layOutRows({ width: 600, height: 200, sections: [{ id: 1, name: '1', category: 'א' }], tiers })
  expect(plan.seats.filter(({ category }) => category === 'ב').map(({ seatName }) => seatName)).toEqual(['B', 'C', 'D'])
})
