import pg from 'pg'
import { settings } from '#lib/server/platform/config/settings.ts'
import { openSocket } from './connections.ts'
import { ReadReplica } from './read-replica.ts'

/** What both a pool and one connection of a transaction can do. */
export type Queryable = Pick<pg.PoolClient, 'query'>

/** `orders`: what is acknowledged is on disk. `holds`: a lock or a session may be lost with the database's last half second; a commit checks holds again. */
export type Durability = 'orders' | 'holds'

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
