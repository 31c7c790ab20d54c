import { describe, expect, test } from 'vitest'
import { isSideBySide, rankGroups, type BestWish } from '#lib/domain/seating/best/best-seats.ts'
import { distanceFromFocus } from '#lib/domain/seating/best/best-focus.ts'
import type { RowsTable } from '#lib/domain/seating/layout/rows-plan.ts'
import { nameOf, seatNamed, tablesHouse } from '#tests/support/seats/tables-house.ts'

const RULES = { loneSeats: 'allowed', keepOneFree: false, companionNeedsWheelchair: true, seatingPolicyId: 1 } as const

function best(
  quantity: number,
  { tables = {}, taken = [], ...wish }: { tables?: Record<number, Partial<RowsTable>>; taken?: string[] } & Partial<BestWish> = {},
) {
  const { hall, states } = tablesHouse(tables, taken)
  return rankGroups(hall, states, { quantity, rules: RULES, together: 'first', ...wish }).map(({ seats, isTogether }) => ({
    names: seats.map((seat) => nameOf(hall, seat)),
    isTogether,
  }))
}

const tablesIn = (names: readonly string[] = []): string[] => [...new Set(names.map((name) => name.split('-')[0] ?? ''))]

const WHOLE_HALL = ['1', '2', '3', '4', '5', '6'].flatMap((table) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`))
const except = (...free: string[]): string[] => WHOLE_HALL.filter((name) => !free.includes(name))

/** What the best offer of such seats costs beyond their mean distance from the focal point. */
function extraCost(quantity: number, taken: readonly string[], tables: Record<number, Partial<RowsTable>> = {}): number | undefined {
  const { hall, states } = tablesHouse(tables, taken)
  const [group] = rankGroups(hall, states, { quantity, rules: RULES, together: 'first' })
  if (!group) return undefined
  const away = group.seats.map((seat) => distanceFromFocus(hall, hall.x[seat] ?? 0, hall.y[seat] ?? 0))
  return group.cost - away.reduce((sum, one) => sum + one, 0) / away.length
}

describe('best seats at tables', () => {
  test('are at one table, the nearest to the stage first', () => {
    const [first] = best(4)
    expect(first).toEqual({ names: ['2-1', '2-2', '2-3', '2-4'], isTogether: true })
  })

  test('sit beside each other around it, over the first seat too', () => {
    const [first] = best(2, { taken: ['2-2', '2-3'] })
    expect(first).toEqual({ names: ['2-1', '2-4'], isTogether: true })
  })

  test('leave nobody alone where they need not', () => {
    const taken = ['2-1', '2-2', '2-3', '2-4']
    expect(tablesIn(best(3, { tables: { 3: { seats: 3 } }, taken })[0]?.names)).toEqual(['3'])
    expect(tablesIn(best(3, { tables: { 1: { seats: 3 } }, taken })[0]?.names)).toEqual(['1'])
  })

  test('are at neighbouring tables if no table has so many, and nobody sits alone', () => {
    const [first] = best(5)
    expect(first?.isTogether).toBe(false)
    expect(tablesIn(first?.names)).toHaveLength(2)
    const sizes = tablesIn(first?.names).map((table) => first?.names.filter((name) => name.startsWith(`${table}-`)).length)
    expect(sizes.sort()).toEqual([2, 3])
    expect(best(5, { together: 'only' })).toEqual([])
  })

  test('take tables that are sold whole only whole', () => {
    const whole = Object.fromEntries([1, 2, 3, 4, 5, 6].map((table) => [table, { sellWhole: true }]))
    expect(best(2, { tables: whole })).toEqual([])
    expect(best(4, { tables: whole })[0]?.names).toEqual(['2-1', '2-2', '2-3', '2-4'])
    expect(tablesIn(best(8, { tables: whole })[0]?.names)).toHaveLength(2)
    expect(best(4, { tables: whole, taken: ['2-1'] }).some(({ names }) => names.includes('2-2'))).toBe(false)
  })

  test('are together wherever they sit at one table', () => {
    const { hall } = tablesHouse()
    expect(isSideBySide(hall, ['1-1', '1-3'].map((name) => seatNamed(hall, name)))).toBe(true) // prettier-ignore
    expect(isSideBySide(hall, ['1-4', '2-1'].map((name) => seatNamed(hall, name)))).toBe(false) // prettier-ignore
    expect(isSideBySide(hall, ['2-1', '1-4'].map((name) => seatNamed(hall, name)))).toBe(false) // prettier-ignore
  })
})

describe('what best seats at a table cost', () => {
  test('is nothing more if they follow each other and leave nobody alone', () => {
    expect(extraCost(4, except('2-1', '2-2', '2-3', '2-4'))).toBeCloseTo(0, 6)
    expect(extraCost(2, except('2-1', '2-2'))).toBeCloseTo(0, 6)
    expect(extraCost(2, except('2-1', '2-2', '2-3', '2-4'))).toBeCloseTo(0, 6)
  })

  test('is one more for each end at which a seat is left alone', () => {
    expect(extraCost(3, except('2-1', '2-2', '2-3', '2-4'))).toBeCloseTo(2, 6)
    expect(extraCost(2, except('2-1', '2-2', '2-3'))).toBeCloseTo(1, 6)
    expect(extraCost(1, except('2-1', '2-2'))).toBeCloseTo(1, 6)
    expect(extraCost(1, except('2-1'))).toBeCloseTo(0, 6)
  })

  test('is two more for each time that strangers sit between', () => {
    expect(extraCost(2, except('2-1', '2-3'))).toBeCloseTo(2, 6)
    expect(extraCost(3, [...except('2-1', '2-3'), '2-6'], { 2: { seats: 6 } })).toBeCloseTo(4, 6)
  })

  test.each([[['1', '2']], [['1', '2', '3']]])(
    'is two more for each table after the first, and how far they are scattered: %j',
    (tables) => {
      const { hall } = tablesHouse()
      const names = tables.flatMap((table) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`))
      const seats = names.map((name) => seatNamed(hall, name))
      const mean = (of: (seat: number) => number) => seats.reduce((sum, seat) => sum + of(seat), 0) / seats.length
      const [x, y] = [mean((seat) => hall.x[seat] ?? 0), mean((seat) => hall.y[seat] ?? 0)]
      const scatter = mean((seat) => Math.hypot((hall.x[seat] ?? 0) - x, (hall.y[seat] ?? 0) - y)) / hall.pitch
      expect(extraCost(seats.length, except(...names))).toBeCloseTo(2 * (tables.length - 1) + scatter, 5)
    },
  )
})

