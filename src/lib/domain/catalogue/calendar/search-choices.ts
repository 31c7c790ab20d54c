import type { Catalogue, Feature } from '../catalogue.ts'
import { ChangedMap } from '../lists/changed-map.ts'
import { changedSince } from '../lists/kept-in-order.ts'
import { changeWords, indexWords, type Searchable, type WordIndex } from './search-shows.ts'

type From = Pick<Catalogue, 'features' | 'locations' | 'categories'>

/** What somebody may mean who is typing: of all shows, places and categories, and of the people of shows. */
export interface SearchChoices {
  readonly from: From
  readonly index: WordIndex
  /** The shows of a person. */
  readonly showsOf: ChangedMap<string, ReadonlySet<number>>
}

const KINDS = ['feature', 'place', 'city', 'category', 'person'] as const
type ChoiceKind = (typeof KINDS)[number]

/** Keys of the index by their kind, in the order in which kinds are suggested; each without its kind. */
export function choicesByKind(keys: readonly string[]): readonly (readonly [ChoiceKind, readonly string[]])[] {
  const byKind = Map.groupBy(keys, (key) => key.slice(0, key.indexOf(' ')))
  return KINDS.map((kind) => [kind, (byKind.get(kind) ?? []).map((key) => key.slice(kind.length + 1))] as const)
}

function keyOf(kind: ChoiceKind, value: string | number): string {
  return `${kind} ${String(value)}`
}

/** The names of the people of a show, each once, in the order of its credits. */
export function peopleOf({ credits }: Pick<Feature, 'credits'>): readonly string[] {
  return [...new Set(credits.flatMap(({ names }) => names.split(/\s*[,،;]\s*/)))].filter((name) => name !== '')
}

/** The choices of a catalogue: those of the one before with the shows that have changed, if that is known. Which presentations there are does not matter. */
export function searchChoices(from: From, before: SearchChoices | undefined): SearchChoices {
  const isSame = before?.from.locations === from.locations && before.from.categories === from.categories
  const ids = isSame ? changedSince(before.from.features, from.features) : undefined
  return before && ids ? changedBy(before, from, ids) : whole(from)
}

function whole(from: From): SearchChoices {
  const showsOf = new Map<string, Set<number>>()
  for (const feature of from.features.values())
    for (const name of peopleOf(feature)) showsOf.set(name, (showsOf.get(name) ?? new Set()).add(feature.id))
  const named = (kind: ChoiceKind, some: Iterable<{ readonly id: number; readonly name: string }>): readonly Searchable[] =>
    [...some].map(({ id, name }) => ({ key: keyOf(kind, id), text: name }))
  const itself = (kind: ChoiceKind, texts: Iterable<string>): readonly Searchable[] =>
    [...texts].map((text) => ({ key: keyOf(kind, text), text }))
  const index = indexWords([
    ...named('feature', from.features.values()),
    ...named('place', from.locations.values()),
    ...itself('city', new Set([...from.locations.values()].map(({ city }) => city))),
    ...named('category', from.categories.values()),
    ...itself('person', showsOf.keys()),
  ])
  return { from, index, showsOf: new ChangedMap(showsOf) }
}

/** Where nobody would find it by other words than before, the words are the same object. */
function changedBy(before: SearchChoices, from: From, ids: readonly number[]): SearchChoices {
  const people = new Map<string, Set<number>>()
  const showsOf = (name: string) => {
    const shows = people.get(name) ?? new Set(before.showsOf.get(name))
    people.set(name, shows)
    return shows
  }
  for (const id of ids) {
    const [old, now] = [before.from.features.get(id), from.features.get(id)]
    for (const name of old ? peopleOf(old) : []) showsOf(name).delete(id)
    for (const name of now ? peopleOf(now) : []) showsOf(name).add(id)
  }
  const textOf = (name: string, shows: ReadonlySet<number> | undefined) => (shows && shows.size > 0 ? name : '')
  const texts = [
    ...ids.map((id) => ({
      ...{ key: keyOf('feature', id), before: before.from.features.get(id)?.name ?? '', after: from.features.get(id)?.name ?? '' },
    })),
    ...[...people].map(([name, shows]) => ({
      ...{ key: keyOf('person', name), before: textOf(name, before.showsOf.get(name)), after: textOf(name, shows) },
    })),
  ].filter((text) => text.before !== text.after)
  const kept = [...people].map(([name, shows]) => [name, shows.size > 0 ? shows : undefined] as const)
  return { from, index: texts.length === 0 ? before.index : changeWords(before.index, texts), showsOf: before.showsOf.with(kept) }
}
