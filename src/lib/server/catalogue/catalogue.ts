import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { inWords, type InWords } from '#lib/domain/catalogue/words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { readNewest, type LoadedCatalogue } from './catalogue-changes.ts'

const CHECK_EVERY = 1_000

let loaded: LoadedCatalogue | undefined
let checkedAt = 0
let loading: Promise<Catalogue> | undefined

/**
 * The catalogue in memory. Compares its version with the database's at most once a second, and reads after a change what has changed.
 * @param locale the language of its words: what is missing in it is Hebrew
 */
export async function catalogue(locale: Locale = DEFAULT_LOCALE): Promise<Catalogue> {
  if (loaded && Date.now() - checkedAt < CHECK_EVERY) return wordedIn(loaded.catalogue, locale)
  return wordedIn(await (loading ??= refresh().finally(() => (loading = undefined))), locale)
}

const inLocales = new WeakMap<Catalogue, Map<Locale, Catalogue>>()
/** What was put into each language last: the next one takes over what has not changed since. */
const latest = new Map<Locale, InWords>()

/**
 * A catalogue in another language, for where none may be waited for: in a transaction. One object for each language, so that what is made of it can be kept by it.
 * @param from in Hebrew
 */
export function wordedIn(from: Catalogue, locale: Locale): Catalogue {
  if (locale === DEFAULT_LOCALE) return from
  const known = inLocales.get(from) ?? new Map<Locale, Catalogue>()
  inLocales.set(from, known)
  const ready = known.get(locale)
  if (ready) return ready
  const worded = inWords(from, locale, latest.get(locale))
  latest.set(locale, { from, worded })
  known.set(locale, worded)
  return worded
}

/** The catalogue that is in memory now, however old; undefined before the first. For frames of pages, which must stand without a database too. */
export function knownCatalogue(): Catalogue | undefined {
  return loaded?.catalogue
}

async function refresh(): Promise<Catalogue> {
  const { rows } = await database().query<{ version: number }>('SELECT version FROM catalogue_version')
  const version = rows[0]?.version ?? 0
  if (loaded?.catalogue.version !== version) loaded = await readNewest(loaded)
  checkedAt = Date.now()
  return loaded.catalogue
}

/** Clears the cache, for tests that change the database. */
export function forgetCatalogue(): void {
  loaded = undefined
  checkedAt = 0
}

/** Looks for a change at once, for tests. */
export function recheckCatalogue(): Promise<Catalogue> {
  checkedAt = 0
  return catalogue()
}
