import { setImmediate } from 'node:timers/promises'
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

/**
 * Begins to read it when the shop starts. @returns when the database has been asked: it reads while this process does what else takes long. If it cannot be read,
 * whoever asks for it hears why.
 */
export async function beginReading(): Promise<void> {
  await new Promise<void>((begun) => {
    loading ??= refresh(begun).finally(() => (loading = undefined))
    loading.then(
      () => begun(),
      () => begun(),
    )
  })
  // The driver sends in the next tick, which would come after all that this thread has to do at once.
  await setImmediate()
}

async function refresh(onAsked?: () => void): Promise<Catalogue> {
  if (!loaded || (await currentVersion()) !== loaded.catalogue.version) loaded = await readNewest(loaded, onAsked)
  checkedAt = Date.now()
  return loaded.catalogue
}

async function currentVersion(): Promise<number> {
  const { rows } = await database().query<{ version: number }>('SELECT version FROM catalogue_version')
  return rows[0]?.version ?? 0
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
