import { expect, test } from 'vitest'
import { comparePlanOrder, roundUnits, type LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'

function seat(sectionId: number, groupId: number, y: number, x: number): LaidOutSeat {
  return {
    ...{ guid: '', seatplanX: 0, seatplanY: 0, rotate: 0, rowName: '', seatName: '', category: '', features: [] },
    sectionId,
    groupId,
    y,
    x,
  }
}

test('seats stand in the order of their section, group, row and number', () => {
  const ordered = [seat(1, 1, 1, 2), seat(1, 1, 2, 1), seat(1, 2, 0, 0), seat(1, 2, 0, 1), seat(1, 2, 1, 0), seat(2, 0, 0, 0)]
  expect(ordered.toReversed().sort(comparePlanOrder)).toEqual(ordered)
  expect([ordered[2], ordered[5], ordered[0], ordered[3], ordered[1], ordered[4]].map((one) => one ?? seat(0, 0, 0, 0)).sort(comparePlanOrder)).toEqual(ordered) // prettier-ignore
  expect(comparePlanOrder(seat(1, 2, 3, 4), seat(1, 2, 3, 4))).toBe(0)
})

test('drawing coordinates are rounded to a hundredth, and there is one zero', () => {
  expect([1.2345, -6.789, 3].map(roundUnits)).toEqual([1.23, -6.79, 3])
  expect(roundUnits(-0.001)).toBe(0)
})
