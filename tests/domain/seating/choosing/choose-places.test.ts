import { describe, expect, test } from 'vitest'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import { Chooser, GARDEN, LAWN, OK, refused } from './chooser.ts'

const [FIRST, SECOND] = ['2:place:0', '2:place:1']

describe('one more place of a section', () => {
  test('is selected and counted at once, with what its section is sold under', () => {
    const chooser = new Chooser().addPlace()
    expect([chooser.asked, chooser.lawn]).toEqual([[`hold ${FIRST}`], { free: 3, yours: 1 }])
    expect(chooser.state.selected).toEqual([
      {
        ...{
          key: '1:2:place:0',
          presentationId: 1,
          venueId: 3,
          seatplanId: 9,
          sectionId: LAWN,
          groupId: 0,
          ticketGroupId: 8,
          allocationId: 5,
        },
        ...{ x: null, y: null, sectionName: 'ב', rowName: null, seatName: null, features: [] },
        ...{ ticketId: 81, ref1: '', ref2: '', isFromBestAvailable: false },
      },
    ])
    expect([chooser.answer([OK]).said, chooser.isGranted, chooser.lawn]).toEqual([[`selected ${FIRST}`], true, { free: 3, yours: 1 }])
  })

  test('is refused if none is free, or by the limit, which seats and places count for', () => {
    expect(new Chooser({ lawn: { free: 0 } }).addPlace().said).toEqual([`taken ${FIRST}`])
    const chooser = new Chooser({ maxSeats: 2, status: { 0: 2 } }).addPlace()
    expect([chooser.keys, chooser.said]).toEqual([['1:1:1', FIRST], []])
    expect([chooser.addPlace().said, chooser.keys.length, chooser.asked]).toEqual([[`limit ${SECOND}`], 2, []])
  })

  test('is nothing in a section that has no places', () => {
    expect(new Chooser().addPlace(1).effects).toEqual([])
  })

  test('is asked for after the answer to the one before, in the order of the presses', () => {
    const chooser = new Chooser().addPlace()
    expect([chooser.addPlace().asked, chooser.keys]).toEqual([[], [FIRST, SECOND]])
    chooser.releaseKey(`1:${SECOND}`)
    expect([chooser.asked, chooser.lawn]).toEqual([[], { free: 3, yours: 1 }])
    expect(chooser.answer([OK], 1).asked).toEqual([`hold ${SECOND}`])
    expect(chooser.answer([OK], 2).asked).toEqual([`release ${SECOND}`])
    expect([chooser.answer([OK], 3).asked, chooser.keys, chooser.said]).toEqual([[], [FIRST], [`released ${SECOND}`]])
  })

  test('does not wait for what is asked about seats, the best ones, or another section', () => {
    expect(new Chooser().choose(0).addPlace().asked).toEqual([`hold ${FIRST}`])
    expect(new Chooser().askBest().addPlace().asked).toEqual([`hold ${FIRST}`])
    expect(new Chooser().addPlace(GARDEN).addPlace().asked).toEqual([`hold ${FIRST}`])
  })

  test('can be the last one', () => {
    expect(new Chooser({ lawn: { free: 1 } }).addPlace().lawn).toEqual({ free: 0, yours: 1 })
  })

  test('is counted back if it has no answer', () => {
    expect(new Chooser().addPlace().answer([]).lawn).toEqual({ free: 4, yours: 0 })
  })

  test('is counted back if it is refused, and the next one is asked for all the same', () => {
    const chooser = new Chooser()
      .addPlace()
      .addPlace()
      .answer([refused('SALE_ENDED')], 1)
    expect([chooser.said, chooser.isGranted, chooser.asked]).toEqual([[`refused ${FIRST} SALE_ENDED!`], false, [`hold ${SECOND}`]])
    expect([chooser.lawn, chooser.keys]).toEqual([{ free: 3, yours: 1 }, [SECOND]])
    chooser.answer([OK], 2)
    expect([chooser.lawn, chooser.keys]).toEqual([{ free: 3, yours: 1 }, [SECOND]])
  })
})

