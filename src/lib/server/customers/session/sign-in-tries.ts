import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransactionKeptWhenRefused } from '#lib/server/platform/db/transactions.ts'
import { indexOf } from './security-log.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { noteLimit } from './sign-in-limits-log.ts'
import { lockKeys } from './sign-in-limits.ts'

/** A limit on tries. */
export interface TryLimit {
  /** What is tried and counted by: 'password of', 'link from' … */
  readonly kind: string
  /** An address or a caller, stored as a keyed hash; null is this machine, which is not limited. */
  readonly who: string | null
  readonly most: number
  readonly seconds: number
}

/** Who tries, for the log of a reached limit. */
export interface Trier {
  readonly uuid: string
  readonly caller: string | null
}

/** Counted tries, so that they can be taken back. */
export interface CountedTries {
  readonly rows: readonly { readonly subject: Buffer; readonly at: string }[]
}

/** A caller's limit is widened, because many people may share an address. */
export function callerLimit(limit: TryLimit): TryLimit {
  return { ...limit, most: limit.most * settings().addressLimitFactor }
}

/**
 * Counts a try before it is made, across all processes, so that parallel tries cannot slip through. A try refused by one limit does not count for the others
 * and does not extend the wait. Refusals: TOO_MANY_REQUESTS.
 */
export async function countTry(trier: Trier, limits: readonly TryLimit[]): Promise<Result<CountedTries>> {
  const counted = limits.flatMap(({ who, ...limit }) => (who === null ? [] : [{ ...limit, subject: indexOf(limit.kind, who) }]))
  return inTransactionKeptWhenRefused(async (client) => {
    await lockKeys(
      client,
      counted.map(({ subject }) => subject),
    )
    for (const limit of counted) {
      const wait = await secondsToWait(client, limit)
      if (wait === undefined) continue
      await noteLimit(client, { ...trier, limit: limit.kind })
      return refuse('TOO_MANY_REQUESTS', { seconds: wait })
    }
    return accept(await noteTries(client, counted))
  }, 'holds')
}

interface Counted extends Pick<TryLimit, 'most' | 'seconds'> {
  readonly subject: Buffer
}

/** undefined if another try is allowed. */
async function secondsToWait(client: Queryable, { subject, most, seconds }: Counted): Promise<number | undefined> {
  const { rows } = await client.query<{ wait: number }>({
    name: 'count-tries',
    text: `SELECT ceil(extract(epoch FROM at + $2::int * interval '1 second' - clock_timestamp()))::int AS wait FROM sign_in_failure
           WHERE subject = $1 AND at > clock_timestamp() - $2::int * interval '1 second' ORDER BY at DESC OFFSET $3 LIMIT 1`,
    values: [subject, seconds, most - 1],
  })
  return rows[0] && Math.max(1, rows[0].wait)
}

async function noteTries(client: Queryable, counted: readonly Counted[]): Promise<CountedTries> {
  return client.query<CountedTries['rows'][number]>({
    name: 'note-tries',
    text: 'INSERT INTO sign_in_failure (subject, at) SELECT unnest($1::bytea[]), clock_timestamp() RETURNING subject, at::text',
    values: [counted.map(({ subject }) => subject)],
  })
}

/** Takes back tries that did not fail. */
export async function takeBackTries({ rows }: CountedTries): Promise<void> {
  await database('holds').query({
    name: 'take-back-tries',
    text: 'DELETE FROM sign_in_failure f USING unnest($1::bytea[], $2::timestamptz[]) AS t(subject, at) WHERE f.subject = t.subject AND f.at = t.at',
    values: [rows.map(({ subject }) => subject), rows.map(({ at }) => at)],
  })
}
