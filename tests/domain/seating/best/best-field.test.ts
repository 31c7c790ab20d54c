import { describe, expect, test } from 'vitest'
import {
  costOfRun,
  fieldOf,
  forEachStretch,
  isAllowed,
  isOwnBroken,
  isPromising,
  type BestWish,
} from '#lib/domain/seating/best/best-field.ts'
import { emptyStates } from '#lib/domain/seating/rules/seat-states.ts'
import { tablesHouse } from '#tests/support/seats/tables-house.ts'
import { FREE_RULES, houseOf, houseOfSections, type House } from './best-house.ts'

const NEVER = { ...FREE_RULES, loneSeats: 'never' } as const
const UNAVOIDABLE = { ...FREE_RULES, loneSeats: 'unavoidable' } as const
const POLICY = { ...FREE_RULES, seatingPolicyId: 3 } as const
const DISTANCE = { ...FREE_RULES, keepOneFree: true } as const

const fieldIn = ({ hall, states }: House, wish: Partial<BestWish> = {}) =>
  fieldOf(hall, states, { quantity: 1, rules: FREE_RULES, together: 'first', ...wish })
const fieldOfRow = (row: string, wish?: Partial<BestWish>) => fieldIn(houseOf(row), wish)

describe('the seats that are left to buy', () => {
  test.each([
    ['free ones, and those that the visitor gives back', 'aty', [], '101'],
    ['not those that the visitor keeps', 'aty', [2], '100'],
    ['none before the first row or behind the last', 'aaa', [0, 2], '010'],
  ] as const)('are %s: %s', (_what, row, own, left) => {
    expect(fieldOfRow(row, { own }).isLeft.join('')).toBe(left)
  })

  test('are none that are not sold', () => {
    const house = houseOf('aa')
    house.states.allocation[1] = emptyStates({ count: 1 }).allocation[0] ?? 0
    const { isLeft, isOpen } = fieldIn(house)
    expect([isLeft.join(''), isOpen.join('')]).toEqual(['10', '10'])
  })
})

describe('the seats that a rule bars', () => {
  test.each([
    ['none where no rule does', FREE_RULES, 'taaat', [], '00000'],
    ['those beside a taken one, by the policy', POLICY, 'taaat', [], '01010'],
    ['those beside a taken one, if one stays free', DISTANCE, 'taaat', [], '01010'],
    ['none beside an aisle or the end of a row', POLICY, 'at.aa', [], '1000'],
    ['none that are taken themselves', DISTANCE, 'tt', [], '00'],
    ['none beside those that the visitor keeps', POLICY, 'yaat', [0], '0010'],
    ['none beside those that the visitor is about to lock', DISTANCE, 'aaat', [0], '0010'],
    ['none beside those that the visitor gives back', POLICY, 'yaat', [], '0010'],
    ['no middle seat, by the policy', POLICY, 'tmaa', [], '0000'],
    ['a middle seat too, if one stays free', DISTANCE, 'tmaa', [], '0100'],
    ['a middle seat too, if one stays free beside the policy', { ...DISTANCE, seatingPolicyId: 3 }, 'tmaa', [], '0100'],
  ] as const)('are %s', (_what, rules, row, own, barred) => {
    expect(fieldOfRow(row, { rules, own }).isBarred.join('')).toBe(barred)
  })
})

describe('whether places for wheelchairs are looked for', () => {
  const house = houseOfSections({ 1: ['aw'], 2: ['wc'], 3: ['ww'] })
  test.each([
    ['not if nothing is said', {}, false],
    ['if they are asked for', { isAccessible: true }, true],
    ['if the ticket groups have no others', { ticketGroups: new Set([2]) }, true],
    ['if none of several ticket groups has others', { ticketGroups: new Set([2, 3]) }, true],
    ['not if one ticket group has others', { ticketGroups: new Set([1, 2]) }, false],
    ['not if nothing is sold in the ticket groups', { ticketGroups: new Set([0, 9]) }, false],
    ['not if it is said so', { ticketGroups: new Set([2]), isAccessible: false }, false],
  ] as const)('%s', (_what, wish, isForAccess) => {
    expect(fieldIn(house, wish).isForAccess).toBe(isForAccess)
  })
})

describe('the seats that may be offered', () => {
  test.each([
    ['free ones, not those that the visitor has', 'aayt', {}, '1100'],
    ['those that no rule bars', 'aaat', { rules: POLICY }, '1100'],
    ['none for wheelchairs or their companions', 'wcal', {}, '0011'],
    ['those for wheelchairs and their companions alone, if they are asked for', 'wcal', { isAccessible: true }, '1100'],
    ['none that are spared', 'aaaa', { spared: [1, 3] }, '1010'],
  ] as const)('are %s', (_what, row, wish, open) => {
    expect(fieldOfRow(row, wish).isOpen.join('')).toBe(open)
  })

  test.each([
    ['of every section', {}, '11111'],
    ['of the named section', { sectionId: 2 }, '00110'],
    ['of the last section', { sectionId: 3 }, '00001'],
    ['none of an unknown section', { sectionId: 4 }, '00000'],
    ['of the wanted ticket groups', { ticketGroups: new Set([1, 3]) }, '11001'],
    ['of the wanted ticket groups in the section', { ticketGroups: new Set([1, 2]), sectionId: 2 }, '00110'],
  ] as const)('are those %s', (_what, wish, open) => {
    expect(fieldIn(houseOfSections({ 1: ['aa'], 2: ['aa'], 3: ['a'] }), wish).isOpen.join('')).toBe(open)
  })
})

