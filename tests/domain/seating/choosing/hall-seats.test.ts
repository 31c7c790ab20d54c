import { describe, expect, test } from 'vitest'
import {
  chosenPlaces,
  chosenSeats,
  countUnderWay,
  idOf,
  indexOf,
  isUnderWay,
  placeOf,
  seatOf,
} from '#lib/domain/seating/choosing/hall-seats.ts'
import { nearestAllowed } from '#lib/domain/seating/choosing/nearest-allowed.ts'
import { problemOf } from '#lib/domain/seating/choosing/selection-problem.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { Chooser, COMPANION, LAWN, OK, SOFA, WHEELCHAIR } from './chooser.ts'

describe('a seat of the hall', () => {
  test('as a selected one has its address, its names, and the default ticket of its group', () => {
    expect(seatOf(new Chooser().state, SOFA)).toEqual({
      ...{ key: '1:1:3:2', presentationId: 1, venueId: 3, seatplanId: 9, sectionId: 1, groupId: 5, ticketGroupId: 7, allocationId: 4 },
      ...{ x: 3, y: 2, sectionName: 'א', rowName: '2', seatName: '3', features: [SEAT_FEATURE.isCouch] },
      ...{ ticketId: 71, ref1: '', ref2: '', isFromBestAvailable: false },
    })
  })

  test('has no ticket if its group is not known', () => {
    const { state } = new Chooser()
    expect(seatOf({ ...state, ticketGroups: new Map() }, 0).ticketId).toBe(0)
  })

  test('is found by its address, a place is not', () => {
    const { state } = new Chooser({ status: { 6: 2 }, lawn: { yours: 1 } })
    expect(state.selected.map((seat) => [indexOf(state, seat), idOf(state, seat)])).toEqual([
      [-1, -LAWN],
      [6, 6],
    ])
    expect(indexOf(state, { sectionId: 9, x: 1, y: 1 })).toBe(-1)
    expect([chosenSeats(state), chosenPlaces(state, LAWN).length, chosenPlaces(state, 1).length]).toEqual([[6], 1, 0])
  })

  test('of which nothing is told is a place sold under nothing', () => {
    expect(placeOf(new Chooser().state, 9)).toMatchObject({
      key: '1:9:place:0',
      ticketGroupId: 0,
      allocationId: 0,
      sectionName: '',
      ticketId: 0,
    })
  })

  test('is under way, each once, until its request is answered', () => {
    const chooser = new Chooser().choose(0, 1).addPlace().addPlace()
    expect([countUnderWay(chooser.state), [0, 1, 2, -LAWN].map((id) => isUnderWay(chooser.state, id))]).toEqual([
      3,
      [true, true, false, true],
    ])
    expect(countUnderWay(chooser.answer([OK, OK], 1).state)).toBe(1)
  })
})

const STRICT = { rules: { loneSeats: 'never' } } as const

describe('the rule that the selected seats break', () => {
  test('is none without seats, or if nobody is left alone', () => {
    expect(problemOf(new Chooser(STRICT).state)).toBeNull()
    expect(problemOf(new Chooser(STRICT).choose(0, 1).state)).toBeNull()
  })

  test('is said if a seat is left alone by the choice itself', () => {
    expect(problemOf(new Chooser(STRICT).choose(1).state)).toEqual({ code: 'LONE_SEAT', seats: [0] })
    expect(problemOf(new Chooser({ ...STRICT, status: { 1: 2 } }).state)).toEqual({ code: 'LONE_SEAT', seats: [0] })
  })

  test('is said if the other party was there first, and not if it came after', () => {
    const first = new Chooser(STRICT).tell([2, 3, 4]).choose(0)
    expect(problemOf(first.state)).toEqual({ code: 'LONE_SEAT', seats: [1] })
    const after = new Chooser(STRICT).choose(0).tell([2, 3, 4])
    expect(problemOf(after.state)).toBeNull()
  })

  test('is left to the commit if nobody knows here who was first, as after a reload', () => {
    expect(problemOf(new Chooser({ ...STRICT, status: { 0: 2, 1: 2, 3: 3 } }).state)).toBeNull()
    expect(problemOf(new Chooser({ ...STRICT, status: { 0: 2, 2: 3 } }).state)).toBeNull()
  })

  test('counts who was there before the visitor came, for what is chosen now', () => {
    expect(problemOf(new Chooser({ ...STRICT, status: { 2: 3 } }).choose(0).state)).toEqual({ code: 'LONE_SEAT', seats: [1] })
    const { state } = new Chooser({ ...STRICT, status: { 2: 3 } })
    expect(problemOf(state, [0], 0)).toEqual({ code: 'LONE_SEAT', seats: [1] })
  })
})

describe('the nearest seats in place of one that is gone', () => {
  test('are those that may be chosen beside the selected ones', () => {
    expect(nearestAllowed(new Chooser({ status: { 2: 3 } }).state, 2, 3)).toEqual([1, 3, 0])
    // Of its row each would leave another one alone.
    expect(nearestAllowed(new Chooser({ ...STRICT, status: { 2: 3 } }).state, 2, 2)).toEqual([5, 9])
    expect(nearestAllowed(new Chooser({ ...STRICT, status: { 0: 2, 2: 3 } }).state, 2, 1)).toEqual([1])
  })

  test('are looked for alone if the selected ones break a rule already', () => {
    const rules = { companionNeedsWheelchair: true } as const
    const alone = new Chooser({ rules, status: { [COMPANION]: 2, 2: 3 } })
    expect(problemOf(alone.state)).toEqual({ code: 'COMPANION_ALONE', seats: [COMPANION] })
    expect(nearestAllowed(alone.state, 2, 2)).toEqual([1, 3])
    const both = new Chooser({ rules, status: { [COMPANION]: 2, [WHEELCHAIR]: 3 } })
    expect(nearestAllowed(both.state, WHEELCHAIR, 1)).toEqual([13])
  })
})
