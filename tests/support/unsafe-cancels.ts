import type pg from 'pg'
import { database } from '#lib/server/db/connect.ts'

/** The statements that make one cancellation wait for another. */
const LOCKS = new Set(['lock-order-to-cancel', 'lock-claims-of-orders'])

type Query = (...given: unknown[]) => Promise<unknown>

/** What must go wrong: the program's own statements read without locking, a moment before they write. @returns how to put the right thing back. */
export function cancelWithoutLocks(): () => void {
  const pool = database()
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>
  // A single query of the pool connects by a callback: it is in no transaction.
  Object.assign(pool, { connect: (done?: unknown) => (done ? connect(done) : connect().then(unlocked)) })
  return () => {
    Object.assign(pool, { connect })
  }
}

function unlocked(client: pg.PoolClient) {
  const query = client.query.bind(client) as unknown as Query
  return {
    query: async (asked: unknown, ...more: unknown[]) => {
      const lock = lockOf(asked)
      if (!lock) return query(asked, ...more)
      const answer = await query({ ...lock, name: `${lock.name}, unlocked`, text: lock.text.replace(/FOR (NO KEY )?UPDATE/, '') })
      await query('SELECT pg_sleep(0.01)')
      return answer
    },
    release: () => {
      client.release()
    },
  }
}

function lockOf(asked: unknown): { readonly name: string; readonly text: string } | undefined {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || !('text' in asked)) return undefined
  const { name, text } = asked
  return typeof name === 'string' && typeof text === 'string' && LOCKS.has(name) ? { ...asked, name, text } : undefined
}

/** And what the tables refuse by themselves, they let pass. For this test file's database only, and for good. */
export async function letTablesPass(): Promise<void> {
  await database().query(`
    DROP TRIGGER order_seat_cancelled_once ON order_seat; DROP TRIGGER order_product_cancelled_once ON order_product;
    DROP INDEX cancellation_whole; DROP TRIGGER refund_within_payment ON refund; DROP TRIGGER refund_within_cancellation ON refund;
    DROP TRIGGER orders_steps ON orders`)
}
