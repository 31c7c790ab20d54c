import { createHmac } from 'node:crypto'
import { RateLimiterPostgres, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { database } from '#lib/server/platform/db/connect.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** The pool may be closed and opened again, so it is looked up for each statement. */
const STORE = { query: (statement: { text: string; values: unknown[]; name?: string }) => database('holds').query(statement) }

/** Who is counted is known by a keyed hash only. */
class HashedCounter extends RateLimiterPostgres {
  override getKey(who: string): string {
    return super.getKey(createHmac('sha256', keyFor('pii-index')).update(`limit:${who}`).digest('base64url'))
  }
}

/**
 * A counter of all processes on this database. Who has used up everything is refused from memory, without a statement.
 * @param name of what is counted; duration in seconds
 */
export function sharedCounter(
  name: string,
  { points, duration }: { readonly points: number; readonly duration: number },
): RateLimiterAbstract {
  return new HashedCounter({
    ...{ storeClient: STORE, storeType: 'pool', tableName: 'call_count', tableCreated: true, clearExpiredByTimeout: false },
    ...{ keyPrefix: name, points, duration, inMemoryBlockOnConsumed: points + 1 },
  })
}

/** Deletes counts whose time is over. */
export async function sweepCounts(): Promise<void> {
  await database('holds').query(`DELETE FROM call_count WHERE key IN (
    SELECT key FROM call_count WHERE expire < (extract(epoch FROM now()) * 1000)::bigint LIMIT 5000 FOR UPDATE SKIP LOCKED)`)
}
