import { describe, expect, test } from 'vitest'
import { besideSeat, seatsIn } from '#lib/domain/seating/plan/find-seat.ts'
import type { WireSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'
import { seatNamed, tablesHouse } from '#tests/support/seats/tables-house.ts'

/** A section of one row of seats at these addresses. */
function sectionAt(...addresses: readonly (readonly [x: number, y: number])[]): WireSection {
  const seats = addresses.map(([x, y]): WireSection['seats'][number] => [x, y, x * 30, y * 35, 0, String(x), []])
  return {
    ...sectionOf('א', []),
    seats,
    capacity: seats.length,
    groups: [{ id: 1, rows: [{ RowName: '1', first: 0, count: seats.length }] }],
  }
}

test('a seat is found by its address in its section, as far as addresses go', () => {
  const far = [[-100_000, 100_000], [-99_999, -100_000], [0, 0], [0, -1], [1, 0], [100_000, 100_000], [100_000, -100_000]] as const // prettier-ignore
  const hall = buildHall(planOf({ 1: sectionAt(...far), 2: sectionAt([0, 0]) }))
  expect(far.map(([x, y]) => seatsIn(hall, 0).at(x, y))).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect([seatsIn(hall, 0).at(0, 1), seatsIn(hall, 1).at(0, 0), seatsIn(hall, 1).at(1, 0), seatsIn(hall, 2).at(0, 0)]).toEqual([
    -1, 7, -1, -1,
  ])
})

describe('the seat beside another', () => {
  test('is of the same row, though the next row or section goes on where it ends', () => {
    const rows = buildHall(planOf({ 1: sectionAt([1, 1], [2, 1], [3, 2], [4, 2]), 2: sectionAt([5, 2], [6, 2]) }))
    expect([0, 1, 2, 3, 4, 5].map((seat) => besideSeat(rows, seat, 1))).toEqual([1, -1, 3, -1, 5, -1])
    expect([0, 1, 2, 3, 4, 5].map((seat) => besideSeat(rows, seat, -1))).toEqual([-1, 0, -1, 2, -1, 4])
  })

  test('is the one of the next number, wherever it stands in the plan', () => {
    const hall = buildHall(planOf({ 1: sectionAt([3, 1], [1, 1], [2, 1]) }))
    expect([0, 1, 2].map((seat) => [besideSeat(hall, seat, -1), besideSeat(hall, seat, 1)])).toEqual([[2, -1], [-1, 2], [1, 0]]) // prettier-ignore
  })

  test('is the one before or after it around a table, whatever stands before the table', () => {
    const { hall } = tablesHouse({ 1: { seats: 3 }, 2: { seats: 5 }, 3: { seats: 1 }, 4: { kind: 'bench' } })
    const beside = (name: string) => ([-1, 1] as const).map((by) => besideSeat(hall, seatNamed(hall, name), by))
    const seats = (...names: readonly string[]) => names.map((name) => seatNamed(hall, name))
    expect([beside('2-1'), beside('2-3'), beside('2-5')]).toEqual([seats('2-5', '2-2'), seats('2-2', '2-4'), seats('2-4', '2-1')])
    expect([beside('3-1'), beside('4-1'), beside('4-4')]).toEqual([[-1, -1], [-1, seatNamed(hall, '4-2')], [seatNamed(hall, '4-3'), -1]]) // prettier-ignore
  })
})

test('a seat knows its table; nothing stands at none', () => {
  const { hall } = tablesHouse()
  expect([hall.tables?.at(0)?.first, hall.tables?.at(5)?.first, hall.tables?.at(-1), hall.tables?.at(hall.count)]).toEqual([0, 4, undefined, undefined]) // prettier-ignore
})