describe('whether seats break no rule', () => {
  test('together with those that the visitor has', () => {
    expect(isAllowed(fieldOfRow('yaaa', { rules: NEVER }), [2, 3])).toBe(true)
    expect(isAllowed(fieldOfRow('yaaa', { rules: NEVER, own: [0] }), [2, 3])).toBe(false)
    expect(isAllowed(fieldOfRow('yaaa', { rules: NEVER, own: [0] }), [1, 2, 3])).toBe(true)
  })

  test('and one of them is a wheelchair’s, if such places are looked for', () => {
    const rules = { ...FREE_RULES, companionNeedsWheelchair: false }
    const seats = [[0], [1], [0, 1], [1, 2]]
    expect(seats.map((some) => isAllowed(fieldOfRow('wcc', { rules, isAccessible: true }), some))).toEqual([true, false, true, false])
    expect(seats.map((some) => isAllowed(fieldOfRow('wcc', { rules, isAccessible: false }), some))).toEqual([true, true, true, true])
  })

  test('or whether those that the visitor has break one already', () => {
    expect(isOwnBroken(fieldOfRow('ayaa', { rules: NEVER, own: [1] }))).toBe(true)
    expect(isOwnBroken(fieldOfRow('yaaa', { rules: NEVER, own: [0] }))).toBe(false)
    expect(isOwnBroken(fieldOfRow('aaaa', { rules: NEVER }))).toBe(false)
  })
})

describe('the quick check of a run', () => {
  test.each([
    ['whole sofas', 'ssss', FREE_RULES, [0, 1], true],
    ['two whole sofas', 'ssss', FREE_RULES, [0, 3], true],
    ['not from the middle of a sofa', 'ssss', FREE_RULES, [1, 3], false],
    ['not to the middle of a sofa', 'ssss', FREE_RULES, [0, 2], false],
    ['a whole row', 'aaaa', NEVER, [0, 3], true],
    ['two seats and two others', 'aaaa', NEVER, [0, 1], true],
    ['not if one is left on the right', 'aaaa', NEVER, [0, 2], false],
    ['not if one is left on the left', 'aaaa', NEVER, [1, 3], false],
    ['not if one is left beside a taken one', 'aaat', NEVER, [0, 1], false],
    ['not if one is left beside those that the visitor has', 'yaaa', NEVER, [2, 3], false],
    ['one may be left if the rules allow it', 'aaa', FREE_RULES, [0, 1], true],
    ['one may be left if it may be unavoidable', 'aaa', UNAVOIDABLE, [0, 1], true],
    ['one may be left if nobody may choose it', 'aaat', { ...NEVER, keepOneFree: true }, [0, 1], true],
    ['one with a feature of its own may be left', 'aal', NEVER, [0, 1], true],
    ['one with a feature of its own may be left on the left', 'laa', NEVER, [1, 2], true],
  ] as const)('lets pass %s', (_what, row, rules, [first, last], isLet) => {
    const own = row.startsWith('y') ? [0] : []
    expect(isPromising(fieldOfRow(row, { rules, own }), first, last)).toBe(isLet)
  })
})

describe('what a run costs beyond how far it is from the focal point', () => {
  test.each([
    ['nothing if two others are left', 'aaaa', {}, [0, 1], 0],
    ['nothing if the whole row goes', 'aaaa', {}, [0, 3], 0],
    ['nothing beside taken ones', 'taat', {}, [1, 2], 0],
    ['one for a seat left on the right', 'aaa', {}, [0, 1], 1],
    ['one for a seat left on the left', 'aaa', {}, [1, 2], 1],
    ['one for a seat left before a taken one', 'aaat', {}, [0, 1], 1],
    ['two for a seat left on each side', 'aaa', {}, [1, 1], 2],
    ['nothing for a wheelchair and a companion', 'wc', { isAccessible: true }, [0, 1], 0],
    ['nothing for a wheelchair without company', 'w', { isAccessible: true }, [0, 0], 0],
    ['nothing for companions', 'cc', { isAccessible: true }, [0, 1], 0],
    ['twenty for each wheelchair beyond the companions', 'wcw', { isAccessible: true }, [0, 2], 20],
    ['twenty for each of two wheelchairs', 'ww', { isAccessible: true }, [0, 1], 40],
    ['nothing for wheelchairs that nobody looks for', 'ww', {}, [0, 1], 0],
  ] as const)('is %s', (_what, row, wish, [first, last], more) => {
    const field = fieldOfRow(row, wish)
    const away = field.ground.cost.slice(first, last + 1)
    const mean = away.reduce((sum, one) => sum + one, 0) / away.length
    expect(costOfRun(field, first, last) - mean).toBeCloseTo(more, 6)
  })
})

describe('the runs that may be offered', () => {
  function runsOf(field: Parameters<typeof forEachStretch>[0]): string {
    const runs: string[] = []
    forEachStretch(field, (first, last) => runs.push(`${String(first)}-${String(last)}`))
    return runs.join(' ')
  }

  test.each([
    ['end at an aisle, at a taken seat and at the end of the hall', ['aa.ataa'], '0-1 2-2 4-5'],
    ['end with their row', ['aa', 'aaa'], '0-1 2-4'],
    ['are none if nothing is free', ['tt'], ''],
  ] as const)('%s', (_what, rows, runs) => {
    expect(runsOf(fieldIn(houseOf(...rows)))).toBe(runs)
  })

  test('are none around tables, but at benches', () => {
    expect(runsOf(fieldIn(tablesHouse()))).toBe('')
    expect(runsOf(fieldIn(tablesHouse({ 2: { kind: 'bench' } })))).toBe('4-7')
  })
})
