import { expect, test } from 'vitest'
import { cropAround } from '#lib/domain/seating/plan/crop-around.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'

/** Seats of 10 units, rows of 12; section 2 stands between them. */
function seat(sectionId: number, x: number, y: number): PlanSeat {
  const place = { seatplanX: 100 + x * 10 + sectionId * 100, seatplanY: 50 + y * 12, rotate: 0 }
  return {
    id: sectionId * 10_000 + y * 100 + x,
    sectionId,
    groupId: 0,
    x,
    y,
    ...place,
    rowName: String(y),
    seatName: String(x),
    category: 'A',
    features: [],
  }
}
const HALL = [1, 2].flatMap((section) =>
  Array.from({ length: 8 }, (_row, y) => Array.from({ length: 20 }, (_seat, x) => seat(section, x + 1, y + 1))).flat(),
)
const at = (x: number, y: number) => HALL.filter((one) => one.sectionId === 1 && one.y === y && one.x === x)
const countOf = (crop: ReturnType<typeof cropAround>, state: string) => crop?.seats.filter((one) => one.state === state).length

test('shows two rows and five seats to each side, of the own section alone, with what is free there', () => {
  const own = [...at(10, 4), ...at(11, 4)]
  const crop = cropAround(HALL, own, (index) => HALL[index]?.y !== 5)
  expect(crop?.rows.map(({ name }) => name)).toEqual(['2', '3', '4', '5', '6'])
  expect([crop?.seats.length, countOf(crop, 'own'), countOf(crop, 'free'), countOf(crop, 'taken')]).toEqual([60, 2, 46, 12])
  expect([crop?.width, crop?.height, crop?.side]).toEqual([134, 68, 7.6])
  expect(crop?.rows[1]).toEqual({ name: '3', x: 4, y: 22 })
  expect(crop?.seats[0]).toEqual({ x: 14, y: 10, state: 'free' })
})

test('ends where the section ends, stands alone without neighbours, and is nothing without seats', () => {
  expect(cropAround(HALL, at(1, 1), () => true)?.seats).toHaveLength(3 * 6)
  const lonely = [seat(3, 1, 1)]
  expect(cropAround(lonely, lonely, () => true)).toMatchObject({ side: 0.76, seats: [{ state: 'own' }] })
  expect(cropAround(HALL, [], () => true)).toBeUndefined()
})

test('seats are as large as the nearest neighbours allow', () => {
  const row = [0, 20, 30, 55].map((seatplanX, index) => ({ ...seat(1, index + 1, 1), seatplanX }))
  expect(cropAround(row, row.slice(1, 2), () => true)?.side).toBe(7.6)
})
