import { describe, expect, it } from 'vitest'
import type { SelectionRules } from '#lib/domain/seating/rules/seat-choice.ts'
import { checkAmong, checkSelection } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { planOf, rowOf, sectionOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const FREE_RULES: SelectionRules = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 }

describe('seats that others had and gave back', () => {
  /** What is wrong with a row, if the visitor's seats (m) were chosen at `chosenAt`, and others had `seats` at `at`. */
  function before(
    row: string,
    rules: Partial<SelectionRules>,
    chosenAt: Readonly<Record<number, number>>,
    had: { seats: number[]; at: number },
  ) {
    const { hall, states } = rowOf(row)
    const selected = [...states.status.keys()].filter((seat) => states.status[seat] === 2)
    const around = {
      hall,
      isGone: (seat: number) => states.status[seat] === 3,
      takenAt: (seat: number) => chosenAt[seat] ?? 0,
      wasGone: (seat: number, at: number) => had.seats.includes(seat) && had.at === at,
    }
    const problem = checkAmong(around, selected, { ...FREE_RULES, ...rules })
    return problem ? `${problem.code} ${problem.seats.join()}` : 'fine'
  }
  const chosen = { 2: 5, 3: 5 }

  it('excuse a lone seat that nobody could avoid when the seats were chosen', () => {
    expect(before('tammaa', { loneSeats: 'unavoidable' }, chosen, { seats: [4], at: 5 })).toBe('fine')
    expect(before('tammaa', { loneSeats: 'unavoidable' }, chosen, { seats: [], at: 5 })).toBe('LONE_SEAT 1')
    expect(before('tammaa', { loneSeats: 'unavoidable' }, chosen, { seats: [4], at: 6 })).toBe('LONE_SEAT 1')
  })

  it('excuse nothing, if they are the visitor’s now', () => {
    expect(before('tammaa', { loneSeats: 'unavoidable' }, { 2: 5, 3: 9 }, { seats: [3], at: 5 })).toBe('LONE_SEAT 1')
  })

  it('count no more, if they were in the way then', () => {
    expect(before('aammaa', { keepOneFree: true }, chosen, { seats: [4], at: 5 })).toBe('fine')
    expect(before('aammaa', { seatingPolicyId: 3 }, chosen, { seats: [1], at: 5 })).toBe('fine')
    expect(before('ammaaa', { loneSeats: 'never' }, { 1: 5, 2: 5 }, { seats: [4], at: 5 })).toBe('LONE_SEAT 0')
  })
})

describe('of several broken rules and seats', () => {
  it.each([
    ['a sofa before policy 3', 'amh', { seatingPolicyId: 3 }, { 0: [1], 1: [1] }, 'SEATS_NOT_WHOLE 0'],
    ['policy 3 before the seat kept free', 'amh', { seatingPolicyId: 3, keepOneFree: true }, {}, 'SEAT_BLOCKED 1'],
    ['the seat kept free before a lone one', 'amhaa', { keepOneFree: true, loneSeats: 'never' }, {}, 'KEEP_ONE_FREE 1'],
    ['a lone seat before a companion', 'amaa', { loneSeats: 'never', companionNeedsWheelchair: true }, { 1: [11] }, 'LONE_SEAT 0'],
  ] as const)('names %s', (_what, row, rules, features, expected) => {
    const { hall, states } = rowOf(row, features)
    const selected = [...states.status.keys()].filter((seat) => states.status[seat] === 2)
    const problem = checkSelection({ hall, states }, selected, { ...FREE_RULES, ...rules })
    expect(`${problem?.code ?? ''} ${problem?.seats.join() ?? ''}`).toBe(expected)
  })

  it('names every seat of the first rule, and only those to which it applied when they were chosen', () => {
    const { hall, states } = rowOf('hmaamhaa')
    const at = [4, 5, 0, 0, 5, 6]
    const check = (takenAt?: (seat: number) => number) =>
      checkSelection({ hall, states, takenAt }, [1, 4], { ...FREE_RULES, keepOneFree: true })?.seats
    expect(check()).toEqual([1, 4])
    expect(check((seat) => at[seat] ?? 0)).toEqual([1])
  })
})

describe('the visitor’s own seats', () => {
  const rules: SelectionRules = { loneSeats: 'unavoidable', keepOneFree: true, companionNeedsWheelchair: true, seatingPolicyId: 3 }

  it('are never asked about, as if somebody else had them', () => {
    const { hall } = rowOf('aaaaaa')
    const asked = new Set<number>()
    const isGone = (seat: number) => (asked.add(seat), seat === 1 || seat === 2)
    expect(checkAmong({ hall, isGone, takenAt: () => 0 }, [1, 2], { ...rules, loneSeats: 'allowed' })).toBeNull()
    expect(checkAmong({ hall, isGone }, [1, 2], rules)?.code).toBe('LONE_SEAT')
    expect([...asked].filter((seat) => seat === 1 || seat === 2)).toEqual([])
  })

  it.each([
    ['a seat beside the earlier one', { 1: 5 }, 'fine'],
    ['seats beside both', { 1: 5, 4: 8 }, 'KEEP_ONE_FREE 5'],
  ] as const)(
    'are each judged by their own time: between them, somebody took %s',
    (_what, rivals: Readonly<Record<number, number>>, expected) => {
      const { hall } = rowOf('aaaaaa')
      const times: Readonly<Record<number, number>> = { 0: 1, 5: 9, ...rivals }
      const around = { hall, isGone: (seat: number) => seat in rivals, takenAt: (seat: number) => times[seat] ?? 0 }
      const problem = checkAmong(around, [0, 5], { ...FREE_RULES, keepOneFree: true })
      expect(problem ? `${problem.code} ${problem.seats.join()}` : 'fine').toBe(expected)
    },
  )
})

describe('companions and wheelchairs of several sections', () => {
  const hall = buildHall(planOf({ 1: sectionOf('א', [[[10], [11], [11]]]), 2: sectionOf('ב', [[[10], [11], []]]) }))
  const check = (selected: readonly number[], takenAt?: (seat: number) => number) => {
    const rules = { ...FREE_RULES, companionNeedsWheelchair: true }
    return checkAmong({ hall, isGone: () => false, ...(takenAt && { takenAt }) }, selected, rules)?.seats ?? 'fine'
  }

  it.each([
    ['each with its own', [0, 1, 3, 4], 'fine'],
    ['a wheelchair of another section does not count', [1, 3], [1]],
    ['neither does it for a second companion', [0, 1, 2, 3], [2]],
    ['a companion of another section takes no wheelchair away', [0, 1, 4], [4]],
    ['other seats need no wheelchair', [5], 'fine'],
  ] as const)('%s', (_what, selected, expected) => {
    expect(check(selected)).toEqual(expected)
  })

  it('a wheelchair that was chosen later counts as well', () => {
    expect(check([0, 1], (seat) => 9 - seat)).toBe('fine')
    expect(check([0, 1], (seat) => seat)).toBe('fine')
  })
})
