import pg from 'pg'
import type { Result } from '#lib/domain/result.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { openSocket } from './connections.ts'
import { ReadReplica } from './read-replica.ts'

/** What both a pool and one connection of a transaction can do. */
export type Queryable = Pick<pg.PoolClient, 'query'>

/** Serialization failure and deadlock: the transaction may be tried again. */
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS = 4

/** `orders`: what is acknowledged is on disk. `holds`: a lock or a session may be lost with the database's last half second; a commit checks holds again. */
type Durability = 'orders' | 'holds'

const pools = new Map<Durability, pg.Pool>()
const closers = new Map<string, () => Promise<void>>()
/** In ms; undefined: none. */
let statementLimit: number | undefined

/**
 * The process's connections. The address is INTERNAL_DATABASE_URL, which the launcher sets for the embedded database, else DATABASE_URL.
 * bigint and numeric columns arrive as numbers: every one of ours is below 2^53.
 */
export function database(durability: Durability = 'orders'): pg.Pool {
  const pool = pools.get(durability) ?? openPool(durability)
  pools.set(durability, pool)
  return pool
}

/** A page anywhere costs about as much as the next one: what a sale reads is in memory. The claims themselves never read a table whole (`functions/seats.sql`). */
const OPTIONS = '-c lock_timeout=5s -c timezone=UTC -c random_page_cost=1.1 -c jit=off'

let replica: ReadReplica | undefined

/**
 * For what may be some seconds old and decides nothing: lists of what is on, and reports. The replica, if DATABASE_READ_URL names one and it keeps up, else `database()`.
 * Never for what a visitor has just written, nor for anything that an order, a claim or a right depends on.
 */
export function databaseForReading(): Queryable {
  const { databaseReadUrl, databasePool } = settings()
  if (databaseReadUrl === undefined) return database()
  onDatabaseClose('read replica', stopReading)
  replica ??= new ReadReplica(databaseReadUrl, { primary: database, size: Math.ceil(databasePool / 2), options: OPTIONS })
  // Of what a pool takes it takes statements with values, and promises their answers: the server asks in no other way.
  return replica as unknown as Queryable
}

/** Until what is read has everything that is committed now. @returns false if it may lack some of it after so many ms */
export function readingCatchesUp(within: number): Promise<boolean> {
  return replica?.catchUp(within) ?? Promise.resolve(true)
}

async function stopReading(): Promise<void> {
  const stopped = replica
  replica = undefined
  await stopped?.stop()
}

/** How many queries wait for a connection. */
export function queriesWaiting(): number {
  return [...pools.values()].reduce((sum, { waitingCount }) => sum + waitingCount, 0)
}

/** Where the database is. */
export function connectionString(): string {
  const address = process.env.INTERNAL_DATABASE_URL || settings().databaseUrl
  if (!address) throw new Error('No database: start the app by npm start, or set DATABASE_URL.')
  return address
}

/** A connection that is silent is probed, so that nothing on the way gives it up as idle, and its end is noticed within seconds, not hours. */
const CONNECTED = { stream: openSocket, keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** A connection of its own beside the pools, for one that listens; the caller connects and ends it. */
export function newConnection(name: string): pg.Client {
  return new pg.Client({ connectionString: connectionString(), application_name: name, ...CONNECTED, connectionTimeoutMillis: 10_000 })
}

/** A new connection answers its first call some 20 to 50 ms later than one that has planned it: those of the last rush are kept for the next. */
const IDLE_MS = 300_000

function openPool(durability: Durability): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({
    connectionString: connectionString(),
    max: Math.ceil(settings().databasePool / 2),
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 10_000,
    ...CONNECTED,
    // A statement may be sent before those in front of it are answered: they go, and their answers come, together.
    pipeline: true,
    ...(statementLimit !== undefined && { query_timeout: statementLimit }),
    options: `${OPTIONS}${durability === 'holds' ? ' -c synchronous_commit=off' : ''}`,
  })
  // A connection that breaks in the middle of a transaction: its next query says so, and an event that nobody hears would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  pool.on('error', () => undefined) // an idle connection broke; the pool makes a new one at the next query
  return pool
}

/**
 * From now on no statement takes longer than this, in ms: a connection that says nothing any more is given up. For a process that serves visitors, when all that
 * takes long (imports, migrations) is done; others have no such limit.
 */
export async function limitStatements(ms: number): Promise<void> {
  statementLimit = ms
  await closeDatabase()
}

/** What is remembered of this database, or connected to it elsewhere, ends with it. One closer a name. */
export function onDatabaseClose(name: string, close: () => Promise<void>): void {
  closers.set(name, close)
}

export async function closeDatabase(): Promise<void> {
  const acts = [...closers.values()]
  closers.clear()
  await Promise.all(acts.map((close) => close()))
  const closing = [...pools.values()]
  pools.clear()
  await Promise.all(closing.map((pool) => pool.end()))
}