describe('the offers at tables', () => {
  test('are as many as are asked for, and no seat is in two of them', () => {
    expect(best(4, { most: 2 })).toHaveLength(2)
    const names = best(2).flatMap((group) => group.names)
    expect([names.length, new Set(names).size]).toEqual([24, 24])
  })

  test('are of the table nearest to the focal point before others', () => {
    // The tables on its left and right are equally near.
    const tables = best(4).map(({ names }) => names[0]?.[0])
    expect([tables[0], tables.slice(1, 3).sort(), tables[3]]).toEqual(['2', ['1', '3'], '5'])
  })

  test('are the best ones if fewer are asked for than there are', () => {
    expect(best(4, { most: 1 })).toEqual(best(4).slice(0, 1))
    expect(best(2, { most: 1 })).toEqual(best(2).slice(0, 1))
  })

  test('name their seats in the order of the plan, also those over the first one', () => {
    for (const taken of ['2-1', '2-2', '2-3', '2-4'])
      for (const { names } of best(2, { taken: [taken] })) expect(names).toEqual(names.toSorted())
  })

  test('sit together if one table has room, though any will do', () => {
    expect(best(4, { together: 'any', taken: except('2-1', '2-2', '2-3', '2-4') }).map(({ isTogether }) => isTogether)).toEqual([true])
  })

  test('of several tables begin with the best one', () => {
    const free = ['1', '3', '4'].flatMap((table) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`))
    expect(best(8, { tables: { 3: { at: [450, 200] } }, taken: except(...free) }).map(({ names }) => tablesIn(names))).toEqual([['1', '3']])
  })

  test('of several tables go on with the nearest one', () => {
    const free = ['2', '3', '5'].flatMap((table) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`))
    expect(best(8, { tables: { 3: { at: [540, 200] } }, taken: except(...free) }).map(({ names }) => tablesIn(names))).toEqual([['2', '5']])
  })

  test('of several tables take the best seats of the last one', () => {
    const seatsOf = (table: string) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`)
    for (const last of ['1', '3', '5']) {
      const [two] = best(2, { taken: except(...seatsOf(last)) })
      const [six] = best(6, { taken: except(...seatsOf('2'), ...seatsOf(last)) })
      expect(six?.names.toSorted()).toEqual([...seatsOf('2'), ...(two?.names ?? [])].sort())
    }
  })

  test('are of tables alone, not of benches', () => {
    const [first] = best(4, { tables: { 2: { kind: 'bench' } }, taken: except('2-1', '2-2', '2-3', '2-4') })
    expect(first).toEqual({ names: ['2-1', '2-2', '2-3', '2-4'], isTogether: true })
    expect(best(2, { tables: { 2: { kind: 'bench' } }, taken: except('2-1', '2-4') }).every(({ isTogether }) => !isTogether)).toBe(true)
  })

  test('of several tables take each of them whole but the last, and the nearest ones', () => {
    expect(best(8, { taken: except('1-1', '1-2', '1-3', '1-4', '2-1', '2-2', '2-3', '2-4') })).toEqual([
      { names: ['1-1', '1-2', '1-3', '1-4', '2-1', '2-2', '2-3', '2-4'], isTogether: false },
    ])
    expect(tablesIn(best(12)[0]?.names)).toHaveLength(3)
    expect(best(25)).toEqual([])
    const apart = best(8, { taken: except(...['2', '4', '5'].flatMap((table) => [1, 2, 3, 4].map((seat) => `${table}-${seat}`))) })
    expect(apart.map(({ names }) => tablesIn(names))).toEqual([['2', '5']])
  })

  test('of several tables share none of them', () => {
    const groups = best(8).map(({ names }) => tablesIn(names))
    expect([groups.length, new Set(groups.flat()).size]).toEqual([3, 6])
  })

  test('of several tables leave nobody alone at one', () => {
    expect(best(5, { taken: except('1-1', '1-2', '1-3', '1-4', '2-1') })).toEqual([])
    expect(best(3, { taken: except('1-1', '1-2', '2-1') })).toEqual([])
    expect(best(5, { tables: { 1: { sellWhole: true } }, taken: except('1-1', '1-2', '1-3', '1-4', '2-1', '2-2') })).toEqual([])
    const [five] = best(5, { taken: except('1-1', '1-2', '1-3', '1-4', '2-1', '2-2') })
    expect(tablesIn(five?.names).map((table) => five?.names.filter((name) => name.startsWith(table)).length)).toEqual([3, 2])
  })
})
