import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { suggestShows } from '#lib/contract/show/features.ts'
import type { Feature } from '#lib/domain/catalogue/catalogue.ts'
import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { calendarAddress } from '#lib/domain/catalogue/calendar/calendar-query.ts'
import { choicesByKind, peopleOf, searchChoices, type SearchChoices } from '#lib/domain/catalogue/calendar/search-choices.ts'
import { findAll, nearest, suggest, type Found, type WordIndex } from '#lib/domain/catalogue/calendar/search-shows.ts'
import type { Locale } from '#lib/text/locales.ts'
import { byStartOfShowing } from './showing-index.ts'
import { programme, type Programme } from './showings.ts'

type Suggestion = AnswerOf<typeof suggestShows>['suggestions'][number]

const MOST = 8
const NEAREST = 3

/** What was found last, by the words it was found in: many search for the same show, and each word of the programme is looked at. */
const foundIn = new WeakMap<WordIndex, Map<string, Found | undefined>>()
const MOST_TEXTS = 200

/** Keys of the showings that have every word of the text; undefined if there are no words to search for. */
export function findShowings(from: Programme, text: string): Found | undefined {
  const index = from.words()
  const known = foundIn.get(index) ?? new Map<string, Found | undefined>()
  foundIn.set(index, known)
  if (known.has(text)) return known.get(text)
  const [oldest] = known.keys()
  if (known.size >= MOST_TEXTS && oldest !== undefined) known.delete(oldest)
  const keys = findAll(index, text)
  known.set(text, keys)
  return keys
}

/** Features with the titles most similar to the text. */
export function nearestFeatures(from: Programme, text: string): readonly Feature[] {
  const features = [...new Set(from.showings.slice().map(({ feature }) => feature))]
  return nearest(
    features.map((feature) => ({ feature, text: feature.name })),
    text,
    NEAREST,
  ).map(({ feature }) => feature)
}

/** Of the newest catalogue that was asked for in each language. */
const newest = new Map<Locale, SearchChoices>()

/** Suggestions for a text that is being typed: shows, people, places and categories of coming showings. */
export async function suggestionsFor(text: string, locale: Locale): Promise<readonly Suggestion[]> {
  const from = await programme(locale)
  const known = newest.get(locale)
  const choices = known?.from === from.catalogue ? known : searchChoices(from.catalogue, known)
  newest.set(locale, choices)
  return suggest(choices.index, text, { most: MOST, choose: (keys) => suggested(from, choices, keys) })
}

/** Of each kind those of coming showings, by the next of them; no more than are wanted. */
function suggested(from: Programme, choices: SearchChoices, keys: readonly string[]): readonly Suggestion[] {
  const suggestions: Suggestion[] = []
  for (const [kind, some] of choicesByKind(keys)) {
    if (suggestions.length >= MOST) break
    suggestions.push(...SUGGESTED[kind](from, some, choices))
  }
  return suggestions
}

type Suggest = (from: Programme, choices: readonly string[], known: SearchChoices) => readonly Suggestion[]

const SUGGESTED: Readonly<Record<ReturnType<typeof choicesByKind>[number][0], Suggest>> = {
  feature: (from, ids) =>
    byNext(ids, (id) => from.nextOf({ featureId: Number(id) })).map(({ next: { feature } }) => ({
      kind: 'feature',
      text: feature.name,
      detail: feature.eyebrow,
      path: `/booking/features/${String(feature.id)}`,
    })),
  place: (from, ids) =>
    byNext(ids, (id) => from.nextOf({ place: id })).map(({ next: { location } }) => ({
      kind: 'place',
      text: location.name,
      detail: location.name.includes(location.city) ? '' : location.city,
      path: calendarAddress({ location: String(location.id) }),
    })),
  city: (from, cities) =>
    byNext(cities, (place) => from.nextOf({ place })).map(({ choice }) => ({
      kind: 'place',
      text: choice,
      detail: '',
      path: calendarAddress({ location: choice }),
    })),
  category: ({ catalogue: { categories } }, ids) => {
    const wanted = new Set(ids)
    const found = [...categories.values()].filter(({ id }) => wanted.has(String(id)))
    return found.map(({ id, name }) => ({ kind: 'category', text: name, detail: '', path: calendarAddress({ category: id }) }))
  },
  person: (from, names, { showsOf }) => {
    const nextWith = (name: string) => byNext([...(showsOf.get(name) ?? [])], (featureId) => from.nextOf({ featureId }))[0]?.next
    return byNext(names, nextWith, (name, { feature }) => peopleOf(feature).indexOf(name)).map(({ choice }) => ({
      kind: 'person',
      text: choice,
      detail: '',
      path: calendarAddress({ q: choice }),
    }))
  },
}

/** Choices that have a coming showing, by the next one; of those with the same one by their place. No more than are suggested. */
function byNext<T>(
  choices: readonly T[],
  nextOf: (choice: T) => Showing | undefined,
  placeOf: (choice: T, next: Showing) => number = () => 0,
): readonly { readonly choice: T; readonly next: Showing }[] {
  const found = choices.flatMap((choice) => {
    const next = nextOf(choice)
    return next ? [{ choice, next, place: placeOf(choice, next) }] : []
  })
  return found.sort((one, other) => byStartOfShowing(one.next, other.next) || one.place - other.place).slice(0, MOST)
}