/** What the transactions under way have to do once they are committed. */
const afterwards = new WeakMap<Queryable, (() => void)[]>()

/** The statements of transactions under way that nobody has waited for. */
const unawaited = new WeakMap<Queryable, Promise<unknown>[]>()

/**
 * Lets a statement of a transaction that `inTransaction` began go along with those behind it, the commit last: nobody waits for its answer, and the transaction fails if it does.
 * Only for what needs no answer: a condition that a row decides has to raise an error in the database (`refuse_unless`).
 */
export function sendAlong(client: Queryable, sent: Promise<unknown>): void {
  // Heard at once, so that one that fails before the commit looks is no rejection that nobody handles.
  sent.catch(() => undefined)
  unawaited.get(client)?.push(sent)
}

/** Does something when the client's transaction is committed, and never when it is not; at once where it is in none that `inTransaction` began. */
export function afterCommit(client: Queryable, act: () => void): void {
  const waiting = afterwards.get(client)
  if (waiting) waiting.push(act)
  else act()
}

/**
 * Runs `work` in one transaction and commits it. Rolls back when it throws, and when it returns a refusal (`ok: false`), which is answered then. Retries what
 * the database asks to retry, so `work` may run again.
 */
export function inTransaction<T>(work: (client: Queryable) => Promise<T>, durability: Durability = 'orders'): Promise<T> {
  return runTransaction(work, durability, isRefused)
}

/**
 * As `inTransaction`, for work whose statements each find a few rows by their keys. They are planned once a connection, for any values: planned anew each time,
 * which PostgreSQL does if it expects less of the values that it sees, they took a third of the database's time of an order. A plan that is made while tables are
 * small may not read them whole, because it stays.
 */
export function inKeyedTransaction<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
  return runTransaction(work, 'orders', isRefused, BEGIN_KEYED)
}

/** As `inTransaction`, but commits what was written before a refusal too: a try that counts, a code that is spent, a line of a log. */
export function inTransactionKeptWhenRefused<T>(
  work: (client: Queryable) => Promise<Result<T>>,
  durability: Durability = 'orders',
): Promise<Result<T>> {
  return runTransaction(work, durability, () => false)
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

const BEGIN_KEYED =
  'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off'

async function runTransaction<T>(
  work: (client: Queryable) => Promise<T>,
  durability: Durability,
  isUnwanted: (result: T) => boolean,
  begin = 'BEGIN',
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await database(durability).connect()
    const acts: (() => void)[] = []
    afterwards.set(client, acts)
    let isBroken = false
    const sent: Promise<unknown>[] = []
    unawaited.set(client, sent)
    try {
      const result = await runOn(client, sent, { begin, work, isWanted: (answer) => !isUnwanted(answer) })
      if (!isUnwanted(result)) for (const act of acts) act()
      return result
    } catch (failure) {
      const error = await firstFailure(failure, sent)
      isBroken = !(error instanceof pg.DatabaseError) && isConnectionLost(error)
      const undone = isBroken ? undefined : client.query('ROLLBACK').catch(() => (isBroken = true))
      // What the work would still send is refused by a connection that ends, so it is not waited for.
      if (error instanceof NotBegun) isBroken = true
      else await undone
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    } finally {
      afterwards.delete(client)
      unawaited.delete(client)
      client.release(isBroken)
    }
  }
}

/** Statements behind a BEGIN that failed would each be kept by itself: its connection is ended before more of them are sent. */
class NotBegun extends Error {}

interface Transaction<T> {
  readonly begin: string
  readonly work: (client: Queryable) => Promise<T>
  readonly isWanted: (result: T) => boolean
}

/** BEGIN goes along with the first statements of the work, and COMMIT or ROLLBACK with its last ones. */
async function runOn<T>(client: Queryable, sent: readonly Promise<unknown>[], { begin, work, isWanted }: Transaction<T>): Promise<T> {
  const begun = client.query(begin).catch((error: unknown) => {
    throw isConnectionLost(error) ? error : new NotBegun('A transaction was not begun.', { cause: error })
  })
  const [, result] = await Promise.all([begun, work(client)])
  const end = isWanted(result) ? 'COMMIT' : 'ROLLBACK'
  const ended = client.query(end)
  ended.catch(() => undefined) // heard below, unless a statement before it has failed
  await Promise.all(sent)
  if ((await ended).command !== end) throw new Error('A statement of the transaction has failed, and nothing was written.')
  return result
}

const IN_FAILED_TRANSACTION = '25P02'

/** Of a statement that failed because one before it has, which nobody has waited for, the failure of that one. */
async function firstFailure(error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> {
  if (!(error instanceof pg.DatabaseError) || error.code !== IN_FAILED_TRANSACTION) return error
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') return one.reason
  return error
}

/** Whether nothing more will come on the connection: what was asked on it may have been done or not. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && /Connection terminated|not queryable|does not answer|Query read timeout/.test(error.message)
}

/** Whether the database asks to try again: nothing was done. */
export function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '')
}
