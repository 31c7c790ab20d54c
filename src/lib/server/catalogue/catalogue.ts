import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { readCatalogue } from './catalogue-rows.ts'

const CHECK_EVERY = 1_000

let loaded: Catalogue | undefined
let checkedAt = 0
let loading: Promise<Catalogue> | undefined

/** The catalogue in memory. Compares its version with the database's at most once a second and reloads everything after a change. */
export async function catalogue(): Promise<Catalogue> {
  if (loaded && Date.now() - checkedAt < CHECK_EVERY) return loaded
  return (loading ??= refresh().finally(() => (loading = undefined)))
}

/** The catalogue that is in memory now, however old; undefined before the first. For frames of pages, which must stand without a database too. */
export function knownCatalogue(): Catalogue | undefined {
  return loaded
}

async function refresh(): Promise<Catalogue> {
  const { rows } = await database().query<{ version: number }>('SELECT version FROM catalogue_version')
  const version = rows[0]?.version ?? 0
  if (loaded?.version !== version) loaded = await readCatalogue(version)
  checkedAt = Date.now()
  return loaded
}

/** Clears the cache, for tests that change the database. */
export function forgetCatalogue(): void {
  loaded = undefined
  checkedAt = 0
}
