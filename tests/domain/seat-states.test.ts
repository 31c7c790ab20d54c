import { describe, expect, it } from 'vitest'
import { buildHall } from '#lib/domain/seat-hall.ts'
import { applyStatus, emptyStates, isFree, isHeld, isYours, type StatusRow } from '#lib/domain/seat-states.ts'
import { planOf, sectionOf } from './seat-fixtures.ts'

const never = () => false

describe('applyStatus', () => {
  const hall = buildHall(planOf({ 4: sectionOf('א', [[[], [], [], []]]), 6: sectionOf('ב', [[[]]]) }))
  const row = (section: number, x: number, allocation: number, status: number): StatusRow => [section, 5, x, 1, allocation, 2, status]

  it.each([
    ['R4.12 1 means available', 1, 1, [true, false, false]],
    ['R4.13 2 means selected', 1, 2, [false, true, false]],
    ['R4.14 3 means held', 1, 3, [false, false, true]],
    ['R4.15 allocation -1 means none: not for sale', -1, 1, [false, false, false]],
    ['no allocation and held is simply taken', -1, 3, [false, false, false]],
    ['an unknown code counts as unavailable', 1, 7, [false, false, false]],
  ])('%s', (_what, allocation, status, expected) => {
    const states = emptyStates(hall)
    applyStatus(hall, states, [row(4, 2, allocation, status)], never)
    expect([isFree(states, 1), isYours(states, 1), isHeld(states, 1)]).toEqual(expected)
  })

  it('answers the seats that changed, and those only', () => {
    const states = emptyStates(hall)
    expect(applyStatus(hall, states, [row(4, 1, 1, 1), row(4, 3, 1, 1), row(6, 1, 1, 1)], never)).toEqual([0, 2, 4])
    expect(applyStatus(hall, states, [row(4, 1, 1, 1), row(4, 3, 1, 3), row(6, 1, 1, 1)], never)).toEqual([2])
    expect(applyStatus(hall, states, [row(4, 1, 1, 1), row(4, 3, 1, 3), row(6, 1, 1, 1)], never)).toEqual([])
  })

  it('takes rows in any order, and a seat left out becomes unavailable', () => {
    const states = emptyStates(hall)
    applyStatus(hall, states, [row(6, 1, 1, 1), row(4, 4, 1, 1), row(4, 1, 1, 1)], never)
    expect([0, 1, 3, 4].map((seat) => isFree(states, seat))).toEqual([true, false, true, true])
    expect(applyStatus(hall, states, [row(6, 1, 1, 1)], never)).toEqual([0, 3])
  })

  it('leaves alone what is kept, unknown seats and places', () => {
    const states = emptyStates(hall)
    const rows: StatusRow[] = [[4, 5, null, null, 1, 2, 1], row(9, 1, 1, 1), row(4, 99, 1, 1), row(4, 1, 1, 1)]
    expect(applyStatus(hall, states, rows, (seat) => seat === 0)).toEqual([])
    states.status[0] = 2
    expect(applyStatus(hall, states, [], (seat) => seat === 0)).toEqual([])
  })
})
