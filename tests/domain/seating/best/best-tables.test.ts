import { describe, expect, test } from 'vitest'
import { isSideBySide, rankGroups, type BestWish } from '#lib/domain/seating/best/best-seats.ts'
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
  })
})
