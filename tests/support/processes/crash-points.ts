import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { database } from '#lib/server/platform/db/connect.ts'

/** Ends a simulated process. Only that process sees it. */
export class Crash extends Error {}

/** The queries of a piece of work so far, and where it crashes. */
interface Life {
  readonly asked: string[]
  /** The number of the query, from 0, or its name, at which it crashes; undefined: never. */
  readonly diesAt: number | string | undefined
  /** Whether that query still takes effect. */
  readonly isAfter: boolean
  isDead: boolean
}

const lives = new AsyncLocalStorage<Life>()

type Query = (...given: never[]) => Promise<unknown>

/** Runs a query unless the process has crashed; open transactions are rolled back then. */
async function live(name: string, query: () => Promise<unknown>): Promise<unknown> {
  const life = lives.getStore()
  if (!life || name === 'ROLLBACK') return query()
  if (life.isDead) throw new Crash()
  const isLast = life.diesAt === life.asked.length || life.diesAt === name
  life.asked.push(name)
  if (!isLast) return query()
  life.isDead = true
  if (life.isAfter) await query()
  throw new Crash()
}

function nameOf(asked: unknown): string {
  if (typeof asked === 'string') return asked.trim().slice(0, 40)
  if (typeof asked === 'object' && asked !== null && 'name' in asked) return String(asked.name)
  return 'unnamed'
}

const wrapped = new WeakSet<object>()

/** Lets work in `liveUntil` crash at its query from now on. Call it once for each pool. */
export function letDieAtQueries(): void {
  const pool = database()
  if (wrapped.has(pool)) return
  wrapped.add(pool)
  const query: unknown = pool.query.bind(pool)
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  Object.assign(pool, {
    query: (...given: never[]) => live(nameOf(given[0]), () => (query as Query)(...given)),
    connect: (callback?: unknown) => (callback ? (connect as unknown as (done: unknown) => void)(callback) : connected(connect)),
  })
}

async function connected(connect: () => Promise<pg.PoolClient>) {
  const client = await connect()
  const query: unknown = client.query.bind(client)
  return {
    query: (...given: never[]) => live(nameOf(given[0]), () => (query as Query)(...given)),
    release: () => {
      client.release()
    },
  }
}

/** Runs work that crashes at that query, or to its end. @returns the names of its queries */
export async function liveUntil(
  diesAt: number | string | undefined,
  isAfter: boolean,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const life: Life = { asked: [], diesAt, isAfter, isDead: false }
  await lives.run(life, work).catch((error: unknown) => {
    if (!life.isDead) throw error
  })
  return life.asked
}
