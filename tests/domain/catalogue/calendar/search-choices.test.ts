import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Catalogue, Feature } from '#lib/domain/catalogue/catalogue.ts'
import { byNumber, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { choicesByKind, peopleOf, searchChoices, type SearchChoices } from '#lib/domain/catalogue/calendar/search-choices.ts'
import { plainShowing } from '../catalogue-fixtures.ts'

const { feature, location } = plainShowing('2026-11-24')
const PLACES = {
  locations: new Map([[7, { ...location, id: 7, name: 'היכל', city: 'חיפה' }]]),
  categories: new Map([[3, { id: 3, name: 'קומדיה' }]]),
}
type From = Pick<Catalogue, 'features' | 'locations' | 'categories'>

const showOf = (id: number, name: string, names: string): Feature => ({ ...feature, id, name, credits: [{ role: '', names }] })
const catalogueOf = (features: readonly Feature[]): From => ({ ...PLACES, features: KeptInOrder.of(features) })
const show = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  name: fc.constantFrom('הסערה', 'המלט', 'הסערה הגדולה'),
  names: fc.constantFrom('', 'נועה', 'נועה, אורי', 'אורי;דן', 'דן'),
})
const peopleIn = ({ showsOf }: SearchChoices) =>
  ['נועה', 'אורי', 'דן', 'אין'].map((name) => [...(showsOf.get(name) ?? [])].toSorted((one, other) => one - other))

test('choices after any changes of shows are those of the shows that are there', () => {
  fc.assert(
    fc.property(fc.array(fc.array(show, { maxLength: 3 }), { minLength: 1, maxLength: 5 }), fc.nat(4), (changes, gone) => {
      let from = catalogueOf([showOf(1, 'המלט', 'נועה'), showOf(2, 'הסערה', 'נועה, אורי')])
      let choices = searchChoices(from, undefined)
      for (const some of changes) {
        const changed = new Map(some.map(({ id, name, names }) => [id, showOf(id, name, names)]))
        const items = [...changed.values()].filter(({ id }) => id !== gone)
        from = { ...PLACES, features: (from.features as KeptInOrder<Feature>).with([...changed.keys()], items, byNumber) }
        choices = searchChoices(from, choices)
        const anew = searchChoices(from, undefined)
        expect(choices.index).toEqual(anew.index)
        expect(peopleIn(choices)).toEqual(peopleIn(anew))
      }
    }),
  )
})

describe('without a look at all shows', () => {
  const from = catalogueOf([showOf(1, 'המלט', 'נועה'), showOf(2, 'הסערה', 'אורי')])
  const before = searchChoices(from, undefined)

  test('a changed show changes what it is found by, and nothing does if its words stay', () => {
    const kept = from.features as KeptInOrder<Feature>
    const renamed = kept.with([2], [showOf(2, 'סוף', 'אורי')], byNumber)
    const look = vi.spyOn(renamed, 'values')
    const choices = searchChoices({ ...PLACES, features: renamed }, before)
    expect(look).not.toHaveBeenCalled()
    expect([choices.index.has('סופ'), choices.index.has('הסערה'), before.index.has('הסערה')]).toEqual([true, false, true])
    const same = { ...PLACES, features: kept.with([1], [{ ...showOf(1, 'המלט', 'נועה'), minutes: 1 }], byNumber) }
    expect(searchChoices(same, before).index).toBe(before.index)
  })

  test('other places or categories are all made anew', () => {
    const moved = { ...from, locations: new Map([[7, { ...location, id: 7, name: 'אחר', city: 'עכו' }]]) }
    expect([...searchChoices(moved, before).index.keys()]).toEqual(expect.arrayContaining(['אחר', 'עכו']))
    expect(searchChoices({ ...from, categories: new Map() }, before).index.size).toBeLessThan(before.index.size)
  })
})

test('choices are told apart by their kind, whose order is that of suggestions', () => {
  const keys = ['person נועה ברק', 'feature 12', 'category 3', 'city תל אביב', 'place 7', 'feature 1']
  expect(choicesByKind(keys)).toEqual([
    ['feature', ['12', '1']],
    ['place', ['7']],
    ['city', ['תל אביב']],
    ['category', ['3']],
    ['person', ['נועה ברק']],
  ])
  expect(peopleOf(showOf(1, '', 'נועה ברק , אורי;נועה ברק'))).toEqual(['נועה ברק', 'אורי'])
})
