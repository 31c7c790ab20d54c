import { randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'

/** Seconds after which a process that says nothing is thought to be gone. */
const GONE_AFTER = 10
/** The name of this process among those of the shop. */
const OWN = randomUUID()

let there = 1

/** How many processes of the shop are at work on this database, this one included, as of the last seconds. */
export function processesThere(): number {
  return there
}

/** Says that this process is there, and counts them all. To be called every few seconds. */
export async function noteProcess(): Promise<void> {
  const { rows } = await database('holds').query<{ others: number }>({
    name: 'note-process',
    text: `WITH own AS (INSERT INTO shop_process (process_id) VALUES ($1) ON CONFLICT (process_id) DO UPDATE SET seen_at = now())
           SELECT count(*)::int AS others FROM shop_process WHERE process_id <> $1 AND seen_at > now() - $2::int * interval '1 second'`,
    values: [OWN, GONE_AFTER],
  })
  there = 1 + (rows[0]?.others ?? 0)
}

/** This process stops: the others take over its share within seconds, also if the database cannot be told any more. */
export async function endProcess(): Promise<void> {
  await database('holds')
    .query('DELETE FROM shop_process WHERE process_id = $1', [OWN])
    .catch(() => undefined)
}

/** Deletes processes that ended without a word. */
export async function sweepProcesses(): Promise<void> {
  await database('holds').query(`DELETE FROM shop_process WHERE process_id IN (
    SELECT process_id FROM shop_process WHERE seen_at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)`)
}
