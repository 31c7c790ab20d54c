import { expect, it } from 'vitest'
import { nearnessOf } from '#lib/domain/time/nearness.ts'
import { partOfDay } from '#lib/domain/time/part-of-day.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

it('divides the day at 5, 12, 17 and 22', () => {
  const parts = Object.groupBy(HOURS, partOfDay)
  expect(parts).toEqual({
    night: [0, 1, 2, 3, 4, 22, 23],
    morning: [5, 6, 7, 8, 9, 10, 11],
    afternoon: [12, 13, 14, 15, 16],
    evening: [17, 18, 19, 20, 21],
  })
})

it('says tonight from 17 on, today before and after midnight, and tomorrow at any hour', () => {
  const tonight = HOURS.filter((hour) => nearnessOf('2026-02-28', '2026-02-28', hour) === 'tonight')
  expect(tonight).toEqual([17, 18, 19, 20, 21, 22, 23])
  expect(nearnessOf('2026-02-28', '2026-02-28', 0)).toBe('today')
  expect(nearnessOf('2026-02-28', '2026-02-28', undefined)).toBe('today')
  expect(nearnessOf('2026-03-01', '2026-02-28', 20)).toBe('tomorrow')
  expect(nearnessOf('2026-03-02', '2026-02-28', 20)).toBeUndefined()
  expect(nearnessOf('2026-02-27', '2026-02-28', 20)).toBeUndefined()
})
