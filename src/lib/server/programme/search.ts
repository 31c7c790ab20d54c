import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { suggestShows } from '#lib/contract/show/features.ts'
import type { Catalogue, Feature } from '#lib/domain/catalogue/catalogue.ts'
import { calendarAddress } from '#lib/domain/catalogue/calendar/calendar-query.ts'
import { findAll, nearest, suggest, type Found } from '#lib/domain/catalogue/calendar/search-shows.ts'
import type { Locale } from '#lib/text/locales.ts'
import { programme, type Programme } from './showings.ts'

type Suggestion = AnswerOf<typeof suggestShows>['suggestions'][number]

const MOST = 8
const NEAREST = 3

/** Keys of the showings that have every word of the text; undefined if there are no words to search for. */
export function findShowings(from: Programme, text: string): Found | undefined {
  return findAll(from.words(), text)
}

/** Features with the titles most similar to the text. */
export function nearestFeatures(from: Programme, text: string): readonly Feature[] {
  const features = [...new Set(from.showings.map(({ feature }) => feature))]
  return nearest(
    features.map((feature) => ({ feature, text: feature.name })),
    text,
    NEAREST,
  ).map(({ feature }) => feature)
}

/** Suggestions for a text that is being typed: shows, people, places and categories of coming showings. */
export async function suggestionsFor(text: string, locale: Locale): Promise<readonly Suggestion[]> {
  const from = await programme(locale)
  const known = choicesOf.get(from.catalogue)
  const choices = known?.day === from.today ? known.choices : choicesFrom(from)
  choicesOf.set(from.catalogue, { day: from.today, choices })
  return suggest(choices, text, MOST)
}

const choicesOf = new WeakMap<Catalogue, { readonly day: string; readonly choices: readonly Suggestion[] }>()

function choicesFrom({ showings, catalogue }: Programme): readonly Suggestion[] {
  const features = [...new Set(showings.map(({ feature }) => feature))]
  const locations = [...new Set(showings.map(({ location }) => location))]
  const people = new Set(features.flatMap(({ credits }) => credits.flatMap(({ names }) => names.split(/\s*[,،;]\s*/))))
  return [
    ...features.map(({ id, name, eyebrow }) => suggestion('feature', name, `/booking/features/${String(id)}`, eyebrow)),
    ...locations.map(({ id, name, city }) =>
      suggestion('place', name, calendarAddress({ location: String(id) }), name.includes(city) ? '' : city),
    ),
    ...[...new Set(locations.map(({ city }) => city))].map((city) => suggestion('place', city, calendarAddress({ location: city }))),
    ...[...catalogue.categories.values()].map(({ id, name }) => suggestion('category', name, calendarAddress({ category: id }))),
    ...[...people].filter((name) => name !== '').map((name) => suggestion('person', name, calendarAddress({ q: name }))),
  ]
}

function suggestion(kind: Suggestion['kind'], text: string, path: string, detail = ''): Suggestion {
  return { kind, text, detail, path }
}
