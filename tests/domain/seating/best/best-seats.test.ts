import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceFromFocus, focusOf } from '#lib/domain/seating/best/best-focus.ts'
import { isSideBySide, type BestWish } from '#lib/domain/seating/best/best-seats.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { checkSelection, type SelectionRules } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { emptyStates, isFree } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { planOf, sectionOf } from '#tests/domain/seating/rules/seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'
import { FREE_RULES, houseOf, houseOfSections, placesOf, rank, type House } from './best-house.ts'

const { isCouch, isHandicap, isCompanion, isLimitedView, isLeftSeat, isRightSeat } = SEAT_FEATURE

describe('the focal point', () => {
  test('is on the middle axis, slightly behind the first row, if there is no stage', () => {
    const house = houseOf(...Array.from({ length: 11 }, () => 'a'.repeat(11)))
    expect(placesOf(house, rank(house, 1)[0])).toEqual(['4-6'])
  })

  test('is the middle of each long side around a pitch', () => {
    const ring = Array.from({ length: 60 }, (_seat, at): [number, number] => {
      const angle = (at / 60) * 2 * Math.PI
      return [500 + Math.cos(angle) * 400, 500 + Math.sin(angle) * 400]
    })
    const seats = ring.map(([x, y], at): [number, number, number, number, number, string, number[]] => [at + 1, 1, x, y, 0, '', []])
    const section = {
      ...sectionOf('ring', []),
      seats,
      capacity: 60,
      groups: [{ id: 0, rows: [{ RowName: '1', first: 0, count: 60 }] }],
    }
    const [left, right, top, bottom] = [300, 700, 400, 600]
    const outline = [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ] as const
    const hall = buildHall({ ...planOf({ 1: section }), stage: { outline, labelX: 500, labelY: 500, label: '' } })
    const points = focusOf(hall).map(([x, y]) => [Math.round(x), y > 500])
    expect(points).toEqual([
      [500, true],
      [500, false],
    ])
  })

  test('follows the hall’s own direction if the hall is rotated', () => {
    const section = sectionOf(
      'א',
      Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => [])),
    )
    const outline = [
      [600, 150],
      [640, 150],
      [640, 200],
      [600, 200],
    ] as const
    const hall = buildHall({ ...planOf({ 1: section }), stage: { outline, labelX: 620, labelY: 175, label: '' } })
    const [focus] = focusOf(hall)
    expect(focus?.[1]).toBe(175)
    expect(focus?.[0]).toBeGreaterThan(150)
    expect(focus?.[0]).toBeLessThan(270)
  })
})

