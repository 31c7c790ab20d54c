import type pg from 'pg'
import { database } from '#lib/server/platform/db/connect.ts'

type Query = (...given: unknown[]) => Promise<unknown>

/** Breaks one of the program's statements inside of transactions. @returns how to undo it */
export function changeStatement(name: string, change: (text: string) => string): () => void {
  const pool = database()
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>
  // A single query of the pool connects by a callback: it is in no transaction.
  Object.assign(pool, { connect: (done?: unknown) => (done ? connect(done) : connect().then((client) => changed(client, name, change))) })
  return () => {
    Object.assign(pool, { connect })
  }
}

function changed(client: pg.PoolClient, name: string, change: (text: string) => string) {
  const query = client.query.bind(client) as unknown as Query
  return {
    query: (asked: { readonly name?: string; readonly text: string } | string, ...more: unknown[]) =>
      typeof asked === 'object' && asked.name === name
        ? query({ ...asked, name: `${name}, changed`, text: change(asked.text) }, ...more)
        : query(asked, ...more),
    release: () => {
      client.release()
    },
  }
}
