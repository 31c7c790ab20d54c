import { describe, expect, it } from 'vitest'
import { partnerOf } from '#lib/domain/seating/rules/seat-partners.ts'
import { planOf, rowOf, sectionOf, statesOf, type StatusRow } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const [WHEELCHAIR, COMPANION] = [[10], [11]]

/** Rows of one section, all free: w a wheelchair place, c a companion's, a another seat, . none. Seats are 30 apart, rows 35. */
function hallOf(...sections: readonly (readonly string[])[]) {
  const features: Readonly<Record<string, readonly number[]>> = { w: WHEELCHAIR, c: COMPANION, a: [] }
  const wire = sections.map((rows, at) =>
    sectionOf(
      String(at + 1),
      rows.map((row) => [...row].map((kind) => features[kind] ?? null)),
      at * 10,
    ),
  )
  const hall = buildHall(planOf(Object.fromEntries(wire.map((section, at) => [at + 1, section]))))
  const rows = wire.flatMap(({ seats }, at) => seats.map(([x, y]): StatusRow => [at + 1, 5, x, y, 1, 1, 1]))
  return { hall, states: statesOf(hall, rows) }
}

describe('the partner of a wheelchair or companion place', () => {
  it.each([
    ['a companion’s beside a wheelchair', ['awca'], 1, 2],
    ['a wheelchair’s beside a companion', ['awca'], 2, 1],
    ['the companion’s of the right side', ['wac'], 0, 2],
    ['the companion’s of the left side', ['caw'], 2, 0],
    ['the nearest of several', ['caaawac'], 4, 6],
    ['the first of two that are equally near', ['cwc'], 1, 0],
    ['the nearest, if it comes first', ['caawaaac'], 3, 0],
    ['no second wheelchair', ['wwac'], 0, 3],
    ['no second companion', ['ccaw'], 0, 3],
    ['none for an ordinary seat', ['awca'], 0, -1],
    ['none, if there is no other kind', ['waa'], 0, -1],
    ['the one behind, if it is nearer than those of the row', ['waac', 'c...'], 0, 4],
    ['the one in front', ['c...', 'waac'], 1, 0],
    ['the one a row behind rather than the one two rows in front', ['c', 'a', 'w', 'c'], 2, 3],
    ['one of the row, if the one behind is farther', ['wac.', '....', 'c...'], 0, 2],
  ])('is %s', (_what, rows, seat, partner) => {
    const { hall, states } = hallOf(rows)
    expect(partnerOf(hall, states, seat)).toBe(partner)
  })

  it('is in the same section, even if another one is nearer', () => {
    const { hall, states } = hallOf(['c'], ['waac'], ['c'])
    expect(partnerOf(hall, states, 1)).toBe(4)
    expect(partnerOf(hall, states, 0)).toBe(-1)
    expect(partnerOf(hall, states, 5)).toBe(-1)
  })

  it.each(['h', 't', 'm'])('is free: the next one, if the nearest is %s', (state) => {
    const { hall, states } = rowOf(`a${state}aa`, { 0: WHEELCHAIR, 1: COMPANION, 3: COMPANION })
    expect(partnerOf(hall, states, 0)).toBe(3)
  })

  it('is none, if nothing is free', () => {
    const { hall, states } = rowOf('aht', { 0: WHEELCHAIR, 1: COMPANION, 2: COMPANION })
    expect(partnerOf(hall, states, 0)).toBe(-1)
  })

  it('is never the place itself, though it may be of both kinds', () => {
    const { hall, states } = rowOf('aa', { 0: [10, 11] })
    expect(partnerOf(hall, states, 0)).toBe(-1)
  })

  it('is found for a place that the visitor has chosen', () => {
    const { hall, states } = rowOf('mat', { 0: WHEELCHAIR, 1: COMPANION, 2: COMPANION })
    expect(partnerOf(hall, states, 0)).toBe(1)
  })

  it('is directly beside it, even if one of the row behind is nearer on the plan', () => {
    const { hall, states } = hallOf(['aaa', 'cwa', '.c.'])
    const close = { ...hall, y: hall.y.map((y) => y * 0.5) }
    expect(partnerOf(close, states, 4)).toBe(3)
    expect(partnerOf(close, states, 6)).toBe(4)
  })
})
