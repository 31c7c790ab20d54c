import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-choice.ts'
import { checkAmong, checkSelection } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { problemByHand } from './seat-rules-oracle.ts'
import { planOf, rowOf, sectionOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

type Features = Readonly<Record<number, readonly number[]>>
const FREE_RULES: SelectionRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 }

/** Finds the rule that a row breaks, and its seats. Selected seats are marked m; features are given per place of the row, not counting aisles. */
function broken(row: string, rules: Partial<SelectionRules>, features: Features = {}): string {
  const { hall, states } = rowOf(row, features)
  const selected = [...states.status.keys()].filter((seat) => states.status[seat] === 2)
  const problem = checkSelection({ hall, states }, selected, { ...FREE_RULES, ...rules })
  return problem ? `${problem.code} ${problem.seats.join()}` : 'fine'
}

describe('policy 3 for a selection', () => {
  it.each([
    ['R4.17 beside a held seat', 'aamh', 'SEAT_BLOCKED 2'],
    ['R4.17 beside a seat without an allocation', 'tmaa', 'SEAT_BLOCKED 1'],
    ['one’s own seats side by side', 'ammma', 'fine'],
    ['one seat between', 'maha', 'fine'],
    ['across an aisle', 'h.maa', 'fine'],
  ])('%s: %s', (_what, row, expected) => {
    expect(broken(row, { seatingPolicyId: 3 })).toBe(expected)
  })

  it.each([31, 32, 33])('R4.18 allows a seat with code %i beside any', (code) => {
    expect(broken('hma', { seatingPolicyId: 3 }, { 1: [code] })).toBe('fine')
  })

  it.each([1, 2, 4])('R9.27 policy %i blocks nothing', (seatingPolicyId) => {
    expect(broken('hma', { seatingPolicyId })).toBe('fine')
  })
})

describe('sofas and beds', () => {
  it.each([
    ['R5.10 half a sofa', 'ma', { 0: [1], 1: [1] }, 'SEATS_NOT_WHOLE 1'],
    ['R5.10 half a bed', 'aam', { 1: [4], 2: [4] }, 'SEATS_NOT_WHOLE 1'],
    ['R5.10 what is left of a sofa', 'mh', { 0: [1], 1: [1] }, 'SEATS_NOT_WHOLE 1'],
    ['a whole sofa', 'mma', { 0: [1], 1: [1] }, 'fine'],
  ])('%s: %s', (_what, row, features: Features, expected) => {
    expect(broken(row, {}, features)).toBe(expected)
  })
})

