import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { followStarts } from '#lib/server/orders/holds/follow-starts.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import { writePresentations } from './write-catalogue.ts'

/** A presentation that the files move to another time or hall, or make one of another show. */
export interface MovedDate {
  readonly id: number
  readonly before: Date
  readonly after: Date
  /** null: the same as before. */
  readonly fromVenueId: number | null
  readonly fromFeatureId: number | null
}

/**
 * Writes the presentations; unpaid holds follow moved starts. Runs before codes and customers, because orders take locks in the same sequence: presentations,
 * orders, customers. Returns the number of rows written or deleted, and what moves.
 */
export async function movePresentations(client: Queryable, prepared: Prepared): Promise<{ written: number; dates: readonly MovedDate[] }> {
  const dates = await lockMoved(client, prepared)
  const written = await writePresentations(client, prepared)
  await followStarts(
    client,
    dates.filter(({ before, after }) => before.getTime() !== after.getTime()).map(({ id }) => id),
  )
  return { written, dates }
}

/** Locked by ascending id, as an unpaid hold of several presentations locks them. */
async function lockMoved(client: Queryable, { presentations }: Prepared): Promise<readonly MovedDate[]> {
  const items = presentations.map(({ item }) => item)
  const { rows } = await client.query<MovedDate>(
    `SELECT presentation_id AS id, p.starts_at AS before, file.starts_at AS after, nullif(p.venue_id, file.venue_id) AS "fromVenueId",
       nullif(p.feature_id, file.feature_id) AS "fromFeatureId"
     FROM presentation p JOIN unnest($1::int[], $2::timestamptz[], $3::int[], $4::int[]) AS file (presentation_id, starts_at, venue_id, feature_id)
       USING (presentation_id)
     WHERE (p.starts_at, p.venue_id, p.feature_id) <> (file.starts_at, file.venue_id, file.feature_id)
     ORDER BY presentation_id FOR NO KEY UPDATE OF p`,
    [
      items.map(({ id }) => id),
      items.map(({ startsAt }) => new Date(startsAt).toISOString()),
      items.map(({ venueId }) => venueId),
      items.map(({ featureId }) => featureId),
    ],
  )
  return rows
}
