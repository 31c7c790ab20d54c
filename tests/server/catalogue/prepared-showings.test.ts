import { expect, it, vi } from 'vitest'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import { EMPTY } from '#lib/server/catalogue/catalogue-parts.ts'
import { prepare } from '#lib/server/programme/prepared-showings.ts'
import { keptAlike, plainPresentation, plainShowing } from '#tests/domain/catalogue/catalogue-fixtures.ts'

const DAY = 86_400_000
const { feature, category, venue, location } = plainShowing('2026-11-24')

/** 3,000 presentations of three shows, day by day; the third show only mini-sites sell, and every hundredth is at a place that is not in the catalogue. */
const PRESENTATIONS: readonly Presentation[] = Array.from({ length: 3_000 }, (_, at) =>
  plainPresentation({
    id: at + 1,
    startsAt: DAY * Math.floor(at / 3),
    featureId: feature.id + (at % 3),
    venueId: at % 100 === 99 ? 77 : venue.id,
    isOnlyInSites: at % 3 === 2,
    isCancelled: at % 50 === 0,
  }),
)

function catalogueOf(presentations: KeptInOrder<Presentation>): Catalogue {
  return {
    ...EMPTY,
    features: new Map([0, 1, 2].map((n) => [feature.id + n, { ...feature, id: feature.id + n }])),
    venues: new Map([[venue.id, venue]]),
    locations: new Map([[location.id, location]]),
    categories: new Map(category ? [[category.id, category]] : []),
    presentations,
  }
}

const WANTED = [
  {},
  { featureId: feature.id },
  { featureId: feature.id + 2 },
  { categoryId: feature.categoryId },
  { place: location.city },
  { date: '1970-01-09' },
]

/** What each list shows after some days. */
function shownOf(from: Catalogue) {
  const { ofShop, words } = prepare(from, 'he')
  const lists = WANTED.map((wanted) => ofShop.coming(wanted, 100 * DAY, '1970-04-11').slice())
  const past = [ofShop.notLongOver({}, 100 * DAY), ofShop.notLongOver({ place: location.city, date: '1970-01-09' }, 100 * DAY)]
  return { lists, past, next: ofShop.next({ featureId: feature.id + 1 }, 100 * DAY, '1970-04-11'), words: words.index }
}

it('showings of presentations that are made when they are asked for are those of any others, also after a change', () => {
  const [alike, plain] = [keptAlike(PRESENTATIONS), KeptInOrder.of(PRESENTATIONS)]
  const shown = shownOf(catalogueOf(plain))
  expect(shownOf(catalogueOf(alike))).toEqual(shown)
  expect(shown.lists.map(({ length }) => length)).toEqual([1_780, 890, 0, 1_780, 1_780, 0])
  const anew = [
    plainPresentation({ id: 400, startsAt: 500 * DAY, featureId: feature.id }),
    plainPresentation({ id: 9_000, startsAt: 8 * DAY, featureId: feature.id, isCancelled: true }),
  ]
  const changed = ([400, 401, 9_000] as const).map(Number)
  const after = shownOf(catalogueOf(plain.with(changed, anew, byStart)))
  expect(shownOf({ ...catalogueOf(alike), presentations: alike.with(changed, anew, byStart) })).toEqual(after)
  expect(after).not.toEqual(shown)
})

it('each showing is the same object in every list, with the presentation of the catalogue', () => {
  const from = catalogueOf(keptAlike(PRESENTATIONS))
  const { ofShop } = prepare(from, 'he')
  const [one] = ofShop.coming({ featureId: feature.id }, 200 * DAY, '1970-07-20')
  expect(one?.presentation).toBe(from.presentations.get(one?.presentation.id ?? 0))
  expect([...ofShop.coming({}, 200 * DAY, '1970-07-20')]).toContain(one)
  expect(one && ofShop.showingOf(one.presentation)).toBe(one)
})

it('a list of coming showings creates little more than the showings that are read, and a search creates none', () => {
  const made = vi.fn()
  const from = catalogueOf(keptAlike(PRESENTATIONS, made))
  const { ofShop, words } = prepare(from, 'he')
  const coming = ofShop.coming({ categoryId: feature.categoryId }, 200 * DAY, '1970-07-20')
  expect([coming.length, coming.slice(0, 20).length, coming.at(40)?.date]).toEqual([1_582, 20, '1970-08-10'])
  expect(made.mock.calls.length).toBeLessThan(80)
  const before = made.mock.calls.length
  expect(words.index).toBeDefined()
  expect(made.mock.calls.length).toBe(before)
})
