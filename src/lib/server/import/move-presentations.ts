import type { Queryable } from '#lib/server/db/connect.ts'
import { followStarts } from '#lib/server/orders/hold-time.ts'
import type { Prepared } from './prepare.ts'
import { writePresentations } from './write-catalogue.ts'

/**
 * Writes the presentations; seats that are held without paying follow those that begin at another time now. Before codes and customers, since whoever holds
 * seats locks in the same order: presentations, orders, customers. Answers how many rows were written or deleted.
 */
export async function movePresentations(client: Queryable, prepared: Prepared): Promise<number> {
  const moved = await lockMoved(client, prepared)
  const written = await writePresentations(client, prepared)
  await followStarts(client, moved)
  return written
}

/** The presentations whose start the files change, locked in the order of ids, as a hold of several locks them. */
async function lockMoved(client: Queryable, { presentations }: Prepared): Promise<readonly number[]> {
  const { rows } = await client.query<{ presentation_id: number }>(
    `SELECT presentation_id FROM presentation p JOIN unnest($1::int[], $2::timestamptz[]) AS file (presentation_id, starts_at) USING (presentation_id)
     WHERE p.starts_at <> file.starts_at ORDER BY presentation_id FOR NO KEY UPDATE OF p`,
    [presentations.map(({ item }) => item.id), presentations.map(({ item }) => new Date(item.startsAt).toISOString())],
  )
  return rows.map((row) => row.presentation_id)
}
