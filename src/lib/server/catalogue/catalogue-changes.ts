import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { readCatalogue, readChanged, type Change } from './catalogue-parts.ts'

/** A catalogue as it was read, and when. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue
  /** PostgreSQL's snapshot (pg_snapshot) at the read; every later commit is in the log of changes. */
  readonly seen: string
  /** ms since 1970 */
  readonly at: number
}

/** The log keeps changes for a day (`sweepCatalogueChanges`); a catalogue that is older than this is read whole. */
const TRUSTED_FOR = DAY_MS / 2

interface Look {
  readonly version: number
  readonly seen: string
  readonly changes: readonly Change[] | null
}

/** Whatever has committed since a snapshot, whichever transaction began first. */
const CHANGES = `SELECT coalesce(json_agg(DISTINCT jsonb_build_object('table', table_name, 'id', id)), '[]') FROM catalogue_change
  WHERE changed_by >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(changed_by, $1::pg_snapshot)`

/** The newest catalogue: only what has changed is read since the one before; everything if there is none, or none that can be trusted. @param onAsked see `readCatalogue` */
export async function readNewest(before: LoadedCatalogue | undefined, onAsked?: () => void): Promise<LoadedCatalogue> {
  const at = Date.now()
  const known = before && at - before.at < TRUSTED_FOR ? before : undefined
  const { version, seen, changes } = await look(known?.seen)
  // A version that goes back is that of another database, for example of a backup.
  const isNext = known !== undefined && changes !== null && version >= known.catalogue.version
  const catalogue = isNext ? await readChanged(known.catalogue, version, changes) : await readCatalogue(version, onAsked)
  return { catalogue, seen, at }
}

/** The version, and what has changed since then, at one instant. What commits while the parts are read is in the log for the next look. */
async function look(since: string | undefined): Promise<Look> {
  const { rows } = await database().query<Look>(
    `SELECT version, pg_current_snapshot()::text AS seen, CASE WHEN $1::text IS NOT NULL THEN (${CHANGES}) END AS changes FROM catalogue_version`,
    [since ?? null],
  )
  return rows[0] ?? { version: 0, seen: '', changes: null }
}

export async function sweepCatalogueChanges(): Promise<void> {
  await database().query({ name: 'sweep-catalogue-changes', text: `DELETE FROM catalogue_change WHERE at < now() - interval '1 day'` })
}
