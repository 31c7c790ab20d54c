import { describe, expect, it, test } from 'vitest'
import { weekdayOf } from '#lib/domain/time/days.ts'
import { instantOfWall } from '#lib/domain/time/wall-clock.ts'

describe('a date and time of Israel', () => {
  it.each([
    ['2026-02-30T09:00', 'there is no such day'],
    ['2026-13-01T09:00', 'there is no such month'],
    ['2026-12-01T24:00', 'there is no such hour'],
    ['2026-12-01T09:60', 'there is no such minute'],
    ['2026-12-01', 'it has no time'],
    ['2026-12-01T09', 'it has no minutes'],
    ['2026-12-01T09:00:00', 'it has seconds'],
    ['2026-12-01 09:00', 'a blank parts it'],
    ['12026-12-01T09:00', 'its year has five digits'],
    ['', 'it is empty'],
  ])('is none in %j, because %s', (text) => {
    expect(instantOfWall(text)).toBeUndefined()
  })

  it('that comes twice is the first one, and one that the clock skips is an hour later', () => {
    expect(instantOfWall('2026-10-25T01:00')).toBe(Date.parse('2026-10-24T22:00:00Z'))
    expect(instantOfWall('2026-10-25T02:00')).toBe(Date.parse('2026-10-25T00:00:00Z'))
    expect(instantOfWall('2026-03-27T02:00')).toBe(Date.parse('2026-03-27T00:00:00Z'))
    expect(instantOfWall('2026-03-27T03:00')).toBe(Date.parse('2026-03-27T00:00:00Z'))
  })
})

test('a week begins on a Sunday', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-28', '2026-11-29'].map(weekdayOf)).toEqual([0, 1, 6, 0])
})
