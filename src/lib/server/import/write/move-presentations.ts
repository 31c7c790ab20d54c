import { randomUUID } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { followStarts } from '#lib/server/orders/holds/follow-starts.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import { writePresentations } from './write-catalogue.ts'

/**
 * Writes the presentations; unpaid holds follow moved starts. Runs before codes and customers, because orders take locks in the same sequence: presentations,
 * orders, customers. Returns the number of rows written or deleted.
 */
export async function movePresentations(client: Queryable, prepared: Prepared): Promise<number> {
  const moved = await lockMoved(client, prepared)
  const written = await writePresentations(client, prepared)
  await noteMoves(client, moved)
  await followStarts(
    client,
    moved.map(({ id }) => id),
  )
  return written
}

/** Presentations whose start the files change, locked by ascending id, as an unpaid hold of several locks them. */
interface Moved {
  readonly id: number
  readonly before: Date
  readonly after: Date
}

async function lockMoved(client: Queryable, { presentations }: Prepared): Promise<readonly Moved[]> {
  const { rows } = await client.query<Moved>(
    `SELECT presentation_id AS id, p.starts_at AS before, file.starts_at AS after FROM presentation p JOIN unnest($1::int[], $2::timestamptz[]) AS file (presentation_id, starts_at) USING (presentation_id)
     WHERE p.starts_at <> file.starts_at ORDER BY presentation_id FOR NO KEY UPDATE OF p`,
    [presentations.map(({ item }) => item.id), presentations.map(({ item }) => new Date(item.startsAt).toISOString())],
  )
  return rows
}

/** Notes the moves for a background job, which notifies ticket holders after the commit. */
async function noteMoves(client: Queryable, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  await client.query(
    `INSERT INTO start_move (import_id, presentation_id, from_at, to_at)
     SELECT $1, * FROM unnest($2::int[], $3::timestamptz[], $4::timestamptz[])`,
    [randomUUID(), moved.map(({ id }) => id), moved.map(({ before }) => before), moved.map(({ after }) => after)],
  )
}
