import { onOtherKeyboard, wordsOf } from './search-text.ts'
import { FIT, fitOf, likeness, type Fit } from './search-words.ts'

/** A searchable entry; `key` identifies it. */
export interface Searchable {
  readonly key: string
  readonly text: string
}

/** Keys by normalised word. */
export type WordIndex = ReadonlyMap<string, ReadonlySet<string>>

export interface Found {
  readonly keys: ReadonlySet<string>
  /** false if it was found only with a changed letter or on the other keyboard layout. */
  readonly isExact: boolean
}

/** Maximum number of words searched for; further words would not narrow the result noticeably. */
const MOST_WORDS = 8

export function indexWords(entries: Iterable<Searchable>): WordIndex {
  const index = new Map<string, Set<string>>()
  for (const { key, text } of entries) {
    for (const word of wordsOf(text)) {
      const keys = index.get(word) ?? new Set()
      index.set(word, keys.add(key))
    }
  }
  return index
}

/** An entry whose text changed; an empty one has no words. */
export interface ChangedText {
  readonly key: string
  readonly before: string
  readonly after: string
}

/** The index with some texts in the place of others; words that no changed text has share their keys with it. */
export function changeWords(index: WordIndex, changes: Iterable<ChangedText>): WordIndex {
  const changed = new Map<string, Set<string>>()
  const keysOfWord = (word: string) => {
    const keys = changed.get(word) ?? new Set(index.get(word))
    changed.set(word, keys)
    return keys
  }
  for (const { key, before, after } of changes) {
    for (const word of wordsOf(before)) keysOfWord(word).delete(key)
    for (const word of wordsOf(after)) keysOfWord(word).add(key)
  }
  const words = new Map(index)
  for (const [word, keys] of changed)
    if (keys.size > 0) words.set(word, keys)
    else words.delete(word)
  return words
}

/**
 * Finds entries that have every word of the text: exactly, else with one letter wrong, else typed on the other keyboard layout. undefined: no words to search
 * for.
 */
export function findAll(index: WordIndex, text: string): Found | undefined {
  const words = wordsOf(text).slice(0, MOST_WORDS)
  if (words.length === 0) return undefined
  const exact = keysOfAll(index, words, FIT.spelling)
  if (exact.size > 0) return { keys: exact, isExact: true }
  const near = keysOfAll(index, words, FIT.near)
  if (near.size > 0) return { keys: near, isExact: false }
  const slipped = wordsOf(onOtherKeyboard(text) ?? '').slice(0, MOST_WORDS)
  return { keys: slipped.length > 0 ? keysOfAll(index, slipped, FIT.spelling) : near, isExact: false }
}

function keysOfAll(index: WordIndex, words: readonly string[], worst: Fit): ReadonlySet<string> {
  const [first = new Set<string>(), ...others] = words.map((word) => keysOf(index, word, worst))
  return new Set([...first].filter((key) => others.every((keys) => keys.has(key))))
}

function keysOf(index: WordIndex, typed: string, worst: Fit): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [word, of] of index) if ((fitOf(typed, word, worst) ?? Infinity) <= worst) for (const key of of) keys.add(key)
  return keys
}

/** What a search suggests. */
interface Suggesting<T> {
  readonly most: number
  /** What of these keys is suggested, in its order. */
  readonly choose: (keys: readonly string[]) => readonly T[]
}

/** Suggestions while typing, best first: a last word that starts an entry's word counts for more than one inside it. */
export function suggest<T>(index: WordIndex, text: string, suggesting: Suggesting<T>): readonly T[] {
  return best(index, wordsOf(text), suggesting) ?? best(index, wordsOf(onOtherKeyboard(text) ?? ''), suggesting) ?? []
}

/** What is only near is suggested if nothing else is. */
function best<T>(index: WordIndex, typed: readonly string[], { most, choose }: Suggesting<T>): readonly T[] | undefined {
  if (typed.length === 0) return undefined
  const byFit = Map.groupBy(fitsOfAll(index, typed.slice(0, MOST_WORDS)), ([, fit]) => fit)
  const found: T[] = []
  for (const fit of Object.values(FIT)) {
    if (found.length >= most || (fit === FIT.near && found.length > 0)) break
    found.push(...choose((byFit.get(fit) ?? []).map(([key]) => key)))
  }
  return found.length === 0 ? undefined : found.slice(0, most)
}

/** Keys that have every typed word, with the worst of each word's best fits. */
function fitsOfAll(index: WordIndex, typed: readonly string[]): Iterable<readonly [key: string, fit: Fit]> {
  const [first = new Map<string, Fit>(), ...others] = typed.map((word) => fitsOf(index, word))
  return [...first].flatMap(([key, fit]) => {
    const fits = [fit, ...others.flatMap((one) => one.get(key) ?? [])]
    return fits.length === typed.length ? [[key, Math.max(...fits) as Fit] as const] : []
  })
}

function fitsOf(index: WordIndex, typed: string): ReadonlyMap<string, Fit> {
  const fits = new Map<string, Fit>()
  for (const [word, keys] of index) {
    const fit = fitOf(typed, word)
    if (fit !== undefined) for (const key of keys) fits.set(key, Math.min(fit, fits.get(key) ?? fit) as Fit)
  }
  return fits
}

/** The titles most similar to the text, for a search without results. */
export function nearest<T extends { readonly text: string }>(choices: readonly T[], text: string, most: number): readonly T[] {
  const typed = wordsOf(text)
  return choices
    .map((choice) => ({ choice, like: likenessOf(typed, wordsOf(choice.text)) }))
    .filter(({ like }) => like > 0)
    .sort((one, other) => other.like - one.like)
    .slice(0, most)
    .map(({ choice }) => choice)
}

function likenessOf(typed: readonly string[], words: readonly string[]): number {
  return Math.max(0, ...typed.flatMap((one) => words.map((word) => likeness(one, word))))
}
