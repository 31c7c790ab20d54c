import { describe, expect, it } from 'vitest'
import { countMatches, featureChoices, isFiltering, matcherOf, NO_FILTER } from '#lib/domain/seating/rules/seat-filter.ts'
import { planOf, sectionOf, statesOf } from './seat-fixtures.ts'
import { buildHall } from '#tests/support/seats/build-hall.ts'

const [COUCH, WHEELCHAIR, COMPANION, LIMITED, LEFT] = [1, 10, 11, 12, 31]
const hall = buildHall(
  planOf({
    1: sectionOf('א', [[[WHEELCHAIR], [COMPANION], [], [LIMITED]]]),
    2: sectionOf('ב', [[[COUCH, LEFT], [COUCH], [COUCH, LIMITED]]]),
  }),
)
/** The first couch is held; the second section is sold under another group. */
const states = statesOf(hall, [
  [1, 5, 1, 1, 1, 7, 1],
  [1, 5, 2, 1, 1, 7, 1],
  [1, 5, 3, 1, 1, 7, 1],
  [1, 5, 4, 1, 1, 7, 1],
  [2, 5, 1, 1, 1, 8, 3],
  [2, 5, 2, 1, 1, 8, 1],
  [2, 5, 3, 1, 1, 8, 1],
])

describe('a filter', () => {
  it('is empty at first', () => {
    expect(isFiltering(NO_FILTER)).toBe(false)
    expect(countMatches(hall, states, NO_FILTER)).toEqual([4, 2])
  })

  it.each([
    [{ group: 8 }, [0, 2]],
    [{ features: [WHEELCHAIR, COMPANION] }, [2, 0]],
    [{ isClearView: true }, [3, 1]],
    [{ group: 8, isClearView: true }, [0, 1]],
    [{ group: 7, features: [COUCH] }, [0, 0]],
  ])('%o leaves %o free seats per section', (part, left) => {
    expect(isFiltering({ ...NO_FILTER, ...part })).toBe(true)
    expect(countMatches(hall, states, { ...NO_FILTER, ...part })).toEqual(left)
  })

  it('matches a seat whether it is free or not', () => {
    expect(matcherOf(hall, states, { ...NO_FILTER, features: [COUCH] })(4)).toBe(true)
  })
})

describe('the available filters', () => {
  it('are the kinds that the hall has, accessible ones first, with the free count at the chosen price', () => {
    expect(featureChoices(hall, states, null)).toEqual({
      kinds: [
        { codes: [WHEELCHAIR, COMPANION], free: 2 },
        { codes: [COUCH], free: 2 },
      ],
      limited: 2,
    })
    expect(featureChoices(hall, states, 7)).toMatchObject({ kinds: [{ free: 2 }, { free: 0 }], limited: 1 })
  })
})

describe('the kinds of seat to choose from', () => {
  const kindsOf = (...rows: readonly (readonly number[])[]) => {
    const small = buildHall(planOf({ 1: sectionOf('א', [rows]) }))
    return featureChoices(small, statesOf(small, []), null).kinds.map(({ codes }) => codes)
  }

  it('are in the order of their codes, each once, after the accessible ones', () => {
    expect(kindsOf([20], [5], [2, 20], [], [13], [10], [11])).toEqual([[10, 11], [2], [5], [13], [20]])
  })

  it.each([
    ['wheelchair places alone', [10]],
    ['companions’ places alone', [11]],
  ])('have the accessible ones as one choice for %s', (_what, features) => {
    expect(kindsOf([], features)).toEqual([[10, 11]])
  })

  it('have none that is accessible, if the hall has none', () => {
    expect(kindsOf([], [5])).toEqual([[5]])
    expect(kindsOf([], [])).toEqual([])
  })

  it('are no seats with a limited view, nor the ends and middles of sofas', () => {
    expect(kindsOf([12], [1, 31], [1, 32], [1, 33])).toEqual([[1]])
  })
})
