import { describe, expect, it } from 'vitest'
import { packRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { emptyStates, isFree, isHeld, isYours, PARTLY, unpackStates, writeState } from '#lib/domain/seating/rules/seat-states.ts'
import { planOf, sectionOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const hall = buildHall(planOf({ 4: sectionOf('א', [[[], [], []]]), 6: sectionOf('ב', [[[]]]) }))
const isSold = (group: number) => group === 2

/** The packed status of four seats. */
function packed(status: readonly number[], allocation: readonly number[] = [1, 1, 1, 1], group: readonly number[] = [2, 2, 2, 2]) {
  return { status: packRuns(status), allocation: packRuns(allocation), ticketGroup: packRuns(group) }
}

describe('unpackStates', () => {
  it.each([
    ['R4.12 1 means available', 1, 1, [true, false, false]],
    ['R4.13 2 means selected', 1, 2, [false, true, false]],
    ['R4.14 3 means held', 1, 3, [false, false, true]],
    ['R4.15 allocation -1 means none: not for sale', -1, 1, [false, false, false]],
    ['no allocation and held is simply taken', -1, 3, [false, false, false]],
    ['4, which is of a membership, means free on some dates only: nobody can choose it', 1, 4, [false, false, false]],
    ['an unknown code counts as unavailable', 1, 7, [false, false, false]],
    ['and so does one that would be a known one in a byte', 1, 257, [false, false, false]],
  ])('%s', (_what, allocation, status, expected) => {
    const states = unpackStates(hall, packed([1, status, 1, 1], [1, allocation, 1, 1]), isSold)
    expect([isFree(states, 1), isYours(states, 1), isHeld(states, 1)]).toEqual(expected)
    expect([isFree(states, 0), isFree(states, 2)]).toEqual([true, true])
  })

  it('reads runs across sections, and makes seats of no ticket group unavailable', () => {
    const states = unpackStates(hall, packed([1, 1, 3, 3], [1, 1, 1, 5], [2, 9, 2, 2]), isSold)
    expect([...states.status]).toEqual([1, 1, 3, 3])
    expect([...states.allocation]).toEqual([1, -1, 1, 5])
    expect([...states.ticketGroup]).toEqual([2, 9, 2, 2])
  })

  it('R4.15 leaves the rest unallocated if a status is too short, and ignores what is too long', () => {
    const short = unpackStates(hall, { status: [1, 2], allocation: [1, 2], ticketGroup: [2, 2] }, isSold)
    expect([0, 1, 2, 3].map((seat) => isFree(short, seat))).toEqual([true, true, false, false])
    const long = unpackStates(hall, { status: [1, 99, 3, 5], allocation: [1, 99], ticketGroup: [2, 99] }, isSold)
    expect([...long.status]).toEqual([1, 1, 1, 1])
  })
})

it('the state of a seat that is free on some dates only is kept, and that of an unknown code is 0', () => {
  expect([...unpackStates(hall, packed([4, 5, 0, 3]), isSold).status]).toEqual([PARTLY, 0, 0, 3])
})

it('writeState reports whether a state has changed', () => {
  const states = emptyStates(hall)
  expect([writeState(states, 1, [1, 1, 2]), writeState(states, 1, [1, 1, 2]), writeState(states, 1, [3, 1, 2])]).toEqual([
    true,
    false,
    true,
  ])
  expect([writeState(states, 1, [3, -1, 2]), writeState(states, 1, [9, -1, 2]), states.status[1]]).toEqual([true, true, 0])
  expect([writeState(states, 1, [9, -1, 3]), writeState(states, 1, [9, -1, 3]), states.ticketGroup[1]]).toEqual([true, false, 3])
})
