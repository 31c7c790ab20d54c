import { describe, expect, test } from 'vitest'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { seatOf } from '#lib/domain/seating/choosing/hall-seats.ts'
import { Chooser, LAWN, OK, PREMIUM } from './chooser.ts'

describe('opening a house', () => {
  test('selects what is the visitor’s own, with the tickets stored for it', () => {
    const stored = [{ sectionId: 1, x: 2, y: 1, ticketId: 72, ref1: 'name', ref2: '' }]
    const chooser = new Chooser({ status: { 0: 2, 1: 2, 2: 3 }, stored })
    expect(chooser.state.selected).toMatchObject([
      { key: '1:1:1:1', ticketId: 71, ref1: '' },
      { key: '1:1:2:1', ticketId: 72, ref1: 'name' },
    ])
    expect(chooser.effects).toEqual([{ kind: 'show', changed: null, isPolled: false }])
    expect([chooser.state.version, chooser.state.troubleAt, chooser.state.isLive]).toEqual(['1', 0, false])
  })

  test('takes nothing to have changed yet', () => {
    expect(new Set(new Chooser({ status: { 0: 2 } }).state.changedAt)).toEqual(new Set([0]))
  })
})

describe('changes that are told', () => {
  test('are shown, with their version', () => {
    const chooser = new Chooser().tell([0, 3, 4, 1, 1, 9])
    expect([chooser.status(0, 1, 2), chooser.state.states.allocation.slice(0, 3).join(), chooser.state.version]).toEqual([
      [3, 1, 1],
      '4,9,4',
      '2',
    ])
    expect(chooser.effects).toEqual([{ kind: 'show', changed: [0, 1], isPolled: true }])
  })

  test('are new only if the seat came to another state', () => {
    const chooser = new Chooser().tell([0, 3, 4, 1, 1, 9])
    expect(chooser.state.changedAt.slice(0, 3).join()).toBe(`${chooser.state.tick},0,0`)
    expect(chooser.state.tick).toBeGreaterThan(0)
  })

  test('that tell what is known already show nothing', () => {
    const chooser = new Chooser()
    const { states, selected } = chooser.state
    expect([chooser.tell([0, 1, 4]).effects, chooser.state.states === states, chooser.state.selected === selected]).toEqual([
      [],
      true,
      true,
    ])
  })

  test('leave the state before as it was', () => {
    const chooser = new Chooser()
    const { states, changedAt } = chooser.state
    const printed = () => [states.status.join(), states.allocation.join(), states.ticketGroup.join(), changedAt.join()]
    const print = printed()
    chooser.tell([0, 3, 9, 1, 2, 4])
    expect([printed(), chooser.status(0, 1)]).toEqual([print, [3, 2]])
  })

  test('select the visitor’s own, and drop with a word what no longer is', () => {
    const chooser = new Chooser().tell([0, 2, 4, 1, 2, 4])
    expect([chooser.keys, chooser.said]).toEqual([['1:1:1', '1:2:1'], []])
    chooser.tell([0, 3, 4])
    expect([chooser.keys, chooser.said]).toEqual([['1:2:1'], ['lost 1:1:1']])
  })

  test('of other things about an own seat leave it selected', () => {
    const chooser = new Chooser({ status: { 0: 2 } }).tell([0, 2, 9])
    expect([chooser.keys, chooser.said]).toEqual([['1:1:1'], []])
  })

  test('of a seat that the hall does not have, or that are cut off, are left out', () => {
    const chooser = new Chooser()
    expect([chooser.tell([99, 3, 4, 0, 3]).effects, chooser.status(0)]).toEqual([[], [1]])
  })

  test('leave a seat without allocation that is not sold here, or not without paying', () => {
    const allocations = (chooser: Chooser) => chooser.tell([0, 1, 9, PREMIUM, 1, 9]).state.states.allocation
    expect([0, PREMIUM].map((seat) => allocations(new Chooser())[seat])).toEqual([9, 9])
    expect([0, PREMIUM].map((seat) => allocations(new Chooser({ isUnpaidHold: true }))[seat])).toEqual([9, -1])
    const unsold = new Chooser()
    unsold.state = { ...unsold.state, ticketGroups: new Map() }
    expect(allocations(unsold)[0]).toBe(-1)
  })

  test('as a whole leave a seat without allocation that is not held without paying: a stream tells everybody the same', () => {
    const allocations = (chooser: Chooser) => chooser.tellAll({ 1: 3 }).state.states.allocation
    expect([0, PREMIUM].map((seat) => allocations(new Chooser())[seat])).toEqual([4, 4])
    expect([0, PREMIUM].map((seat) => allocations(new Chooser({ isUnpaidHold: true }))[seat])).toEqual([4, -1])
  })
})

