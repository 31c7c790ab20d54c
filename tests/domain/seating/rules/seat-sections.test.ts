import { describe, expect, it } from 'vitest'
import { summarizeSections, takenRatio } from '#lib/domain/seating/rules/seat-sections.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { placesOf, planOf, sectionOf, statesOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

describe('takenRatio', () => {
  it.each([
    [3, 3, 0],
    [0, 3, 1],
    [2, 3, 0.333],
    [1, 3, 0.667],
    [1, 7, 0.857],
    [0, 0, 1],
  ])('R9.11 %i free of %i: %f, rounded to 3 decimals', (free, total, ratio) => {
    expect(takenRatio(free, total)).toBe(ratio)
  })
})

describe('summarizeSections', () => {
  const hall = buildHall(
    planOf({
      1: sectionOf('א', [[[], [], []]]),
      2: sectionOf('ב', [[[]]]),
      3: placesOf('דשא', 10),
      4: placesOf('בר', 5),
      5: sectionOf('ג', []),
    }),
  )
  const states = statesOf(hall, [
    [1, 5, 1, 1, 1, 7, 1],
    [1, 5, 2, 1, 1, 8, 1],
    [1, 5, 3, 1, 1, 9, 3],
    [2, 5, 1, 1, 1, 9, 3],
  ])
  const prices: Readonly<Record<number, number>> = { 7: 9000, 8: 12000, 9: 100, 6: 5000 }
  const of = (places: object) =>
    summarizeSections(
      { hall, states },
      { ...places },
      { priceOf: (group) => prices[group] ?? null, groupOfPlaces: (id) => (id === 3 ? 6 : 0) },
    )

  it('counts free seats and their prices', () => {
    expect(of({ 3: { capacity: 10, free: 4, yours: 1 } })).toEqual([
      { at: 0, free: 2, priceFrom: 9000, priceTo: 12000, isSoldOut: false, takenRatio: 0.333 },
      { at: 1, free: 0, priceFrom: null, priceTo: null, isSoldOut: true, takenRatio: 1 },
      { at: 2, free: 4, priceFrom: 5000, priceTo: 5000, isSoldOut: false, takenRatio: 0.6 },
      { at: 3, free: 0, priceFrom: null, priceTo: null, isSoldOut: true, takenRatio: 1 },
      { at: 4, free: 0, priceFrom: null, priceTo: null, isSoldOut: true, takenRatio: 1 },
    ])
  })

  it('counts each section for itself, whatever is free in the next one', () => {
    const pair = buildHall(planOf({ 1: sectionOf('א', [[[], []]]), 2: sectionOf('ב', [[[], [], [], []]]) }))
    const free = statesOf(
      pair,
      [1, 2, 3].map((x) => [2, 5, x, 1, 1, 7, 1]),
    )
    const none = () => null
    expect(summarizeSections({ hall: pair, states: free }, {}, { priceOf: none, groupOfPlaces: () => 0 })).toMatchObject([
      { free: 0, isSoldOut: true, takenRatio: 1 },
      { free: 3, isSoldOut: false, takenRatio: 0.25 },
    ])
  })

  it('R4.16 reports a section without seats as sold out', () => {
    expect(of({})[4]).toMatchObject({ isSoldOut: true })
    expect(of({})[2]).toMatchObject({ isSoldOut: true })
  })

  it('shows prices that anybody pays; those of wheelchair and companion places only if nothing else is free', () => {
    const rows = sectionOf('א', [[[], [SEAT_FEATURE.isHandicap], [SEAT_FEATURE.isCompanion]]])
    const small = buildHall(planOf({ 1: rows }))
    const summaryOf = (plainIsFree: boolean) => {
      const free = statesOf(small, [
        [1, 5, 1, 1, 1, 7, plainIsFree ? 1 : 3],
        [1, 5, 2, 1, 1, 9, 1],
        [1, 5, 3, 1, 1, 9, 1],
      ])
      return summarizeSections({ hall: small, states: free }, {}, { priceOf: (group) => prices[group] ?? null, groupOfPlaces: () => 0 })[0]
    }
    expect(summaryOf(true)).toMatchObject({ free: 3, priceFrom: 9000, priceTo: 9000 })
    expect(summaryOf(false)).toMatchObject({ free: 2, priceFrom: 100, priceTo: 100 })
  })
})
