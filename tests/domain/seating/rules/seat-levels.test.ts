import { describe, expect, it } from 'vitest'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { groupByLevel, isShownInParts, levelToOpenOn, undrawnSections } from '#lib/domain/seating/rules/seat-levels.ts'
import { planOf, sectionOf, statesOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const AVAILABLE = 1
const YOURS = 2
const HELD = 3
/** Sections of one seat each, by their levels; `list` is one whose seats are in the list only. */
const hallOf = (...levels: readonly (number | 'list')[]): Hall =>
  buildHall(
    planOf(
      Object.fromEntries(
        levels.map((level, at) => {
          const section = sectionOf(String(at + 1), [[[]]], at * 100)
          return [at + 1, level === 'list' ? { ...section, isDrawn: false } : { ...section, level }]
        }),
      ),
    ),
  )
const statesWith = (hall: Hall, ...codes: readonly number[]) => statesOf(hall, codes.map((code, at) => [at + 1, 5, 1, 1, 1, 1, code])) // prettier-ignore
const summary = (at: number) => ({ at, free: 1, priceFrom: null, priceTo: null, isSoldOut: false, takenRatio: 0 })

describe('the level to begin with', () => {
  it.each([
    ['that of one’s own seat, though others are free below it', [0, 1, 2], [AVAILABLE, AVAILABLE, YOURS], 2],
    ['the lowest with a free seat', [2, 1, 0], [AVAILABLE, AVAILABLE, HELD], 1],
    ['the first, if nothing is free', [1, 2], [HELD, HELD], 0],
    ['that of a seat that the map shows, if one’s own is in the list only', ['list', 1], [YOURS, AVAILABLE], 1],
    ['that of a free seat that the map shows', ['list', 2], [AVAILABLE, AVAILABLE], 2],
  ] as const)('is %s', (_what, levels, codes, expected) => {
    const hall = hallOf(...levels)
    expect(levelToOpenOn(hall, statesWith(hall, ...codes))).toBe(expected)
  })
})

describe('the sections of a hall', () => {
  const summaries = [2, 0, 1].map(summary)

  it('are together, if it has no levels', () => {
    expect(groupByLevel(hallOf(0, 0, 0), summaries)).toEqual([{ name: '', own: summaries }])
  })

  it('are listed by its levels, in the order in which they come', () => {
    const levels = ['below', 'between', 'above'].map((name) => ({ name, x: 0, y: 0 }))
    const groups = groupByLevel({ ...hallOf(2, 0, 2), levels }, summaries)
    expect(groups.map(({ name, own }) => [name, own.map(({ at }) => at)])).toEqual([
      ['below', [1]],
      ['between', []],
      ['above', [2, 0]],
    ])
  })

  it('are not all on the map, if some are in the list only', () => {
    expect(undrawnSections(hallOf(0, 'list', 1)).map(({ name }) => name)).toEqual(['2'])
    expect(undrawnSections(hallOf(0, 1))).toEqual([])
  })

  it('are shown in parts, if there are levels, or seats that are in the list only', () => {
    const levels = [{ name: '', x: 0, y: 0 }]
    expect([hallOf(0), { ...hallOf(0), levels }, hallOf('list'), { ...hallOf('list'), levels }].map(isShownInParts)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})
