import { describe, expect, it } from 'vitest'
import { hasManySections, orderSections } from '#lib/domain/seating/rules/section-order.ts'
import { planOf, sectionOf } from './seat-fixtures.ts'
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