describe('one row', () => {
  test('R8.58 offers nothing if nothing is free or the section is unknown', () => {
    expect(rank(houseOf('ttt'), 1)).toEqual([])
    expect(rank(houseOf('aaa'), 1, { sectionId: 9 })).toEqual([])
    expect(rank(houseOf('aaa'), 4)).toEqual([])
  })

  test('does not split a party over an aisle, whether a missing number or a gap', () => {
    expect(rank(houseOf('aa.aa'), 3, { together: 'only' })).toEqual([])
    const house = houseOf('aaaa')
    const [two = 0, three = 0] = [house.hall.x[1], house.hall.x[2]]
    house.hall.x[2] = three + 60
    house.hall.x[3] = three + 90
    expect(two).toBeLessThan(three)
    expect(rank(house, 2).map((group) => placesOf(house, group))).toContainEqual(['1-1', '1-2'])
    expect(rank(house, 3, { together: 'only' })).toEqual([])
  })

  test('prefers a worse row together to better seats apart, unless any will do', () => {
    const house = houseOf('tttttttttt', 'aataatttaa', 'tttttttttt', ...Array.from({ length: 20 }, () => 'tttttttttt'), 'aaaatttttt')
    expect(placesOf(house, rank(house, 4)[0])).toEqual(['24-1', '24-2', '24-3', '24-4'])
    expect(placesOf(house, rank(house, 4, { together: 'any' })[0])).toEqual(['2-1', '2-2', '2-4', '2-5'])
  })

  test('puts limited views last', () => {
    const house = houseOf('aall', 'tttt', ...Array.from({ length: 9 }, () => 'tttt'), 'aatt')
    const groups = rank(house, 2).map((group) => placesOf(house, group).join())
    expect(groups.indexOf('1-3,1-4')).toBeGreaterThan(groups.indexOf('12-1,12-2'))
    expect(groups.indexOf('12-1,12-2')).toBeGreaterThanOrEqual(0)
  })

  test('keeps wheelchair and companion places for those who ask, and never gives a companion alone', () => {
    const house = houseOf('wcaa')
    expect(rank(house, 2).map((group) => placesOf(house, group))).toEqual([['1-3', '1-4']])
    expect(rank(house, 2, { isAccessible: true }).map((group) => placesOf(house, group))).toEqual([['1-1', '1-2']])
    expect(rank(house, 1, { isAccessible: true }).map((group) => placesOf(house, group))).toEqual([['1-1']])
  })

  test('keeps sofas whole', () => {
    const house = houseOf('ssssss')
    expect(rank(house, 2).map((group) => placesOf(house, group).at(0)?.at(-1))).toEqual(expect.arrayContaining(['1', '3', '5']))
    expect(rank(house, 2)).toHaveLength(3)
    expect(rank(house, 3)).toEqual([])
    const marked = buildHall(planOf({ 1: sectionOf('א', [[[isCouch, isLeftSeat], [isCouch], [isCouch, isRightSeat]]]) }))
    const states = emptyStates(marked)
    states.status.fill(1)
    states.allocation.fill(1)
    expect(rank({ hall: marked, states }, 2)).toEqual([])
    expect(rank({ hall: marked, states }, 3)).toHaveLength(1)
  })

  test('can be limited to a ticket group or a section', () => {
    const house = houseOfSections({ 1: ['aaaa'], 2: ['aaaa'] })
    for (const wish of [{ ticketGroups: new Set([2]) }, { sectionId: 2 }])
      expect(
        rank(house, 2, wish).every(({ seats }) => seats.every((seat) => house.hall.sections[house.hall.section[seat] ?? 0]?.id === 2)),
      ).toBe(true)
  })

  test('avoids overlapping offers, and counts the visitor’s own seats as free', () => {
    const house = houseOf('aaaaaa')
    const [first, second] = rank(house, 3)
    expect(new Set([...(first?.seats ?? []), ...(second?.seats ?? [])]).size).toBe(6)
    house.states.status[1] = 2
    const never = { ...FREE_RULES, loneSeats: 'never' } as const
    expect(rank(house, 1, { rules: never, own: [1] }).map(({ seats }) => seats)).toEqual([[0]])
    house.states.status[1] = 1
    house.states.status[0] = 2
    expect(rank(house, 3, { rules: never, own: [0] }).map(({ seats }) => seats)).toContainEqual([1, 2, 3])
    expect(rank(house, 4, { rules: never, own: [0] })).toEqual([])
  })
})

const rules = fc.record({
  loneSeats: fc.constantFrom<SelectionRules['loneSeats'][]>('allowed', 'unavoidable', 'never'),
  keepOneFree: fc.boolean(),
  companionNeedsWheelchair: fc.constant(true),
  seatingPolicyId: fc.constantFrom(1, 3),
})
const row = fc.string({ unit: fc.constantFrom('a', 'a', 'a', 'a', 't', 't', '.', 's', 'l', 'w', 'c'), minLength: 1, maxLength: 9 })
const plainRow = fc.string({ unit: fc.constantFrom('a', 'a', 't', '.'), minLength: 1, maxLength: 8 })
const rows = (one: fc.Arbitrary<string>, most: number) =>
  fc.array(one, { minLength: 1, maxLength: most }).filter((all) => all.some((seats) => /[^.]/.test(seats)))

/** The brute force: every run of every row, by the rules and plain arithmetic. */
function bestRunCost({ hall, states }: House, quantity: number, ruling: SelectionRules): number | undefined {
  const costs: number[] = []
  for (let first = 0; first + quantity <= hall.count; first++) {
    const seats = Array.from({ length: quantity }, (_seat, at) => first + at)
    const isRow = seats.every((seat, at) => at === 0 || besideSeat(hall, seat, -1) === seat - 1)
    const isOffered = seats.every((seat) => isFree(states, seat) && !hasFeature(hall, seat, isHandicap, isCompanion))
    if (isRow && isOffered && checkSelection({ hall, states }, seats, ruling) === null) costs.push(slowCost({ hall, states }, seats))
  }
  return costs.length === 0 ? undefined : Math.min(...costs)
}

