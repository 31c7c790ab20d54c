import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { ChangedMap } from '#lib/domain/catalogue/lists/changed-map.ts'
import type { Worded } from '#lib/domain/catalogue/worded.ts'
import { showingKey, type Showing } from './calendar.ts'
import { changeWords, indexWords, type WordIndex } from './search-shows.ts'

/** A show in a hall: how many showings of it there are, and what they are found by. */
interface Entry {
  readonly count: number
  readonly text: string
}

interface Made {
  readonly entries: ChangedMap<string, Entry>
  readonly index: WordIndex
}

/** The words that showings are found by, made when they are first asked for. */
export class ShowingWords {
  readonly #all: Iterable<Showing>
  #made: Made | undefined

  constructor(all: Iterable<Showing>, made?: Made) {
    this.#all = all
    this.#made = made
  }

  get index(): WordIndex {
    this.#made ??= makeOf(this.#all)
    return this.#made.index
  }

  /** @param all the showings now: some in the place of others */
  with(all: Iterable<Showing>, gone: readonly Showing[], come: readonly Showing[]): ShowingWords {
    return new ShowingWords(all, this.#made && changedBy(this.#made, gone, come))
  }
}

function makeOf(all: Iterable<Showing>): Made {
  const entries = new Map<string, Entry>()
  for (const [showing, more] of countedOf(all)) {
    const key = showingKey(showing)
    const { count, text } = entries.get(key) ?? { count: 0, text: textOf(showing) }
    entries.set(key, { count: count + more, text })
  }
  return { entries: new ChangedMap(entries), index: indexWords([...entries].map(([key, { text }]) => ({ key, text }))) }
}

/** Of those that are made when they are asked for, none is. */
function countedOf(all: Iterable<Showing>): Iterable<readonly [Showing, number]> {
  const alike = all instanceof BlockList ? (all as BlockList<Showing>).alike : undefined
  return alike?.countKinds() ?? [...all].map((showing) => [showing, 1] as const)
}

/** Keeps the same word index object if no searchable text has changed. */
function changedBy({ entries, index }: Made, gone: readonly Showing[], come: readonly Showing[]): Made {
  const changed = new Map<string, Entry>()
  const entryOf = (key: string) => changed.get(key) ?? entries.get(key) ?? { count: 0, text: '' }
  for (const key of gone.map(showingKey)) changed.set(key, { ...entryOf(key), count: entryOf(key).count - 1 })
  for (const showing of come) {
    const key = showingKey(showing)
    changed.set(key, { count: entryOf(key).count + 1, text: textOf(showing) })
  }
  const kept = [...changed].map(([key, entry]) => [key, entry.count > 0 ? entry : undefined] as const)
  const texts = kept.map(([key, entry]) => ({ key, before: entries.get(key)?.text ?? '', after: entry?.text ?? '' }))
  const differing = texts.filter(({ before, after }) => before !== after)
  return { entries: entries.with(kept), index: differing.length === 0 ? index : changeWords(index, differing) }
}

/** What a showing is found by: the words of the language that is shown, and the Hebrew ones. */
function textOf(showing: Showing): string {
  const { feature, category, venue, location } = showing
  return [...wordsFound(showing), ...[feature, category, venue, location].flatMap(hebrewOf)].join(' ')
}

function wordsFound({ feature, category, venue, location }: Showing): readonly string[] {
  const { name, eyebrow, tagline, badges, credits } = feature
  const people = credits.map(({ names }) => names)
  return [name, eyebrow, tagline, ...badges, ...people, category?.name ?? '', venue.name, location.name, location.city]
}

/** The Hebrew fields that are shown in another language and searched. */
function hebrewOf(item: Worded | undefined): readonly string[] {
  const { description: _long, quote: _said, address: _where, accessibility: _how, ...found } = item?.words?.he ?? {}
  return Object.values(found).flatMap(plainWords)
}

/** Texts, lists of texts, and the names of a list of credits. */
function plainWords(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(plainWords)
  return typeof value === 'object' && value !== null && 'names' in value ? plainWords(value.names) : []
}
