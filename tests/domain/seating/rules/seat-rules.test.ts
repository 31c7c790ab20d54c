import { describe, expect, it } from 'vitest'
import { isBlocked, isOverLimit, stretchAround, unitOf, whyNot } from '#lib/domain/seating/rules/seat-rules.ts'
import { rowOf } from './seat-fixtures.ts'

/** Marks blocked seats of a row with x. */
function blockedOf(row: string, policy: number, features: Readonly<Record<number, readonly number[]>> = {}, keepOneFree = false): string {
  const now = rowOf(row, features)
  let seat = -1
  return [...row]
    .map((state) => (state === '.' ? '.' : ((seat += 1), isBlocked(now, seat, { seatingPolicyId: policy, keepOneFree })) ? 'x' : state))
    .join('')
}

describe('the single-seat policy', () => {
  it.each([
    ['R4.17 the seat on either side of a held one is blocked', 'aahaa', 'axhxa'],
    ['R4.17 so are the neighbours of a seat without an allocation', 'aataa', 'axtxa'],
    ['one’s own selection does not count as unavailable', 'aamaa', 'aamaa'],
    ['an aisle is no neighbour', 'h.aa', 'h.aa'],
    ['the end of a row is no neighbour', 'aaa', 'aaa'],
    ['between two that are gone', 'hah', 'hxh'],
  ])('%s: %s → %s', (_what, before, after) => {
    expect(blockedOf(before, 3)).toBe(after)
  })

  it.each([1, 2, 4])('R9.27 policy %i blocks nothing', (policy) => {
    expect(blockedOf('ahaha', policy)).toBe('ahaha')
  })

  it.each([31, 32, 33])('R4.18 never blocks a seat with code %i, whatever is beside it', (code) => {
    expect(blockedOf('aha', 3, { 0: [code] })).toBe('ahx')
  })

  it('R4.18 applies the exception to the candidate seat, not to the unavailable one', () => {
    expect(blockedOf('aha', 3, { 1: [31] })).toBe('xhx')
  })
})

describe('one seat kept free between parties', () => {
  it('R5.12 blocks a seat beside somebody else’s, left, middle and right seats too; the visitor’s own are no other party', () => {
    expect(blockedOf('aahaama', 1, { 1: [31] }, true)).toBe('axhxama')
    expect(blockedOf('aahaama', 1, { 1: [31] }, false)).toBe('aahaama')
  })
})

describe('sofas and beds', () => {
  const units = (row: string, features: Readonly<Record<number, readonly number[]>>) => {
    const { hall } = rowOf(row, features)
    return hall.names.map((_name, seat) => unitOf(hall, seat).join(''))
  }
  const sofa = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [at, [1]]))

  it.each([
    ['a chair stands alone', 'aa', {}, ['0', '1']],
    ['R5.10 a pair', 'aa', sofa(2), ['01', '01']],
    ['two pairs side by side', 'aaaa', sofa(4), ['01', '01', '23', '23']],
    ['an odd seat joins the last pair', 'aaaaa', sofa(5), ['01', '01', '234', '234', '234']],
    ['three', 'aaa', sofa(3), ['012', '012', '012']],
    ['one seat that is a sofa', 'a', sofa(1), ['0']],
    ['a chair beside a sofa', 'aaa', sofa(2), ['01', '01', '2']],
    ['an aisle parts them', 'a.a', { 0: [1], 2: [1] }, ['0', '1']],
    ['beds alike', 'aa', { 0: [4], 1: [4] }, ['01', '01']],
    ['R5.10 a marked sofa of four', 'aaaa', { 0: [1, 31], 1: [1, 32], 2: [1, 32], 3: [1, 33] }, ['0123', '0123', '0123', '0123']],
    ['a marked right end', 'aaaa', { 0: [1, 32], 1: [1, 33], 2: [1], 3: [1] }, ['01', '01', '23', '23']],
    ['a marked left end', 'aaaa', { 0: [1], 1: [1], 2: [1, 31], 3: [1, 32] }, ['01', '01', '23', '23']],
    ['marked ends', 'aaaaa', { 0: [1, 31], 1: [1, 32], 2: [1, 33], 3: [1, 31], 4: [1, 33] }, ['012', '012', '012', '34', '34']],
  ])('%s', (_what, row, features, expected) => {
    expect(units(row, features)).toEqual(expected)
  })

  it('R5.10 blocks the rest of a broken sofa', () => {
    expect(blockedOf('ahaa', 1, sofa(4))).toBe('xhaa')
  })
})

it('a run of seats asks about seats only, up to the first that does not belong to it', () => {
  const { hall } = rowOf('aaa.aa')
  const asked: number[] = []
  expect(stretchAround(hall, 1, (seat) => (asked.push(seat), seat !== 2))).toEqual([0, 1])
  expect(asked).toEqual([0, 2])
  expect(stretchAround(hall, 4)).toEqual([3, 4])
})

describe('whyNot', () => {
  const wish = (row: string, more: object = {}, features = {}) => ({
    ...rowOf(row, features),
    seatingPolicyId: 1,
    keepOneFree: false,
    maxSeats: 0,
    selected: 0,
    ...more,
  })

  it.each([
    ['a free seat may be chosen', wish('a'), 0, null],
    ['a held one may not', wish('h'), 0, 'taken'],
    ['nor one’s own', wish('m'), 0, 'taken'],
    ['nor a blocked one', wish('ha', { seatingPolicyId: 3 }), 1, 'blocked'],
    ['the last of the limit', wish('a', { maxSeats: 2, selected: 1 }), 0, null],
    ['R5.9 one beyond the limit', wish('a', { maxSeats: 2, selected: 2 }), 0, 'limit'],
    ['R5.9 a sofa counts whole', wish('aa', { maxSeats: 2, selected: 1 }, { 0: [1], 1: [1] }), 0, 'limit'],
    ['no limit', wish('a', { selected: 500 }), 0, null],
  ] as const)('%s', (_what, asked, seat, expected) => {
    expect(whyNot(asked, seat)).toBe(expected)
  })

  it('counts places of general admission too', () => {
    expect(isOverLimit({ selected: 8, maxSeats: 8 }, 1)).toBe(true)
    expect(isOverLimit({ selected: 7, maxSeats: 8 }, 1)).toBe(false)
  })
})
