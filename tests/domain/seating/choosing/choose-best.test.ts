import { describe, expect, test } from 'vitest'
import { Chooser, GARDEN, LAWN, OK, SOFA, SOFA_TOO } from './chooser.ts'

const isBest = (chooser: Chooser) => chooser.state.selected.map(({ isFromBestAvailable }) => isFromBestAvailable)

describe('asking for the best seats', () => {
  test('leaves the choice as it is until they are found, and keeps sections of places from other news', () => {
    const chooser = new Chooser().askBest()
    expect(chooser.effects).toEqual([{ kind: 'askBest', id: 1, wish: { quantity: 2, isTogether: true }, isInstead: false }])
    expect(chooser.state.requests.get(1)).toMatchObject({ kind: 'best', ids: [-LAWN, -GARDEN], given: [] })
  })

  test('gives up seats that were all found so before', () => {
    const chooser = new Chooser().askBest().find([0, 1]).askBest()
    expect(chooser.effects).toMatchObject([{ kind: 'askBest', isInstead: true }])
    expect(chooser.state.requests.get(2)).toMatchObject({ ids: [0, 1, -LAWN, -GARDEN], given: [{ key: '1:1:1:1' }, { key: '1:1:2:1' }] })
    expect(chooser.keys).toEqual(['1:1:1', '1:2:1'])
  })

  test('gives up nothing if the visitor has picked one of them', () => {
    const chooser = new Chooser().askBest().find([0, 1]).choose(3).answer([OK]).askBest()
    expect([chooser.of('askBest')[0]?.isInstead, chooser.find([SOFA, SOFA_TOO]).keys]).toEqual([
      false,
      ['1:1:1', '1:2:1', '1:4:1', '1:3:2', '1:4:2'],
    ])
    expect(isBest(chooser)).toEqual([true, true, false, true, true])
  })

  test('names a section of places once, however many of them are given up', () => {
    const chooser = new Chooser().askBest().find([], 2).askBest()
    expect(chooser.state.requests.get(2)?.ids).toEqual([-LAWN, -GARDEN])
  })
})

describe('the best seats that are found', () => {
  test('are selected, shown, and said to be so', () => {
    const chooser = new Chooser().askBest().find([0, 1])
    expect([chooser.keys, chooser.status(0, 1), isBest(chooser)]).toEqual([
      ['1:1:1', '1:2:1'],
      [2, 2],
      [true, true],
    ])
    expect([chooser.said, chooser.isGranted, chooser.state.requests.size]).toEqual([['selected 1:1:1 1:2:1'], true, 0])
    expect(chooser.of('show').at(-1)?.changed).toEqual([0, 1])
  })

  test('are said to be selected whatever went wrong meanwhile', () => {
    const chooser = new Chooser({ status: { 4: 3 } }).askBest()
    chooser.feed({ kind: 'choose', id: 9, seats: [4], keepOnRefusal: false })
    expect([chooser.said, chooser.find([0]).said]).toEqual([['taken 1:5:1'], ['selected 1:1:1']])
  })

  test('take the place of those that were given up, unless they are found again', () => {
    const chooser = new Chooser().askBest().find([0, 1]).askBest().find([1, 2])
    expect([chooser.keys, chooser.status(0, 1, 2)]).toEqual([
      ['1:2:1', '1:3:1'],
      [1, 2, 2],
    ])
  })

  test('are places too, which are counted, and counted back when they are given up', () => {
    const chooser = new Chooser().askBest().find([0], 2)
    expect([chooser.keys, chooser.lawn, isBest(chooser)]).toEqual([
      ['1:1:1', '2:place:0', '2:place:1'],
      { free: 2, yours: 2 },
      [true, true, true],
    ])
    chooser.askBest().find([], 1)
    expect([chooser.keys, chooser.lawn, chooser.status(0)]).toEqual([['2:place:0'], { free: 3, yours: 1 }, [1]])
  })

  test('are selected also in a section of which nothing is told', () => {
    const chooser = new Chooser().askBest()
    const { places } = chooser.state
    chooser.feed({ kind: 'found', id: 1, taken: [{ sectionId: 9, x: null, y: null }] })
    expect([chooser.keys, chooser.state.places === places]).toEqual([['9:place:0'], true])
  })

  test('count for more than what is told of them just after', () => {
    const chooser = new Chooser().askBest().find([0]).tell([0, 3, 4, 1, 3, 4])
    expect([chooser.keys, chooser.status(0, 1)]).toEqual([['1:1:1'], [2, 3]])
  })

  test('change nothing if there are none', () => {
    const chooser = new Chooser().askBest().find([0, 1]).askBest().find(null)
    expect([chooser.keys, chooser.status(0, 1), chooser.said, chooser.state.requests.size]).toEqual([['1:1:1', '1:2:1'], [2, 2], [], 0])
  })

  test('change nothing if nobody asks for them any more, or if they answer another request', () => {
    expect(new Chooser().find([0]).effects).toEqual([])
    const chooser = new Chooser().choose(0).find([1])
    expect([chooser.keys, chooser.state.requests.size]).toEqual([['1:1:1'], 1])
    expect(new Chooser().askBest().answer([OK]).state.requests.size).toBe(1)
  })
})
