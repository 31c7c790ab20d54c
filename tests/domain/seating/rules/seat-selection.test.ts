import { describe, expect, it } from 'vitest'
import {
  addSeats,
  dropSeats,
  keyOfPlace,
  keyOfSeat,
  stepSeatIndex,
  withoutReferences,
  withStoredTickets,
  withTicket,
  type SelectedSeat,
} from '#lib/domain/seating/rules/seat-selection.ts'

function seat(key: string, more: Partial<SelectedSeat> = {}): SelectedSeat {
  return {
    key,
    presentationId: 1,
    venueId: 2,
    seatplanId: 3,
    sectionId: 4,
    groupId: 0,
    ticketGroupId: 6,
    allocationId: 1,
    x: 1,
    y: 1,
    sectionName: 'א',
    rowName: '1',
    seatName: '1',
    features: [],
    ticketId: 10,
    ref1: '',
    ref2: '',
    isFromBestAvailable: false,
    ...more,
  }
}
const keys = (selection: readonly SelectedSeat[]) => selection.map(({ key }) => key)

describe('the selection', () => {
  it('adds a seat once and removes it again', () => {
    const two = addSeats([seat('a')], [seat('b'), seat('a', { ticketId: 99 })])
    expect(keys(two)).toEqual(['a', 'b'])
    expect(two[0]?.ticketId).toBe(10)
    expect(keys(dropSeats(two, ['a', 'c']))).toEqual(['b'])
  })

  it('R4.7 restores a released seat without its references', () => {
    expect(withoutReferences(seat('a', { ref1: 'x', ref2: 'y', ticketId: 12 }))).toEqual(seat('a', { ticketId: 12 }))
  })

  it('drops the references with another ticket and keeps them with the same', () => {
    const [before] = [seat('a', { ref1: 'x' })]
    expect(withTicket([before], 'a', 11)).toEqual([seat('a', { ticketId: 11 })])
    expect(withTicket([before], 'a', 10)).toEqual([before])
    expect(withTicket([before], 'b', 11)).toEqual([before])
  })

  it('identifies seats by address and places by the lowest free number', () => {
    expect(keyOfSeat(1, 4, 2, -3)).toBe('1:4:2:-3')
    expect(keyOfPlace([], 1, 4)).toBe('1:4:place:0')
    expect(keyOfPlace([seat('1:4:place:0'), seat('1:4:place:2'), seat('1:5:place:1')], 1, 4)).toBe('1:4:place:1')
  })

  it('restores stored tickets to their seats, one place each', () => {
    const place = { x: null, y: null }
    const stored = [
      { sectionId: 4, x: 1, y: 1, ticketId: 11, ref1: 'r', ref2: 's' },
      { sectionId: 4, ...place, ticketId: 12, ref1: '', ref2: '' },
    ]
    const restored = withStoredTickets([seat('a'), seat('b', { x: 2 }), seat('c', place), seat('d', place)], stored)
    expect(restored.map(({ ticketId }) => ticketId)).toEqual([11, 10, 12, 10])
    expect([restored[0]?.ref1, restored[0]?.ref2]).toEqual(['r', 's'])
  })

  it.each([
    ['R4.9 not below zero', 0, -1, 3, 0],
    ['R4.9 not even from below', -4, 1, 3, 0],
    ['R4.9 nor where nothing is selected', 2, 0, 0, 0],
    ['forward', 0, 1, 3, 1],
    ['not past the last', 2, 1, 3, 2],
  ])('indexes seats: %s', (_what, index, by, count, expected) => {
    expect(stepSeatIndex(index, by, count)).toBe(expected)
  })
})
