import { describe, expect, test } from 'vitest'
import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { withTables } from '#lib/domain/seating/plan/hall-tables.ts'
import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { besideSeat } from '#lib/domain/seating/plan/find-seat.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { stretchAround, unitOf, whyNot } from '#lib/domain/seating/rules/seat-rules.ts'
import { checkSelection } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import { stepSeat } from '#lib/domain/seating/rules/seat-steps.ts'
import { nameOf, planFrom, seatNamed, tablesHouse, tablesPlan } from '#tests/support/seats/tables-house.ts'

const RULES = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: false, seatingPolicyId: 1 } as const

describe('neighbours', () => {
  const { hall } = tablesHouse({ 5: { kind: 'bench' }, 6: { seats: 1 } })
  const beside = (name: string, by: -1 | 1) => {
    const seat = besideSeat(hall, seatNamed(hall, name), by)
    return seat < 0 ? null : nameOf(hall, seat)
  }

  test.each([
    ['1-1', 1, '1-2'],
    ['1-4', 1, '1-1'],
    ['1-1', -1, '1-4'],
    ['5-4', 1, null],
    ['5-1', -1, null],
    ['5-2', 1, '5-3'],
    ['6-1', 1, null],
  ] as const)('of %s, %i: %s', (name, by, expected) => {
    expect(beside(name, by)).toBe(expected)
  })

  test('a run around a table ends where it began', () => {
    expect(stretchAround(hall, seatNamed(hall, '1-3')).map((seat) => nameOf(hall, seat))).toHaveLength(4)
    const isIn = (seat: number): boolean => nameOf(hall, seat) !== '1-2'
    expect(stretchAround(hall, seatNamed(hall, '1-1'), isIn).map((seat) => nameOf(hall, seat))).toEqual(['1-3', '1-4', '1-1'])
  })

  test('the packed plan has the same tables', () => {
    const plan = planFrom(tablesPlan())
    const packed = packPlan(plan)
    const unpacked = withTables(unpackPlan(packed), packed.tables)
    expect(unpacked.tables?.all).toEqual(tablesHouse().hall.tables?.all)
    expect(unpacked.tables?.all).toHaveLength(6)
  })
})

describe('a table that is sold whole', () => {
  const { hall, states } = tablesHouse({ 2: { sellWhole: true }, 3: { kind: 'box', sellWhole: true } }, ['3-1'])
  const check = (...names: string[]) => {
    const problem = checkSelection({ hall, states }, names.map((name) => seatNamed(hall, name)), RULES) // prettier-ignore
    return problem && `${problem.code} ${problem.seats.map((seat) => nameOf(hall, seat)).join()}`
  }

  test('is one unit, others are not', () => {
    expect(unitOf(hall, seatNamed(hall, '2-3')).map((seat) => nameOf(hall, seat))).toEqual(['2-1', '2-2', '2-3', '2-4'])
    expect(unitOf(hall, seatNamed(hall, '1-3'))).toHaveLength(1)
  })

  test('is refused in part, with the seats that are missing', () => {
    expect(check('2-1', '2-2')).toBe('TABLE_NOT_WHOLE 2-3,2-4')
    expect(check('2-1', '2-2', '2-3', '2-4')).toBeNull()
    expect(check('1-1')).toBeNull()
  })

  test('is blocked as long as somebody has a part of it', () => {
    expect(whyNot({ hall, states, maxSeats: 0, selected: 0, ...RULES }, seatNamed(hall, '3-2'))).toBe('blocked')
    expect(whyNot({ hall, states, maxSeats: 3, selected: 0, ...RULES }, seatNamed(hall, '2-2'))).toBe('limit')
  })
})

test('sofas around a table stand alone, those of a bench are pairs', () => {
  const { hall } = tablesHouse({ 5: { kind: 'bench' } })
  hall.features.fill(maskOf([SEAT_FEATURE.isCouch]))
  const unit = (name: string) => unitOf(hall, seatNamed(hall, name)).map((seat) => nameOf(hall, seat))
  expect([unit('1-2'), unit('5-2'), unit('5-3')]).toEqual([['1-2'], ['5-1', '5-2'], ['5-3', '5-4']])
})

test('the last seat at a table is a lone one wherever the others sit', () => {
  const { hall, states } = tablesHouse()
  const three = ['1-4', '1-1', '1-2'].map((name) => seatNamed(hall, name))
  const problem = checkSelection({ hall, states }, three, { ...RULES, loneSeats: 'never' })
  expect(problem?.seats.map((seat) => nameOf(hall, seat))).toEqual(['1-3'])
})

describe('the keyboard', () => {
  const { hall } = tablesHouse()
  const step = (name: string, dx: -1 | 0 | 1, dy: -1 | 0 | 1): string => nameOf(hall, stepSeat(hall, seatNamed(hall, name), { dx, dy }))

  test('goes around a table and back', () => {
    expect([step('1-1', 1, 0), step('1-4', 1, 0), step('1-1', -1, 0)]).toEqual(['1-2', '1-1', '1-4'])
  })

  test('goes on to the next table, and from the last below to the next in the list, so that each is reached', () => {
    const reached = new Set(['1'])
    for (let name = '1-1', at = 0; at < 12; at++) reached.add((name = step(name, 0, 1)).split('-')[0] ?? '')
    for (let name = '6-1', at = 0; at < 12; at++) reached.add((name = step(name, 0, -1)).split('-')[0] ?? '')
    expect([...reached].sort()).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(step('2-1', 0, 1)).toMatch(/^5-/)
  })

  test('goes back up to the table above, not to the far side of its own', () => {
    expect(step('4-3', 0, -1)).toMatch(/^1-/)
    expect(step('4-1', 0, -1)).toMatch(/^1-/)
    expect(step('1-1', 0, 1)).toMatch(/^4-/)
  })

  test('comes to the next table of the list, or the one before, if none is below or above', () => {
    expect([step('4-1', 0, 1), step('5-3', 0, 1), step('2-1', 0, -1), step('3-2', 0, -1)]).toEqual(['5-1', '6-1', '1-4', '2-4'])
  })

  test('stays at the first table and at the last one', () => {
    expect([step('1-1', 0, -1), step('1-3', 0, -1), step('6-1', 0, 1), step('6-3', 0, 1)]).toEqual(['1-1', '1-3', '6-1', '6-3'])
  })

  test('stays at a table of one seat, to which the next one leads back', () => {
    const one = tablesHouse({ 1: { seats: 1 } }).hall
    const stepOf = (name: string, dx: -1 | 0 | 1, dy: -1 | 0 | 1) => nameOf(one, stepSeat(one, seatNamed(one, name), { dx, dy }))
    expect([stepOf('1-1', 1, 0), stepOf('1-1', -1, 0), stepOf('2-1', 0, -1)]).toEqual(['1-1', '1-1', '1-1'])
  })

  test('comes to the first seat of the table right below', () => {
    const below = tablesHouse({ 2: { at: [100, 400] }, 4: { at: [300, 200] } }).hall
    expect(nameOf(below, stepSeat(below, seatNamed(below, '1-3'), { dx: 0, dy: 1 }))).toBe('2-1')
  })
})
