import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { database } from '#lib/server/platform/db/connect.ts'

/** Whoever meets this is dead: it never happened to anybody else. */
export class Crash extends Error {}

/** What a piece of work has asked the database so far, and where it is to die. */
interface Life {
  readonly asked: string[]
  /** The number of the query, from 0, or its name, at which it dies; undefined: it lives. */
  readonly diesAt: number | string | undefined
  /** Whether that query has still had its effect. */
  readonly isAfter: boolean
  isDead: boolean
}

const lives = new AsyncLocalStorage<Life>()

type Query = (...given: never[]) => Promise<unknown>

/** A process that dies asks nothing more; what it had open is rolled back. */
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

/** From now on, work that runs in `liveUntil` dies at its query. Once for each pool. */
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

/** Runs work that dies at that query, or to its end. @returns the names of the queries that it came to. */
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
