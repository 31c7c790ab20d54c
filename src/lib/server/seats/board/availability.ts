import { database, databaseForReading } from '#lib/server/platform/db/connect.ts'
import { engine } from './seat-engine.ts'

const FRESH_FOR = 1_000
/** Counting uses at most one part in this many of the database's time, however many seats are locked. */
const REST = 20

/** What is locked now is counted; what is being paid or sold is counted already. $1 presentations that are left out. */
export const TAKEN = `SELECT presentation_id, sum(taken)::int AS taken FROM (
  SELECT presentation_id, taken FROM seats_taken
  UNION ALL
  SELECT presentation_id, change FROM seats_taken_change
  UNION ALL
  SELECT presentation_id, count(*) FROM seat_claim WHERE state = 'H' AND expires_at > now() GROUP BY 1
  UNION ALL
  SELECT presentation_id, count(DISTINCT seat_id) FROM seat_keep k WHERE until > now() AND NOT EXISTS (
    SELECT FROM seat_claim c WHERE c.presentation_id = k.presentation_id AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))
  GROUP BY 1) AS gone
WHERE presentation_id <> ALL ($1::int[])
  AND presentation_id IN (SELECT presentation_id FROM presentation WHERE starts_at > now() - interval '1 day')
GROUP BY presentation_id`

let counted: ReadonlyMap<number, number> = new Map()
let countedAt = 0
let took = 0
let counting: Promise<ReadonlyMap<number, number>> | undefined

/** Number of seats and places of each presentation that are locked, being paid, sold or kept for subscribers, at most about a second old. Presentations with none are absent. */
export async function takenByPresentation(): Promise<ReadonlyMap<number, number>> {
  if (Date.now() - countedAt < Math.max(FRESH_FOR, REST * took)) return counted
  return (counting ??= count().finally(() => (counting = undefined)))
}

/** Takes counts of watched presentations from their boards, so that the busiest ones are not counted in the database each second. */
async function count(): Promise<ReadonlyMap<number, number>> {
  const onBoards = new Map([...engine().boards].flatMap(([id, { taken }]) => (taken === undefined ? [] : [[id, taken] as const])))
  const startedAt = Date.now()
  const { rows } = await databaseForReading().query<{ presentation_id: number; taken: number }>(TAKEN, [[...onBoards.keys()]])
  counted = new Map([...onBoards, ...rows.map((row) => [row.presentation_id, row.taken] as const)])
  countedAt = Date.now()
  took = countedAt - startedAt
  return counted
}

/** Adds what has changed to the counts; does nothing while somebody else is at it. Who reads adds both, so that no count is late. */
export async function foldTaken(): Promise<void> {
  await database().query({ name: 'fold-taken', text: 'SELECT fold_taken() AS folded' })
}

/** @returns of how many presentations the count of taken seats was not that of the claims; they are right after that if `repairs`. */
export async function checkTaken(repairs: boolean): Promise<number> {
  const text = repairs ? 'SELECT repair_taken()::int AS amiss' : 'SELECT count(*)::int AS amiss FROM taken_amiss()'
  const { rows } = await database().query<{ amiss: number }>(text)
  return rows[0]?.amiss ?? 0
}
