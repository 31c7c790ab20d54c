import type pg from 'pg'
import { database } from '#lib/server/platform/db/connect.ts'

type Query = (...given: unknown[]) => Promise<unknown>

/** Breaks the program's statements of these names: they read without a lock, a moment before they write. @returns how to undo it */
export function readWithoutLocks(names: ReadonlySet<string>): () => void {
  const pool = database()
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>
  // A single query of the pool connects by a callback: it is in no transaction.
  Object.assign(pool, { connect: (done?: unknown) => (done ? connect(done) : connect().then((client) => unlocked(client, names))) })
  return () => {
    Object.assign(pool, { connect })
  }
}

function unlocked(client: pg.PoolClient, names: ReadonlySet<string>) {
  const query = client.query.bind(client) as unknown as Query
  return {
    query: async (asked: unknown, ...more: unknown[]) => {
      const lock = lockOf(asked, names)
      if (!lock) return query(asked, ...more)
      const answer = await query({ ...lock, name: `${lock.name}, unlocked`, text: lock.text.replace(/FOR (NO KEY )?UPDATE( OF \w+)?/, '') })
      await query('SELECT pg_sleep(0.01)')
      return answer
    },
    release: () => {
      client.release()
    },
  }
}

function lockOf(asked: unknown, names: ReadonlySet<string>): { readonly name: string; readonly text: string } | undefined {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || !('text' in asked)) return undefined
  const { name, text } = asked
  return typeof name === 'string' && typeof text === 'string' && names.has(name) ? { ...asked, name, text } : undefined
}
