import { describe, expect, test } from 'vitest'
import { distanceFromFocus } from '#lib/domain/seating/best/best-focus.ts'
import { isSideBySide, type BestWish } from '#lib/domain/seating/best/best-seats.ts'
import { FREE_RULES, houseOf, houseOfSections, placesOf, rank, type House } from './best-house.ts'

const NEVER = { ...FREE_RULES, loneSeats: 'never' } as const
const POLICY = { ...FREE_RULES, seatingPolicyId: 3 } as const
const DISTANCE = { ...FREE_RULES, keepOneFree: true } as const

/** The seats of all offers as row and number, best first. */
const offers = (house: House, quantity: number, wish: Partial<BestWish> = {}) =>
  rank(house, quantity, wish).map((group) => placesOf(house, group).join(' '))

/** The mean distance of seats from the focal point, in seats. */
function meanDistance({ hall }: House, seats: readonly number[]): number {
  return seats.reduce((sum, seat) => sum + distanceFromFocus(hall, hall.x[seat] ?? 0, hall.y[seat] ?? 0), 0) / seats.length
}

describe('which seats may be offered', () => {
  test('none to nobody, and none in a hall without seats', () => {
    expect([rank(houseOf('aaa'), 0), rank(houseOf('aaa'), -1), rank(houseOf('.'), 1)]).toEqual([[], [], []])
  })

  test('not those that the visitor has, or that are spared', () => {
    expect(offers(houseOf('aya'), 1).sort()).toEqual(['1-1', '1-3'])
    expect(offers(houseOf('aaa'), 1, { spared: [0, 2] })).toEqual(['1-2'])
  })

  test('as many groups as are asked for, 24 if nothing is said', () => {
    const house = houseOf(...Array.from({ length: 30 }, () => 'aa'))
    expect([rank(house, 2), rank(house, 2, { most: 3 }), rank(house, 2, { most: 3, together: 'any' })].map(({ length }) => length)).toEqual(
      [24, 3, 3],
    )
  })

  test('groups without common seats first, and others only if nothing else is left', () => {
    expect(offers(houseOf('aaaaaa'), 4).length).toBe(3)
    const both = houseOf('aaaa', ...Array.from({ length: 9 }, () => 'tttt'), 'aaa')
    expect(offers(both, 3, { most: 2 }).map((seats) => seats.split('-')[0])).toEqual(['1', '11'])
  })

  test('of one row those side by side, and of several the best first', () => {
    const house = houseOf('aaa', 'aaa')
    const groups = rank(house, 2, { together: 'any' })
    expect(groups.map(({ cost }) => cost)).toEqual(groups.map(({ cost }) => cost).toSorted((a, b) => a - b))
    expect(groups.filter(({ isTogether }) => isTogether).every(({ seats }) => isSideBySide(house.hall, seats))).toBe(true)
    expect(groups.some(({ isTogether }) => !isTogether)).toBe(false)
  })

  test.each([
    [[0, 1], true],
    [[1, 2], false],
    [[0, 2], false],
    [[1, 0], false],
    [[3], true],
  ])('seats %j are side by side: %j', (seats, isTogether) => {
    expect(isSideBySide(houseOf('aa.aa').hall, seats)).toBe(isTogether)
    expect(isSideBySide(houseOf('aaa').hall, [0, 2])).toBe(false)
  })
})

describe('what a group costs', () => {
  test('is its mean distance from the focal point, and one more for each seat that it leaves alone', () => {
    for (const [quantity, lone] of [
      [4, 0],
      [2, 0],
      [1, 1],
    ] as const) {
      // prettier-ignore
      const house = houseOf(quantity === 1 ? 'aa' : 'aaaa')
      const [best] = rank(house, quantity)
      expect(best?.cost).toBeCloseTo(meanDistance(house, best?.seats ?? []) + lone, 6)
    }
    for (const row of ['aatt', 'ttaa', 'taat']) {
      const [best] = rank(houseOf(row), 2)
      expect(best?.cost).toBeCloseTo(meanDistance(houseOf(row), best?.seats ?? []), 6)
    }
    const both = houseOf('tttt', 'aaa')
    const middle = rank(both, 1, { spared: [4, 6] })
    expect(middle[0]?.cost).toBeCloseTo(meanDistance(both, [5]) + 2, 6)
  })

  test('is more for each part of it and for how far its seats are scattered', () => {
    const house = houseOf('aa.aa')
    const [best] = rank(house, 4)
    expect([placesOf(house, best), best?.isTogether]).toEqual([['1-1', '1-2', '1-4', '1-5'], false])
    const mean = meanDistance(house, [0, 1, 2, 3])
    const scatter = (60 + 30 + 30 + 60) / 4 / house.hall.pitch
    expect(best?.cost).toBeCloseTo(mean + scatter + 2, 5)
  })
})

