import { describe, expect, it } from 'vitest'
import { hasManySections, orderSections } from '#lib/domain/seating/rules/section-order.ts'
import { placesOf, planOf, sectionOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

/** Three sections one behind the other, in front of a stage at the top; the plan lists them from the back. */
const row = [[[], [], []]]
const stage = { outline: [], labelX: 60, labelY: -50, label: 'הבמה' }
const plan = planOf({ 1: sectionOf('אחורי', row, 600), 2: sectionOf('אמצעי', row, 300), 3: sectionOf('קדמי', row) })
const hall = buildHall({ ...plan, stage })
const summary = (at: number, priceFrom: number | null, isSoldOut = false) => ({
  at,
  free: isSoldOut ? 0 : 3,
  priceFrom,
  priceTo: priceFrom,
  isSoldOut,
  takenRatio: 0,
})
const order = (sort: 'near' | 'price', ...summaries: ReturnType<typeof summary>[]) =>
  orderSections(hall, summaries, sort).map(({ at }) => hall.sections[at]?.name)

describe('sections', () => {
  it('are sorted from the stage outwards', () => {
    expect(order('near', summary(0, 100), summary(1, 200), summary(2, 300))).toEqual(['קדמי', 'אמצעי', 'אחורי'])
  })

  it('are sorted by price, then by distance, those without a price last', () => {
    expect(order('price', summary(0, 100), summary(1, 200), summary(2, 100))).toEqual(['קדמי', 'אחורי', 'אמצעי'])
    expect(order('price', summary(0, null), summary(1, 200), summary(2, 100))).toEqual(['קדמי', 'אמצעי', 'אחורי'])
  })

  it.each(['near', 'price'] as const)('by %s: sold-out sections are last', (sort) => {
    expect(order(sort, summary(0, 300), summary(1, 200), summary(2, 100, true)).at(-1)).toBe('קדמי')
  })

  it('are listed beside the map if there are ten or more', () => {
    const hallOf = (count: number) =>
      buildHall(planOf(Object.fromEntries(Array.from({ length: count }, (_none, at) => [at + 1, sectionOf(String(at), row)]))))
    expect([hasManySections(hallOf(9)), hasManySections(hallOf(10))]).toEqual([false, true])
  })
})

/** A section that fills a box of the plan. */
const boxOf = (name: string, [left, top, right, bottom]: readonly [number, number, number, number]) => ({
  ...placesOf(name, 10),
  ...{ outline: [[left, top] as const, [right, bottom] as const], labelX: left, labelY: top },
})
/** The names of sections from near to far; they stand in the plan in the order given. */
function outwards(sections: readonly ReturnType<typeof boxOf>[], stage: Parameters<typeof buildHall>[0]['stage']): readonly string[] {
  const built = buildHall({ ...planOf(Object.fromEntries(sections.map((one, at) => [at + 1, one]))), stage })
  const summaries = sections.map((_one, at) => summary(at, null)).reverse()
  return orderSections(built, summaries, 'near').map(({ at }) => sections[at]?.SectionName ?? '')
}

describe('the distance of a section', () => {
  const around = { outline: [], labelX: 1_000, labelY: 500, label: 'הבמה' }

  it('is that of its nearest point from the stage, on whatever side of it', () => {
    const sections = [
      boxOf('behind it', [900, -900, 1_100, 350]),
      boxOf('in front', [900, 640, 1_100, 5_000]),
      boxOf('askew', [1_100, 600, 5_000, 5_000]),
      boxOf('at the left', [-5_000, 400, 870, 600]),
      boxOf('at the right', [1_110, 400, 5_000, 600]),
    ]
    expect(outwards(sections, around)).toEqual(['at the right', 'at the left', 'in front', 'askew', 'behind it'])
  })

  it('is nothing around the stage, which is nearer than beside it', () => {
    const sections = [boxOf('beside', [1_001, 0, 1_100, 900]), boxOf('around', [-5_000, -5_000, 5_000, 5_000])]
    expect(outwards(sections, around)).toEqual(['around', 'beside'])
  })

  it.each([
    ['from left to right', (from: number, to: number) => [from, 1_000, to, 1_100] as const],
    ['from front to back', (from: number, to: number) => [1_000, from, 1_100, to] as const],
  ])('is that from the middle of the hall, if there is no stage: %s', (_what, place) => {
    const sections = [boxOf('first', place(1_000, 1_010)), boxOf('last', place(1_080, 1_100)), boxOf('middle', place(1_045, 1_055))]
    expect(outwards(sections, null)).toEqual(['middle', 'last', 'first'])
  })
})

describe('sections that are alike', () => {
  const pair = [boxOf('left', [-200, 0, -100, 100]), boxOf('right', [100, 0, 200, 100])]
  const built = buildHall({ ...planOf({ 1: pair[0] ?? placesOf('', 0), 2: pair[1] ?? placesOf('', 0) }), stage: null })

  it.each(['near', 'price'] as const)('by %s: stay in the order of the plan', (sort) => {
    expect(orderSections(built, [summary(1, 100), summary(0, 100)], sort).map(({ at }) => at)).toEqual([0, 1])
  })

  it('and have no price stand by their distance', () => {
    expect(order('price', summary(0, null), summary(1, null), summary(2, null))).toEqual(['קדמי', 'אמצעי', 'אחורי'])
  })

  it('by distance: stay so whatever they cost', () => {
    expect(orderSections(built, [summary(1, 100), summary(0, 900)], 'near').map(({ at }) => at)).toEqual([0, 1])
  })

  it('sold out stand by their distance too', () => {
    const summaries = [summary(0, 100, true), summary(1, 100, true), summary(2, 300)]
    expect(order('near', ...summaries)).toEqual(['קדמי', 'אמצעי', 'אחורי'])
    expect(order('near', ...summaries.slice(0, 2), summary(2, 300, true))).toEqual(['קדמי', 'אמצעי', 'אחורי'])
  })
})

it('leaves the list that it is given as it is', () => {
  const given = [summary(0, 100), summary(2, 100)]
  expect(orderSections(hall, given, 'near')).not.toBe(given)
  expect(given.map(({ at }) => at)).toEqual([0, 2])
})

it('puts a section that the hall does not know last', () => {
  expect(orderSections(hall, [summary(7, 100), summary(0, 100)], 'near').map(({ at }) => at)).toEqual([0, 7])
})
