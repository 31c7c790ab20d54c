import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Feature, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { changedPresentations } from '#lib/domain/catalogue/changed-presentations.ts'
import { byNumber, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { plainPresentation, plainShowing } from './catalogue-fixtures.ts'

type From = Parameters<typeof changedPresentations>[0]

const FIRST: From = {
  ...{ categories: new Map(), venues: new Map(), locations: new Map(), seatplans: new Map() },
  features: KeptInOrder.of([1, 2, 3].map(feature)),
  presentations: KeptInOrder.of([1, 2, 3, 4].map((id) => plainPresentation({ id, featureId: (id % 3) + 1 }))),
}

function feature(id: number): Feature {
  return { ...plainShowing('2026-11-24').feature, id }
}

/** The catalogue after some are read anew: those of the ids that are not among them are gone. */
function changed(from: From, presentations: readonly Presentation[], features: readonly Feature[], gone: readonly number[] = []): From {
  const ids = (items: readonly { readonly id: number }[]) => [...gone, ...items.map(({ id }) => id)]
  return {
    ...from,
    presentations: (from.presentations as KeptInOrder<Presentation>).with(ids(presentations), presentations, byStart),
    features: (from.features as KeptInOrder<Feature>).with(ids(features), features, byNumber),
  }
}

const steps = fc.array(
  fc.record({
    presentations: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 6 }), featureId: fc.integer({ min: 1, max: 4 }) }), {
      selector: ({ id }) => id,
      maxLength: 2,
    }),
    features: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 1 }),
    gone: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 1 }),
  }),
  { maxLength: 4 },
)

test('presentations that have changed are those that are others, and those whose feature is another, before or now', () => {
  fc.assert(
    fc.property(steps, (told) => {
      let from = FIRST
      for (const { presentations, features, gone } of told)
        from = changed(from, presentations.map(plainPresentation), features.map(feature), gone)
      const isOther = (id: number) => {
        const [before, now] = [FIRST.presentations.get(id), from.presentations.get(id)]
        const ofFeatures = [before, now].flatMap((one) => (one ? [one.featureId] : []))
        return before !== now || ofFeatures.some((own) => FIRST.features.get(own) !== from.features.get(own))
      }
      expect(changedPresentations(FIRST, from, [])?.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6].filter(isOther))
    }),
  )
})

test.each(['categories', 'venues', 'locations', 'seatplans'] as const)(
  'any may have changed with other %s, for who asks for them',
  (part) => {
    const from = { ...FIRST, [part]: new Map() }
    const others = (['categories', 'venues', 'locations', 'seatplans'] as const).filter((one) => one !== part)
    expect(changedPresentations(FIRST, from, others)).toEqual([])
    expect(changedPresentations(FIRST, from, [part])).toBeUndefined()
    expect(changedPresentations(FIRST, from, [...others, part])).toBeUndefined()
  },
)

test('what has changed is not known of catalogues that do not know it of each other', () => {
  const plain = { presentations: new Map(FIRST.presentations), features: new Map(FIRST.features) }
  const anew = { presentations: KeptInOrder.of([...FIRST.presentations.values()]), features: KeptInOrder.of([...FIRST.features.values()]) }
  for (const { presentations, features } of [plain, anew]) {
    expect(changedPresentations(FIRST, { ...FIRST, presentations }, [])).toBeUndefined()
    expect(changedPresentations({ ...FIRST, presentations }, FIRST, [])).toBeUndefined()
    expect(changedPresentations(FIRST, { ...FIRST, features }, [])).toBeUndefined()
  }
  expect(changedPresentations({ ...FIRST, ...plain }, { ...FIRST, ...plain }, [])).toEqual([])
})