describe('R5.11 lone seats', () => {
  it.each([
    // row, never, unavoidable
    ['between two of one’s own', 'amamaa', 'LONE_SEAT 0,2', 'LONE_SEAT 0,2'],
    ['at the end of a row', 'amaaa', 'LONE_SEAT 0', 'LONE_SEAT 0'],
    ['beside an aisle', 'aa.amaa', 'LONE_SEAT 2', 'LONE_SEAT 2'],
    ['beside a taken seat', 'tamaa', 'LONE_SEAT 1', 'LONE_SEAT 1'],
    ['two stay together', 'aamaa', 'fine', 'fine'],
    ['one seat more than was chosen', 'tamt', 'LONE_SEAT 1', 'fine'],
    ['one more in the middle of one’s own', 'tmamt', 'LONE_SEAT 2', 'fine'],
    ['two more, both made single', 'tamat', 'LONE_SEAT 1,3', 'LONE_SEAT 1,3'],
    ['the other run of the row does not help', 'tamt.aaaa', 'LONE_SEAT 1', 'fine'],
    ['a seat that was single before', 'tathmma', 'LONE_SEAT 6', 'fine'],
    ['a seat that was single before and is left', 'tathmmaa', 'fine', 'fine'],
    ['buying a seat that was single before', 'aatmtaa', 'fine', 'fine'],
    ['a whole run', 'tmmmt', 'fine', 'fine'],
  ])('%s: %s', (_what, row, never, unavoidable) => {
    expect(broken(row, { loneSeats: 'never' })).toBe(never)
    expect(broken(row, { loneSeats: 'unavoidable' })).toBe(unavoidable)
    expect(broken(row, { loneSeats: 'allowed' })).toBe('fine')
  })

  it.each([
    ['a sofa of one', 'amaa', { 0: [1] }],
    ['a wheelchair place', 'amaa', { 0: [10] }],
    ['a companion’s place', 'amaa', { 0: [11] }],
  ])('never treats %s as lone', (_what, row, features: Features) => {
    expect(broken(row, { loneSeats: 'never' }, features)).toBe('fine')
  })

  it('is unavoidable if sofas are in between', () => {
    expect(broken('ammat', { loneSeats: 'unavoidable' }, { 1: [1], 2: [1] })).toBe('fine')
  })

  it('is unavoidable if only that seat has room for a wheelchair', () => {
    expect(broken('tamat', { loneSeats: 'unavoidable' }, { 2: [10] })).toBe('fine')
  })

  it('is unavoidable if policy 3 blocks one of the others', () => {
    expect(broken('ammat', { loneSeats: 'unavoidable', seatingPolicyId: 3 }, { 2: [10] })).toBe('fine')
    expect(broken('ammat', { loneSeats: 'never', seatingPolicyId: 3 }, { 2: [10] })).toBe('LONE_SEAT 0')
  })

  it('is unavoidable if policy 3 blocks the others', () => {
    expect(broken('taamaat', { loneSeats: 'unavoidable', seatingPolicyId: 3 })).toBe('fine')
    expect(broken('tamat', { loneSeats: 'never', seatingPolicyId: 3 })).toBe('fine')
  })
})

describe('R5.12 one seat is kept free', () => {
  const keepOneFree = true
  it.each([
    ['directly beside another party', 'ammhaa', 'KEEP_ONE_FREE 2'],
    ['with a seat between', 'mmahaa', 'fine'],
    ['across an aisle', 'mm.haa', 'fine'],
    ['the seat kept free is not lone, one inside the party is', 'hammaam.', 'fine'],
    ['inside the party', 'hamamaa', 'LONE_SEAT 3'],
    ['at the wall', 'ammaah', 'LONE_SEAT 0'],
  ])('%s: %s', (_what, row, expected) => {
    expect(broken(row, { keepOneFree, loneSeats: 'unavoidable' })).toBe(expected)
  })

  it('ignores left, middle and right seats', () => {
    expect(broken('hmaa', { keepOneFree }, { 1: [31] })).toBe('KEEP_ONE_FREE 1')
  })
})

describe('a companion needs a wheelchair place', () => {
  const features = { 0: [10], 1: [11], 2: [11] }
  it.each([
    ['both', 'mmaa', 'fine'],
    ['the wheelchair alone', 'maaa', 'fine'],
    ['the companion alone', 'amaa', 'COMPANION_ALONE 1'],
    ['two companions of one wheelchair', 'mmma', 'COMPANION_ALONE 2'],
  ])('%s: %s', (_what, row, expected) => {
    expect(broken(row, { companionNeedsWheelchair: true }, features)).toBe(expected)
    expect(broken(row, {}, features)).toBe('fine')
  })
})