describe('seats beside those that the visitor has selected', () => {
  test('are not barred by them, but by others', () => {
    for (const rules of [POLICY, DISTANCE]) {
      expect(offers(houseOf('yaat'), 1, { rules, own: [0] })).toEqual(['1-2'])
      expect(offers(houseOf('yaat'), 1, { rules })).toEqual(['1-2'])
      expect(offers(houseOf('taat'), 1, { rules })).toEqual([])
      expect(offers(houseOf('taa'), 1, { rules })).toEqual(['1-3'])
    }
    expect(offers(houseOf('aaa'), 1, { rules: POLICY, own: [0] }).sort()).toEqual(['1-2', '1-3'])
  })

  test('may not leave a seat alone between', () => {
    expect(offers(houseOf('yaaa'), 2, { rules: NEVER, own: [0] })).toEqual([])
    expect(offers(houseOf('yaaa'), 3, { rules: NEVER, own: [0] })).toEqual(['1-2 1-3 1-4'])
    expect(offers(houseOf('yaaaa'), 2, { rules: NEVER, own: [0] })).toEqual(['1-2 1-3', '1-4 1-5'])
  })

  test('are none if they break a rule only together', () => {
    const rules = { ...FREE_RULES, loneSeats: 'unavoidable' } as const
    expect(offers(houseOf('yaayaa'), 1, { rules, own: [0, 3] })).toEqual([])
    expect(offers(houseOf('yaayaa'), 2, { rules, own: [0, 3] }).sort()).toEqual(['1-2 1-3', '1-5 1-6'])
  })

  test('are looked for alone if the selected ones break a rule already', () => {
    expect(offers(houseOf('ayaaaa'), 2, { rules: NEVER, own: [1] }).sort()).toEqual(['1-3 1-4', '1-5 1-6'])
  })
})

describe('seats beside those of others', () => {
  test.each([
    ['aaat', '1-1 1-2'],
    ['taaa', '1-3 1-4'],
  ])('may leave one alone that nobody may choose anyway: %s', (row, seats) => {
    expect(offers(houseOf(row), 2, { rules: { ...NEVER, keepOneFree: true } })).toEqual([seats])
    expect(offers(houseOf(row), 2, { rules: { ...NEVER, seatingPolicyId: 3 } })).toEqual([seats])
    expect(offers(houseOf(row), 2, { rules: NEVER })).toEqual([])
  })
})

test('a middle seat may be beside one that is gone by the policy, and not if one must stay free between', () => {
  expect(offers(houseOf('tmaa'), 2, { rules: POLICY }).sort()).toEqual(['1-2 1-3', '1-3 1-4'])
  expect(offers(houseOf('tmaa'), 2, { rules: DISTANCE })).toEqual(['1-3 1-4'])
  expect(offers(houseOf('taat'), 1, { rules: POLICY })).toEqual([])
})

test('seats of one section, or of some ticket groups, are those alone', () => {
  const house = houseOfSections({ 1: ['aaaa'], 2: ['aaaa'], 3: ['aa'] })
  const seatsOf = (wish: Partial<BestWish>) => rank(house, 2, wish).flatMap(({ seats }) => seats)
  const sorted = (wish: Partial<BestWish>) => [...new Set(seatsOf(wish))].sort((a, b) => a - b)
  expect([1, 2, 3, 4].map((sectionId) => sorted({ sectionId }))).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], []]) // prettier-ignore
  expect(sorted({ ticketGroups: new Set([2, 3]) })).toEqual([4, 5, 6, 7, 8, 9])
})

