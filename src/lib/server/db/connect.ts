import pg from 'pg'
import { settings } from '#lib/server/settings.ts'

/** What both a pool and one connection of a transaction can do. */
export type Queryable = Pick<pg.PoolClient, 'query'>

/** Serialization failure and deadlock: the transaction may be tried again. */
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS = 4

/** On the global object: the built site and the process that serves it each have a copy of this module, but one pool. */
const shared: typeof globalThis & { shuraPool?: pg.Pool | undefined } = globalThis

/**
 * The process's connections. The address is INTERNAL_DATABASE_URL, which the launcher sets for the embedded database, else DATABASE_URL.
 * bigint and numeric columns arrive as numbers: every one of ours is below 2^53.
 */
export function database(): pg.Pool {
  if (shared.shuraPool) return shared.shuraPool
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const { databaseUrl, databasePool } = settings()
  const connectionString = process.env.INTERNAL_DATABASE_URL || databaseUrl
  if (!connectionString) throw new Error('No database: start the app by npm start, or set DATABASE_URL.')
  const pool = new pg.Pool({
    connectionString,
    max: databasePool,
    connectionTimeoutMillis: 10_000,
    options: '-c lock_timeout=5s -c timezone=UTC',
  })
  pool.on('error', () => undefined) // an idle connection broke; the pool makes a new one at the next query
  shared.shuraPool = pool
  return pool
}

export async function closeDatabase(): Promise<void> {
  const closing = shared.shuraPool
  shared.shuraPool = undefined
  await closing?.end()
}

/** Runs `work` in one transaction and commits it; rolls back when it throws. Retries what the database asks to retry, so `work` may run again. */
export async function inTransaction<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await database().connect()
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    } finally {
      client.release()
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '')
}
