import { describe, expect, it } from 'vitest'
import { buildHall } from '#lib/domain/seat-hall.ts'
import { applyStatus, emptyStates, type StatusRow } from '#lib/domain/seat-states.ts'
import { landingSeat, nearestFreeSeat, stepSeat } from '#lib/domain/seat-steps.ts'
import { planOf, rowOf, sectionOf } from './seat-fixtures.ts'

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

describe('nearestFreeSeat', () => {
  it.each([
    ['the neighbour', 'ahaaa', {}, 1, 1, 0],
    ['the nearer side', 'hhaha', {}, 1, 1, 2],
    ['not a seat of a sofa', 'haaa', { 1: [1], 2: [1] }, 0, 1, 3],
    ['not a blocked one', 'haaa', {}, 0, 3, 2],
    ['none', 'hhh', {}, 1, 1, -1],
  ])('%s', (_what, row, features, lost, policy, expected) => {
    const { hall, states } = rowOf(row, features)
    expect(nearestFreeSeat(hall, states, lost, policy)).toBe(expected)
  })

  it('keeps to the same price, and to the row where another is as near', () => {
    const hall = buildHall(
      planOf({
        1: sectionOf('א', [
          [[], [], [], []],
          [[], [], [], []],
        ]),
      }),
    )
    const states = emptyStates(hall)
    const row = (x: number, y: number, group: number, status: number): StatusRow => [1, 5, x, y, 1, group, status]
    applyStatus(hall, states, [row(1, 1, 1, 3), row(2, 1, 2, 1), row(3, 1, 1, 1), row(1, 2, 1, 1)], () => false)
    expect(nearestFreeSeat(hall, states, 0, 1)).toBe(2)
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