describe('seats taken by others after the visitor’s own', () => {
  const check = (row: string, rules: Partial<SelectionRules>, takenAt: readonly number[]) => {
    const { hall, states } = rowOf(row)
    const selected = [...states.status.keys()].filter((seat) => states.status[seat] === 2)
    return checkSelection({ hall, states, takenAt: (seat) => takenAt[seat] ?? 0 }, selected, { ...FREE_RULES, ...rules })?.code ?? 'fine'
  }

  it.each([
    ['a rival directly beside, later', 'aamhaa', { keepOneFree: true }, [0, 0, 5, 6], 'fine'],
    ['a rival directly beside, earlier', 'aamhaa', { keepOneFree: true }, [0, 0, 5, 4], 'KEEP_ONE_FREE'],
    ['together in one moment', 'aamhaa', { keepOneFree: true }, [0, 0, 5, 5], 'fine'],
    ['an early seat in the row does not excuse a later one', 'maaahmm', { keepOneFree: true }, [1, 0, 0, 0, 2, 3, 3], 'KEEP_ONE_FREE'],
    ['a rival made the seat lone', 'mmahaa', { loneSeats: 'never' }, [5, 5, 0, 6], 'fine'],
    ['the visitor made the seat lone', 'mmahaa', { loneSeats: 'never' }, [5, 5, 0, 4], 'LONE_SEAT'],
    ['policy 3, later', 'mhaaaa', { seatingPolicyId: 3 }, [5, 6], 'fine'],
    ['policy 3, earlier', 'mhaaaa', { seatingPolicyId: 3 }, [5, 4], 'SEAT_BLOCKED'],
    ['one’s own seats never excuse each other', 'mamaaa', { loneSeats: 'never' }, [1, 0, 9], 'LONE_SEAT'],
  ] as const)('%s: %s', (_what, row, rules, takenAt, expected) => {
    expect(check(row, rules, takenAt)).toBe(expected)
  })

  it('counts the visitor’s own unselected seat as free', () => {
    const { hall, states } = rowOf('mmmtaa')
    expect(checkSelection({ hall, states }, [0, 1], { ...FREE_RULES, keepOneFree: true })).toBeNull()
    expect(checkSelection({ hall, states }, [0, 1], { ...FREE_RULES, loneSeats: 'never' })?.seats).toEqual([2])
  })
})

describe('the cost', () => {
  it('depends on the touched rows only, in a hall of 100,000 seats', () => {
    const row = Array.from({ length: 40 }, () => [])
    const hall = buildHall(
      planOf({
        1: sectionOf(
          'א',
          Array.from({ length: 2_500 }, () => row),
        ),
      }),
    )
    let asked = 0
    const isGone = (seat: number) => (asked++, seat % 40 === 0)
    const rules: SelectionRules = { loneSeats: 'unavoidable', keepOneFree: true, companionNeedsWheelchair: true, seatingPolicyId: 3 }
    expect(checkAmong({ hall, isGone }, [50_002, 50_003, 90_010], rules)).toBeNull()
    expect(checkAmong({ hall, isGone }, [50_002, 50_038], rules)?.code).toBe('LONE_SEAT')
    expect(asked).toBeLessThan(400)
  })
})

describe('compared with the brute-force rules', () => {
  const rules = fc.record<SelectionRules>({
    loneSeats: fc.constantFrom('allowed', 'unavoidable', 'never'),
    keepOneFree: fc.boolean(),
    companionNeedsWheelchair: fc.boolean(),
    seatingPolicyId: fc.constantFrom(1, 3),
  })
  const seat = fc.record({
    state: fc.constantFrom(...'aaaaaammmht.'),
    feature: fc.constantFrom(0, 0, 0, 0, 0, 1, 4, 10, 11, 31, 32, 33),
  })

  it('R4.17 R5.10 R5.11 R5.12 gives the same verdict on any small row', () => {
    let refused = 0
    fc.assert(
      fc.property(fc.array(seat, { minLength: 1, maxLength: 9 }), rules, (places, chosenRules) => {
        const seats = places.filter(({ state }) => state !== '.')
        const features = Object.fromEntries(places.map(({ feature }, at) => [at, feature === 0 ? [] : [feature]]))
        const { hall, states } = rowOf(places.map(({ state }) => state).join(''), features)
        const selected = seats.flatMap(({ state }, at) => (state === 'm' ? [at] : []))
        const expected = problemByHand(places, chosenRules)
        if (expected) refused++
        expect(checkSelection({ hall, states }, selected, chosenRules)?.code ?? null).toBe(expected)
      }),
      { numRuns: 6_000 },
    )
    expect(refused).toBeGreaterThan(500)
  })
})