describe('giving back a place', () => {
  test('counts it as free at once, and says that it is released', () => {
    const chooser = new Chooser({ lawn: { free: 2, yours: 2 } }).releaseKey(`1:${SECOND}`)
    expect([chooser.asked, chooser.lawn, chooser.keys]).toEqual([[`release ${SECOND}`], { free: 3, yours: 1 }, [FIRST]])
    expect(chooser.answer([OK]).said).toEqual([`released ${SECOND}`])
  })

  test('is taken back without its references if it is refused', () => {
    const stored = [{ sectionId: LAWN, x: null, y: null, ticketId: 82, ref1: 'name', ref2: 'number' }]
    const chooser = new Chooser({ lawn: { free: 3, yours: 1 }, stored }).releaseKey(`1:${FIRST}`).answer([refused('UNLOCK_FAILED')])
    expect(chooser.state.selected).toMatchObject([{ ticketId: 82, ref1: '', ref2: '' }])
    expect(chooser.lawn).toEqual({ free: 3, yours: 1 })
  })

  test('ends with as many selected as are the visitor’s own, whatever was pressed and refused in between', () => {
    const turned = new Chooser({ lawn: { free: 3, yours: 1 } }).releaseKey(`1:${FIRST}`).addPlace()
    for (const id of [1, 2]) turned.answer([refused('SALE_ENDED')], id)
    expect([turned.lawn, turned.keys]).toEqual([{ free: 3, yours: 1 }, [FIRST]])
    const fewer = new Chooser({ lawn: { free: 2, yours: 2 } }).releaseKey(`1:${FIRST}`).addPlace().addPlace()
    for (const id of [1, 2, 3]) fewer.answer([refused('SALE_ENDED')], id)
    expect([fewer.lawn, fewer.keys.length]).toEqual([{ free: 2, yours: 2 }, 2])
    const more = new Chooser({ lawn: { free: 3, yours: 1 } }).addPlace().releaseKey(`1:${FIRST}`).addPlace()
    for (const id of [1, 2, 3]) more.answer([refused('SALE_ENDED')], id)
    expect([more.lawn, more.keys.length]).toEqual([{ free: 3, yours: 1 }, 1])
  })
})

describe('what is told of the places of a section', () => {
  test('selects those that are the visitor’s own, and drops those that no longer are', () => {
    const chooser = new Chooser({ lawn: { free: 2, yours: 2 } })
    expect([chooser.keys, chooser.state.selected[0]?.ticketId]).toEqual([[FIRST, SECOND], 81])
    chooser.tell([], { free: 3, yours: 1 })
    expect([chooser.keys, chooser.said, chooser.lawn]).toEqual([[FIRST], [`lost ${SECOND}`], { free: 3, yours: 1 }])
    expect(chooser.tell([], { free: 1, yours: 3 }).keys).toEqual([FIRST, SECOND, '2:place:2'])
  })

  test('says that none is free if the section is not for sale', () => {
    const chooser = new Chooser({ lawn: { free: 3, yours: 1, allocation: -1 } })
    expect([chooser.lawn, chooser.state.places[LAWN]?.capacity]).toEqual([{ free: 0, yours: 1 }, 4])
  })

  test('changes nothing that is as it was', () => {
    const chooser = new Chooser()
    const { places } = chooser.state
    expect(chooser.tell([], {}).state.places).toBe(places)
    expect(chooser.tell([], { free: 3 }).state.places).not.toBe(places)
  })

  test('is kept while an answer is awaited and until the grace after it, and counts then', () => {
    const chooser = new Chooser().addPlace().tell([], { free: 1, yours: 0 })
    expect([chooser.lawn, chooser.keys, chooser.of('wake')]).toEqual([{ free: 3, yours: 1 }, [FIRST], [{ kind: 'wake' }]])
    chooser.answer([OK]).tell([], { free: 1, yours: 2 })
    expect(chooser.lawn).toEqual({ free: 3, yours: 1 })
    chooser.now += GRACE_MS
    expect([chooser.feed({ kind: 'unchanged' }).lawn, chooser.keys]).toEqual([{ free: 1, yours: 2 }, [FIRST, SECOND]])
    expect(chooser.state.unheard.size).toBe(0)
  })
})