function slowCost({ hall, states }: House, seats: readonly number[]): number {
  const each = seats.map(
    (seat) => distanceFromFocus(hall, hall.x[seat] ?? 0, hall.y[seat] ?? 0) + (hasFeature(hall, seat, isLimitedView) ? 10_000 : 0),
  )
  const isLeft = (seat: number) => seat >= 0 && isFree(states, seat) && !seats.includes(seat)
  const beside = [besideSeat(hall, seats[0] ?? 0, -1), besideSeat(hall, seats.at(-1) ?? 0, 1)]
  const lone = beside.filter((seat) => isLeft(seat) && !isLeft(besideSeat(hall, seat, -1)) && !isLeft(besideSeat(hall, seat, 1)))
  return each.reduce((sum, cost) => sum + cost, 0) / seats.length + lone.length
}

test('R4.21 finds the same best row as brute force in every small hall, or nothing if there is none', () => {
  fc.assert(
    fc.property(rows(row, 4), fc.integer({ min: 1, max: 5 }), rules, (drawn, quantity, ruling) => {
      const house = houseOf(...drawn)
      const groups = rank(house, quantity, { rules: ruling, together: 'only' })
      const best = bestRunCost(house, quantity, ruling)
      if (best === undefined) return groups.length === 0
      return Math.abs((groups[0]?.cost ?? Infinity) - best) < 1e-6
    }),
    { numRuns: 600 },
  )
})

test('offers only free seats that break no rule, in the right number, and side by side if it says so', () => {
  const wishes = fc.record({ rules, together: fc.constantFrom<BestWish['together'][]>('only', 'first', 'any') })
  fc.assert(
    fc.property(rows(row, 4), fc.integer({ min: 1, max: 6 }), wishes, (drawn, quantity, wish) => {
      const house = houseOf(...drawn)
      for (const { seats, isTogether } of rank(house, quantity, wish)) {
        expect(new Set(seats).size).toBe(quantity)
        expect(seats.every((seat) => isFree(house.states, seat) && !hasFeature(house.hall, seat, isHandicap, isCompanion))).toBe(true)
        expect(checkSelection(house, seats, wish.rules)).toBeNull()
        if (isTogether) expect(isSideBySide(house.hall, seats)).toBe(true)
        if (wish.together === 'only') expect(isTogether).toBe(true)
      }
    }),
    { numRuns: 600 },
  )
})

/** The fewest lone seats for so many seats in free runs of these lengths; undefined if they do not suffice. */
function fewestAlone(lengths: readonly number[], quantity: number): number | undefined {
  if (quantity === 0) return 0
  const [length, ...others] = lengths
  if (length === undefined) return undefined
  const ways = Array.from({ length: Math.min(length, quantity) + 1 }, (_size, size) => {
    const rest = fewestAlone(others, quantity - size)
    return rest === undefined ? undefined : rest + (size === 1 ? 1 : 0)
  }).filter((alone) => alone !== undefined)
  return ways.length === 0 ? undefined : Math.min(...ways)
}

function aloneIn(hall: Hall, seats: readonly number[]): number {
  const isBeside = (seat: number, by: -1 | 1) => seats.includes(besideSeat(hall, seat, by))
  return seats.filter((seat) => !isBeside(seat, -1) && !isBeside(seat, 1)).length
}

test('splits a group with as few lone seats as possible if no row has room for it', () => {
  fc.assert(
    fc.property(rows(plainRow, 5), fc.integer({ min: 2, max: 7 }), (drawn, quantity) => {
      const house = houseOf(...drawn)
      const [group] = rank(house, quantity)
      const lengths = drawn.flatMap((seats) => seats.split(/[t.]+/).map((stretch) => stretch.length)).filter((length) => length > 0)
      const fewest = fewestAlone(lengths, quantity)
      if (fewest === undefined) return group === undefined
      if (!group) return false
      return quantity === 1 || aloneIn(house.hall, group.seats) === fewest
    }),
    { numRuns: 600 },
  )
})

test('ranks a stadium of 40,000 seats in a few passes', () => {
  const rowsOfHall = Array.from({ length: 400 }, () => 'a'.repeat(100))
  const house = houseOf(...rowsOfHall)
  const groups = rank(house, 6)
  expect(groups).toHaveLength(24)
  expect(groups.every(({ isTogether }) => isTogether)).toBe(true)
})
