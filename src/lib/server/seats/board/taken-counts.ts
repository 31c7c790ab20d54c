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
  /** Of seats that are kept and neither being paid nor sold; the next look changes it. */
  readonly kept: Map<number, Kept>
}

interface Kept {
  readonly seats: number
  /** When the first of them is kept no more, by the database's clock. ms since 1970 */
  readonly until: number
}

type Row = readonly [presentationId: number, taken: number]
type KeptRow = readonly [presentationId: number, seats: number, until: number]

interface Look {
  readonly seen: string
  readonly source: string
  readonly folded: readonly Row[] | null
  readonly kept: readonly KeptRow[] | null
  readonly others: readonly Row[] | null
}

/** Everything is read so often, so that a database that was put in the place of another is not trusted for ever. In ms. */
const TRUSTED_FOR = 3_600_000

/** What is kept for a shorter time than this is counted at each look: clocks of machines differ. In ms. */
const CLOCKS_DIFFER = 60_000

/**
 * All of one instant: the counts that a transaction has changed which had not surely ended at the look before, changes that are not folded, what is locked now, and how many
 * seats are kept where that, or a claim, may have changed. A replica names no transactions that go on, so nothing since the oldest of them counts as seen. $1 the look
 * before; null: reads all; $2 presentations whose locks are not counted; $3 those of which what is kept is counted again
 */
export const TAKEN = `WITH looked_at AS (
    SELECT presentation_id FROM seats_taken WHERE changed_by >= pg_snapshot_xmin($1::pg_snapshot)
    UNION SELECT presentation_id FROM seats_taken_change
    UNION SELECT unnest($3::int[]))
SELECT pg_current_snapshot()::text AS seen,
  (SELECT concat_ws(' ', oid, pg_is_in_recovery()) FROM pg_database WHERE datname = current_database()) AS source,
  (SELECT json_agg(json_build_array(presentation_id, taken)) FROM seats_taken
   WHERE $1::text IS NULL OR changed_by >= pg_snapshot_xmin($1::pg_snapshot)) AS folded,
  (SELECT json_agg(json_build_array(presentation_id, coalesce(k.seats, 0), k.until)) FROM looked_at FULL JOIN (
     SELECT presentation_id, count(*) AS seats, (extract(epoch FROM min(until)) * 1000)::bigint AS until FROM (
       SELECT k.presentation_id, max(k.until) AS until FROM seat_keep k
       WHERE k.until > now() AND ($1::text IS NULL OR k.presentation_id = ANY (ARRAY(SELECT presentation_id FROM looked_at))) AND NOT EXISTS (
         SELECT FROM seat_claim c WHERE c.presentation_id = k.presentation_id AND c.seat_id = k.seat_id AND c.state <> 'H')
       GROUP BY k.presentation_id, k.seat_id) AS by_seat
     GROUP BY presentation_id) AS k USING (presentation_id)) AS kept,
  (SELECT json_agg(json_build_array(presentation_id, taken)) FROM (SELECT presentation_id, sum(taken)::int AS taken FROM (
    SELECT presentation_id, change AS taken FROM seats_taken_change
    UNION ALL
    SELECT presentation_id, count(*) FROM seat_claim c WHERE state = 'H' AND expires_at > now() AND presentation_id <> ALL ($2::int[]) AND NOT EXISTS (
      SELECT FROM seat_keep k WHERE k.presentation_id = c.presentation_id AND k.seat_id = c.seat_id AND k.until > now())
    GROUP BY 1) AS gone GROUP BY presentation_id) AS counted) AS others`

/**
 * The counts as they are now: of what is sold only what has changed is read since the look before.
 * @param before undefined: reads all @param onBoards the counts of presentations that are not to be counted
 */
export async function readTaken(before: SeenCounts | undefined, onBoards: ReadonlyMap<number, number>): Promise<SeenCounts> {
  const now = Date.now()
  const known = before && now - before.wholeAt < TRUSTED_FOR ? before : undefined
  const seen = await look(known, [...onBoards.keys()])
  // Another database, or one that was put back, may lack what was seen.
  if (known && (seen.source !== known.source || oldestOf(seen.seen) < oldestOf(known.seen))) return readTaken(undefined, onBoards)
  const { folded, kept } = changedBy(seen, known)
  const others = new Map(seen.others)
  const sumOf = (id: number) => (folded.get(id) ?? 0) + (others.get(id) ?? 0) + (kept.get(id)?.seats ?? 0)
  const get = (id: number) => onBoards.get(id) ?? (sumOf(id) || undefined)
  return { seen: seen.seen, source: seen.source, wholeAt: known?.wholeAt ?? now, folded, kept, get }
}

/** The counts of the look before with what was seen, or new ones. */
function changedBy(seen: Look, known: SeenCounts | undefined): Pick<SeenCounts, 'folded' | 'kept'> {
  const { folded, kept } = known ?? { folded: new Map<number, number>(), kept: new Map<number, Kept>() }
  for (const [id, taken] of seen.folded ?? [])
    if (taken === 0) folded.delete(id)
    else folded.set(id, taken)
  for (const [id, seats, until] of seen.kept ?? [])
    if (seats === 0) kept.delete(id)
    else kept.set(id, { seats, until })
  return { folded, kept }
}

async function look(known: SeenCounts | undefined, left: readonly number[]): Promise<Look> {
  const soon = Date.now() + CLOCKS_DIFFER
  const ending = [...(known?.kept ?? [])].flatMap(([id, { until }]) => (until <= soon ? [id] : []))
  const { rows } = await databaseForReading().query<Look>(TAKEN, [known?.seen ?? null, left, ending])
  const [row] = rows
  if (!row) throw new Error('The counts of taken seats were not answered.')
  return row
}

/** The oldest transaction that went on. */
function oldestOf(snapshot: string): bigint {
  return BigInt(snapshot.slice(0, snapshot.indexOf(':')))
}
