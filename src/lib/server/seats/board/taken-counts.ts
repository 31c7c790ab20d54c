import { databaseForReading } from '#lib/server/platform/db/connect.ts'

/** Numbers of seats and places of presentations that are locked, being paid, sold or kept for subscribers. Presentations with none are absent. */
export type TakenCounts = Pick<ReadonlyMap<number, number>, 'get'>

/** What was read of the counts, for the next look. */
export interface SeenCounts extends TakenCounts {
  /** What the database had committed, as PostgreSQL calls it. */
  readonly seen: string
  /** Which database was read, and whether as a replica. */
  readonly source: string
  /** When everything was read. ms since 1970 */
  readonly wholeAt: number
  /** Of seats that are being paid or sold, as they are folded; the next look changes it. */
  readonly folded: Map<number, number>
}

type Row = readonly [presentationId: number, taken: number]

interface Look {
  readonly seen: string
  readonly source: string
  readonly folded: readonly Row[] | null
  readonly others: readonly Row[] | null
}

/** Everything is read so often, so that a database that was put in the place of another is not trusted for ever. In ms. */
const TRUSTED_FOR = 3_600_000

/**
 * All of one instant: the counts that a transaction has changed which had not surely ended at the look before, changes that are not folded, and what is locked or kept now.
 * A replica names no transactions that go on, so nothing since the oldest of them counts as seen. $1 the look before; null: reads all; $2 presentations whose locks are
 * not counted
 */
export const TAKEN = `SELECT pg_current_snapshot()::text AS seen,
  (SELECT concat_ws(' ', oid, pg_is_in_recovery()) FROM pg_database WHERE datname = current_database()) AS source,
  (SELECT json_agg(json_build_array(presentation_id, taken)) FROM seats_taken
   WHERE $1::text IS NULL OR changed_by >= pg_snapshot_xmin($1::pg_snapshot)) AS folded,
  (SELECT json_agg(json_build_array(presentation_id, taken)) FROM (SELECT presentation_id, sum(taken)::int AS taken FROM (
    SELECT presentation_id, change AS taken FROM seats_taken_change
    UNION ALL
    SELECT presentation_id, count(*) FROM seat_claim WHERE state = 'H' AND expires_at > now() AND presentation_id <> ALL ($2::int[]) GROUP BY 1
    UNION ALL
    SELECT presentation_id, count(DISTINCT seat_id) FROM seat_keep k WHERE until > now() AND presentation_id <> ALL ($2::int[]) AND NOT EXISTS (
      SELECT FROM seat_claim c WHERE c.presentation_id = k.presentation_id AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))
    GROUP BY 1) AS gone GROUP BY presentation_id) AS counted) AS others`

/**
 * The counts as they are now: of what is sold only what has changed is read since the look before.
 * @param before undefined: reads all @param onBoards the counts of presentations that are not to be counted
 */
export async function readTaken(before: SeenCounts | undefined, onBoards: ReadonlyMap<number, number>): Promise<SeenCounts> {
  const now = Date.now()
  const known = before && now - before.wholeAt < TRUSTED_FOR ? before : undefined
  const { seen, source, folded, others } = await look(known?.seen, [...onBoards.keys()])
  // Another database, or one that was put back, may lack what was seen.
  if (known && (source !== known.source || oldestOf(seen) < oldestOf(known.seen))) return readTaken(undefined, onBoards)
  const counts = known?.folded ?? new Map<number, number>()
  for (const [id, taken] of folded ?? [])
    if (taken === 0) counts.delete(id)
    else counts.set(id, taken)
  const more = new Map(others)
  const get = (id: number) => onBoards.get(id) ?? ((counts.get(id) ?? 0) + (more.get(id) ?? 0) || undefined)
  return { seen, source, wholeAt: known?.wholeAt ?? now, folded: counts, get }
}

async function look(since: string | undefined, left: readonly number[]): Promise<Look> {
  const { rows } = await databaseForReading().query<Look>(TAKEN, [since ?? null, left])
  const [row] = rows
  if (!row) throw new Error('The counts of taken seats were not answered.')
  return row
}

/** The oldest transaction that went on. */
function oldestOf(snapshot: string): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')))
}