describe('what is told of a seat that an answer is awaited for', () => {
  test('is kept, and others are shown', () => {
    const chooser = new Chooser().choose(0).tell([0, 3, 4, 1, 3, 4])
    expect([chooser.status(0, 1), chooser.keys, chooser.state.unheard.get(0)]).toEqual([[2, 3], ['1:1:1'], [3, 4, 7]])
    expect([chooser.of('wake').length, chooser.tell([0, 3, 4]).of('wake').length]).toEqual([1, 0])
  })

  test('is kept for the grace after the answer too, and the last word counts then', () => {
    const chooser = new Chooser().choose(0).tell([0, 3, 4]).answer([OK]).tell([0, 3, 9])
    chooser.now += GRACE_MS - 1
    expect(chooser.feed({ kind: 'unchanged' }).keys).toEqual(['1:1:1'])
    chooser.now += 1
    chooser.feed({ kind: 'unchanged' })
    expect([chooser.keys, chooser.status(0), chooser.said]).toEqual([[], [3], ['lost 1:1:1']])
    expect([chooser.state.unheard.size, chooser.state.states.allocation[0]]).toEqual([0, 9])
  })

  test('is forgotten when something newer is told', () => {
    const chooser = new Chooser().choose(0).tell([0, 3, 4]).answer([OK])
    chooser.now += GRACE_MS
    chooser.tell([0, 2, 4])
    expect([chooser.feed({ kind: 'unchanged' }).status(0), chooser.state.unheard.size]).toEqual([[2], 0])
  })
})

describe('a whole status', () => {
  test('is taken over, with its version', () => {
    const chooser = new Chooser({ status: { 0: 3 } }).tellAll({ 1: 2, 2: 3 })
    expect([chooser.status(0, 1, 2), chooser.keys, chooser.state.version]).toEqual([[1, 2, 3], ['1:2:1'], '3'])
    expect(chooser.of('show')).toEqual([{ kind: 'show', changed: [0, 1, 2], isPolled: true }])
  })

  test('says nothing of a seat whose request ended after it was asked for, or just before', () => {
    const chooser = new Chooser().choose(0).answer([OK])
    const answeredAt = chooser.now
    chooser.now += 60_000
    expect(chooser.tellAll({}, answeredAt + GRACE_MS - 1).keys).toEqual(['1:1:1'])
    expect(chooser.tellAll({}, answeredAt + GRACE_MS).keys).toEqual([])
  })
})

describe('the end of a grace', () => {
  test('brings the last word if changes arrive by themselves, else the next status does', () => {
    const waiting = () => new Chooser().choose(0).tell([0, 3, 4]).answer([OK])
    const polled = waiting()
    polled.now += GRACE_MS
    expect([polled.feed({ kind: 'graceOver' }).keys, polled.state.isSettling]).toEqual([['1:1:1'], false])
    const live = waiting().feed({ kind: 'live', isLive: true })
    live.now += GRACE_MS
    expect([live.feed({ kind: 'graceOver' }).keys, live.state.isSettling]).toEqual([[], false])
  })

  test('is waited for again if something is still kept', () => {
    const chooser = new Chooser().feed({ kind: 'live', isLive: true }).choose(0).tell([0, 3, 4])
    chooser.now += GRACE_MS
    expect([chooser.feed({ kind: 'graceOver' }).of('wake').length, chooser.state.isSettling]).toEqual([1, true])
  })

  test('is waited for again after an answer, if it was over before', () => {
    const chooser = new Chooser().choose(0).tell([0, 3, 4]).feed({ kind: 'graceOver' })
    expect(chooser.answer([OK]).of('wake')).toEqual([{ kind: 'wake' }])
  })

  test('is asked for when changes begin to arrive by themselves, and not when they cease to', () => {
    const chooser = new Chooser().choose(0).tell([0, 3, 4]).feed({ kind: 'graceOver' })
    expect(chooser.feed({ kind: 'live', isLive: false }).effects).toEqual([])
    expect(chooser.feed({ kind: 'live', isLive: true }).effects).toEqual([{ kind: 'wake' }])
    expect(chooser.state.isLive).toBe(true)
  })
})

describe('after a commit', () => {
  test('nothing is selected, and what was is nobody’s to choose', () => {
    const chooser = new Chooser({ status: { 0: 2 }, lawn: { yours: 1 } }).feed({ kind: 'sold' })
    expect([chooser.keys, chooser.status(0)]).toEqual([[], [0]])
    expect(chooser.tell([0, 2, 4]).keys).toEqual([])
  })
})

test('an edited selection is taken as it is', () => {
  const chooser = new Chooser({ status: { 0: 2 } })
  const selected = [{ ...seatOf(chooser.state, 0), ticketId: 99 }]
  expect(chooser.feed({ kind: 'edited', selected }).state.selected).toBe(selected)
})

test('seats and places are told apart by their ids', () => {
  const chooser = new Chooser().choose(LAWN).tell([], { free: 3 })
  expect([chooser.lawn.free, chooser.state.unheard.size]).toEqual([3, 0])
})