describe('places for wheelchairs and their companions', () => {
  test('are offered without being asked for if the ticket groups have no others', () => {
    const house = houseOfSections({ 1: ['aaa'], 2: ['wc'] })
    expect(rank(house, 2, { ticketGroups: new Set([2]) }).map(({ seats }) => seats)).toEqual([[3, 4]])
    expect(
      rank(house, 2, { ticketGroups: new Set([1, 2]) })
        .flatMap(({ seats }) => seats)
        .every((seat) => seat < 3),
    ).toBe(true)
    expect(rank(house, 2, { ticketGroups: new Set([2]), isAccessible: false })).toEqual([])
    expect(rank(house, 2, { ticketGroups: new Set([9]) })).toEqual([])
  })

  test('come as a wheelchair’s with a companion’s rather than as two of a kind, also further away', () => {
    const house = houseOf('ww', ...Array.from({ length: 9 }, () => 'tt'), 'wc')
    expect(offers(house, 2, { isAccessible: true })).toEqual(['11-1 11-2', '1-1 1-2'])
    const [first, second] = rank(house, 2, { isAccessible: true })
    expect(first?.cost).toBeCloseTo(meanDistance(house, first?.seats ?? []), 5)
    expect(second?.cost).toBeCloseTo(meanDistance(house, [0, 1]) + 40, 5)
  })

  test('cost nothing more for a wheelchair’s alone', () => {
    const house = houseOf('w')
    expect(rank(house, 1, { isAccessible: true })[0]?.cost).toBeCloseTo(meanDistance(house, [0]), 6)
  })

  test('are never a companion’s alone', () => {
    expect(offers(houseOf('cc.wc'), 2, { isAccessible: true, together: 'only' })).toEqual(['1-4 1-5'])
    expect(offers(houseOf('c.c'), 1, { isAccessible: true })).toEqual([])
    const rules = { ...FREE_RULES, companionNeedsWheelchair: false }
    expect(offers(houseOf('cc'), 2, { isAccessible: true, rules })).toEqual([])
  })
})

describe('a group that no row has room for', () => {
  test('sits in the rows that are nearest to each other', () => {
    const house = houseOf('aat', 'aat', ...Array.from({ length: 6 }, () => 'ttt'), 'aat', 'aat')
    expect(offers(house, 4)).toEqual(['1-1 1-2 2-1 2-2', '9-1 9-2 10-1 10-2'])
  })

  test('is completed from the nearest of many rows', () => {
    const house = houseOf(...Array.from({ length: 20 }, () => 'aat'), ...Array.from({ length: 6 }, () => 'ttt'), 'aaa', 'aat')
    expect(offers(house, 5, { most: 1 })).toEqual(['27-1 27-2 27-3 28-1 28-2'])
  })

  test('begins in the best row', () => {
    const [best] = offers(houseOf(...Array.from({ length: 12 }, () => 'aat')), 4, { most: 1 })
    expect(best).toContain('4-1 4-2')
  })

  test('takes the best seats of a row that has more than are left to find', () => {
    expect(offers(houseOf('aaaaaa', 'aaaaaa'), 8)[0]).toMatch(/(1-3 1-4 2-1|1-6 2-3 2-4)/)
  })

  test('is no more offers than are asked for', () => {
    expect(offers(houseOf('aa.aa', 'aaaat'), 4, { together: 'any', most: 1 })).toHaveLength(1)
  })

  test('shares no seats with another', () => {
    const seats = rank(houseOf('aa', 'aa', 'aa', 'aa', 'aa'), 4).flatMap((group) => group.seats)
    expect([seats.length, new Set(seats).size]).toEqual([8, 8])
  })

  test('is larger in one row than in the others, so that as many as possible sit together', () => {
    const house = houseOf('aaaa', 'aaaa', 'aaaa')
    const sizes = Map.groupBy(rank(house, 6)[0]?.seats ?? [], (seat) => house.hall.row[seat])
    expect([...sizes.values()].map(({ length }) => length).sort()).toEqual([2, 4])
    expect(offers(houseOf('aaa', 'aa'), 5)).toEqual(['1-1 1-2 1-3 2-1 2-2'])
  })

  test('may sit alone only if it cannot be helped', () => {
    expect(offers(houseOf('aa', 'a', 'aa'), 4)).toEqual(['1-1 1-2 3-1 3-2'])
    expect(offers(houseOf('aa', 'a'), 3)).toEqual(['1-1 1-2 2-1'])
    expect(offers(houseOf('a', 'a'), 2)).toEqual(['1-1 2-1'])
    expect(offers(houseOf('a', 'a'), 2, { together: 'only' })).toEqual([])
    expect(offers(houseOf('a', 'a'), 3)).toEqual([])
  })

  test('is offered beside one that sits together if any will do, and then nobody sits alone', () => {
    const house = houseOf('aa.aa', 'taaat', 'atttt')
    const groups = rank(house, 3, { together: 'any' })
    expect(groups.filter(({ isTogether }) => !isTogether)).toEqual([])
    const four = rank(houseOf('aa.aa', 'aaaat'), 4, { together: 'any' })
    expect(four.map(({ isTogether }) => isTogether).sort()).toEqual([false, true])
  })

  test('breaks no rule together, for which other parts are tried', () => {
    const house = houseOf('aa.aaa', 'ttt.aa')
    expect(offers(house, 4, { rules: NEVER })).toEqual(['1-1 1-2 2-5 2-6'])
  })
})
