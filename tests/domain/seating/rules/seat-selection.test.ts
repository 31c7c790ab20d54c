import { describe, expect, it } from 'vitest'
import { NO_CODE } from '#lib/domain/entitlements/coupon-lines.ts'
import {
  addSeats,
  dropSeats,
  keyOfPlace,
  keyOfSeat,
  stepSeatIndex,
  withLineChanges,
  withoutReferences,
  withReferences,
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
    expect(keyOfSeat(1, { sectionId: 4, x: 2, y: -3 })).toBe('1:4:2:-3')
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

/** A seat with a ticket for a code, and references typed for it. */
const COUPON = { ...NO_CODE, code: 'HALF', replacedTicketId: 10 }
const redeeming = (key: string) => seat(key, { ticketId: 11, ref1: 'x', ref2: 'y', redeemed: COUPON })

describe('the tickets of a selection', () => {
  it('spend a code no longer, if another ticket is chosen; the same ticket keeps it', () => {
    expect(withTicket([redeeming('a'), redeeming('b')], 'a', 12)).toEqual([seat('a', { ticketId: 12 }), redeeming('b')])
    expect(withTicket([redeeming('a')], 'a', 11)).toEqual([redeeming('a')])
  })

  it('keep what is typed for them, one reference without the other', () => {
    const two = [seat('a', { ref1: 'x', ref2: 'y' }), seat('b', { ref1: 'x' })]
    expect(withReferences(two, 'a', { ref1: 'z' })).toEqual([seat('a', { ref1: 'z', ref2: 'y' }), two[1]])
    expect(withReferences(two, 'b', { ref2: '7' })).toEqual([two[0], seat('b', { ref1: 'x', ref2: '7' })])
  })

  it('R4.22 are replaced by those of a code, on the seats that it covers', () => {
    const two = [seat('a', { ref1: 'x', ref2: 'y' }), seat('b', { ref1: 'x' })]
    const changed = withLineChanges(two, [{ key: 'a', ticketId: 11, ...COUPON }])
    expect(changed).toEqual([seat('a', { ticketId: 11, redeemed: COUPON }), two[1]])
    expect(changed[0]?.redeemed).not.toHaveProperty('key')
  })

  it.each([
    ['a membership', { ...NO_CODE, memberNumber: '50127' }],
    ['a voucher', { ...NO_CODE, systemVoucher: 'V-1' }],
  ])('are replaced by those of %s', (_what, code) => {
    expect(withLineChanges([seat('a')], [{ key: 'a', ticketId: 11, ...code }])).toEqual([seat('a', { ticketId: 11, redeemed: code })])
  })

  it('R4.23 are restored without any code when it is taken back', () => {
    const [restored] = withLineChanges([redeeming('a')], [{ key: 'a', ticketId: 10, ...NO_CODE }])
    expect(restored).toEqual(seat('a'))
    expect(restored).not.toHaveProperty('redeemed')
  })

  it('change with each seat of a code, not for a seat that is gone', () => {
    const changes = ['a', 'b', 'z'].map((key, at) => ({ key, ticketId: 20 + at, ...COUPON }))
    expect(withLineChanges([seat('b'), seat('a')], changes).map(({ ticketId }) => ticketId)).toEqual([21, 20])
    expect(withLineChanges([seat('a')], [])).toEqual([seat('a')])
  })
})

describe('a stored ticket', () => {
  const stored = { sectionId: 4, x: 1, y: 1, ticketId: 11, ref1: 'r', ref2: 's' }

  it('comes back with the code that it redeems', () => {
    expect(withStoredTickets([seat('a')], [{ ...stored, redeemed: COUPON }])).toEqual([
      seat('a', { ticketId: 11, ref1: 'r', ref2: 's', redeemed: COUPON }),
    ])
  })

  it('replaces what the seat redeemed, though it redeems nothing', () => {
    const [restored] = withStoredTickets([redeeming('a')], [stored])
    expect(restored).toEqual(seat('a', { ticketId: 11, ref1: 'r', ref2: 's' }))
    expect(restored).not.toHaveProperty('redeemed')
  })

  it.each([
    ['of another section', { sectionId: 5 }],
    ['of another place of the row', { x: 2 }],
    ['of another row', { y: 2 }],
    ['of general admission', { x: null, y: null }],
  ])('does not belong to a seat, if it is one %s', (_what, other) => {
    expect(withStoredTickets([redeeming('a')], [{ ...stored, ...other }])).toEqual([redeeming('a')])
  })

  it('of a place belongs to a place of its own section, each once', () => {
    const place = { x: null, y: null }
    const places = [seat('a', place), seat('b', { ...place, sectionId: 5 }), seat('c', place), seat('d', place)]
    const tickets = [31, 32].map((ticketId) => ({ ...stored, ...place, ticketId }))
    expect(withStoredTickets(places, tickets).map(({ ticketId }) => ticketId)).toEqual([31, 10, 32, 10])
  })
})

it('R4.9 steps back through the seats, and by more than one', () => {
  expect([stepSeatIndex(2, -1, 5), stepSeatIndex(1, 3, 5), stepSeatIndex(1, 9, 5), stepSeatIndex(4, -9, 5)]).toEqual([1, 4, 4, 0])
})

it('a place gets the number after those of all others', () => {
  expect(
    keyOfPlace(
      [0, 1, 2].map((number) => seat(`1:4:place:${String(number)}`)),
      1,
      4,
    ),
  ).toBe('1:4:place:3')
})

it('several seats are dropped at once', () => {
  expect(keys(dropSeats([seat('a'), seat('b'), seat('c')], ['a', 'c']))).toEqual(['b'])
})
