import { describe, expect, it } from 'vitest'
import { landingSeat, nearestFreeSeats, stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { planOf, rowOf, sectionOf, statesOf, type StatusRow } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

describe('stepSeat', () => {
  // 0 1 2 3 / 4 5 _ 6, and further down another section: 7 8
  const hall = buildHall(
    planOf({
      1: sectionOf('א', [
        [[], [], [], []],
        [[], [], null, []],
      ]),
      2: sectionOf('ב', [[[], []]], 100),
    }),
  )

  it.each([
    ['right', 0, 1, 0, 1],
    ['left', 1, -1, 0, 0],
    ['left of the first stays', 0, -1, 0, 0],
    ['down', 1, 0, 1, 5],
    ['up', 5, 0, -1, 1],
    ['over a gap', 5, 1, 0, 6],
    ['down where nothing is right below: the nearest', 2, 0, 1, 5],
    ['down into the next section', 4, 0, 1, 7],
    ['up from it', 8, 0, -1, 5],
    ['down from the last row stays', 8, 0, 1, 8],
  ] as const)('%s', (_what, from, dx, dy, to) => {
    expect(stepSeat(hall, from, dx, dy)).toBe(to)
  })
})

describe('nearestFreeSeats', () => {
  const any = () => true
  it.each([
    ['the neighbours', 'ahaaa', {}, 1, [0, 2, 3]],
    ['the nearer side first', 'hhahaa', {}, 1, [2, 4, 5]],
    ['no seat of a sofa', 'haaaa', { 1: [1], 2: [1] }, 0, [3, 4]],
    ['none of one’s own', 'hmma', {}, 0, [3]],
    ['none', 'hhh', {}, 1, []],
  ] as const)('%s', (_what, row, features, lost, expected) => {
    const { hall, states } = rowOf(row, features)
    expect(nearestFreeSeats(hall, states, lost, 3, any)).toEqual(expected)
  })

  it('skips seats that a rule forbids and searches on', () => {
    const { hall, states } = rowOf(`h${'a'.repeat(30)}`)
    expect(nearestFreeSeats(hall, states, 0, 3, (seat) => seat > 20)).toEqual([21, 22, 23])
  })

  it('prefers the same price however far, then the row before of two that are equally near', () => {
    const hall = buildHall(
      planOf({
        1: sectionOf('א', [
          [[], [], [], []],
          [[], [], [], []],
        ]),
      }),
    )
    const row = (x: number, y: number, group: number, status: number): StatusRow => [1, 5, x, y, 1, group, status]
    const states = statesOf(hall, [row(1, 1, 1, 3), row(2, 1, 2, 1), row(3, 1, 1, 1), row(4, 1, 1, 1), row(1, 2, 1, 1)])
    expect(nearestFreeSeats(hall, states, 0, 3, any)).toEqual([2, 3, 4])
    expect(nearestFreeSeats(hall, states, 0, 9, any)).toEqual([2, 3, 4, 1])
  })
})

describe('landingSeat', () => {
  it.each([
    ['one’s own first', 'aaama', 3],
    ['the middle', 'aaaaa', 2],
    ['the nearest free one', 'aahha', 1],
  ])('%s', (_what, row, expected) => {
    const { hall, states } = rowOf(row)
    expect(landingSeat(hall, states)).toBe(expected)
  })
})
