import pg from 'pg'
import type { Result } from '#lib/domain/result.ts'
import { database, type Durability, type Queryable } from './connect.ts'

/** Serialization failure and deadlock: the transaction may be tried again. */
const RETRYABLE = new Set(['40001', '40P01'])
const ATTEMPTS = 4

/** What the transactions under way have to do once they are committed. */
const afterwards = new WeakMap<Queryable, (() => void)[]>()

/** The statements of transactions under way that nobody has waited for. */
const unawaited = new WeakMap<Queryable, Promise<unknown>[]>()

/**
 * Sends a statement of an `inTransaction` transaction without awaiting its answer; the commit waits for it, and the transaction fails if the statement does.
 * Only for what needs no answer: a condition that a row decides has to raise an error in the database (`refuse_unless`).
 */
export function sendAlong(client: Queryable, sent: Promise<unknown>): void {
  // Avoids an unhandled rejection if the statement fails before the commit awaits it.
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
  return runTransaction({ work, durability, isUnwanted: isRefused })
}

/**
 * As `inTransaction`, for work whose statements each find a few rows by their keys. They are planned once a connection, for any values: planned anew each time,
 * which PostgreSQL does if it expects less of the values that it sees, they took a third of the database's time of an order. A plan that is made while tables are
 * small may not read them whole, because it stays.
 */
export function inKeyedTransaction<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
  return runTransaction({ work, durability: 'orders', isUnwanted: isRefused, begin: BEGIN_KEYED })
}

/** As `inTransaction`, but commits what was written before a refusal too: a try that counts, a code that is spent, a line of a log. */
export function inTransactionKeptWhenRefused<T>(
  work: (client: Queryable) => Promise<Result<T>>,
  durability: Durability = 'orders',
): Promise<Result<T>> {
  return runTransaction({ work, durability, isUnwanted: () => false })
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}

const BEGIN_KEYED =
  'BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off'

/** A transaction as it is run, and run again. */
interface Transaction<T> {
  readonly work: (client: Queryable) => Promise<T>
  readonly durability: Durability
  /** Whether a result is rolled back and returned all the same. */
  readonly isUnwanted: (result: T) => boolean
  /** Left out: BEGIN alone. */
  readonly begin?: string
}

async function runTransaction<T>(transaction: Transaction<T>): Promise<T> {
  const { durability, isUnwanted } = transaction
  for (let attempt = 1; ; attempt++) {
    const client = await database(durability).connect()
    const acts: (() => void)[] = []
    afterwards.set(client, acts)
    let isBroken = false
    const sent: Promise<unknown>[] = []
    unawaited.set(client, sent)
    try {
      const result = await runOn(client, sent, transaction)
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

/** BEGIN failed: every later statement would commit by itself, so the connection is ended before the work sends more. */
class NotBegun extends Error {}

/** BEGIN goes along with the first statements of the work, and COMMIT or ROLLBACK with its last ones. */
async function runOn<T>(client: Queryable, sent: readonly Promise<unknown>[], transaction: Transaction<T>): Promise<T> {
  const { work, isUnwanted, begin = 'BEGIN' } = transaction
  const begun = client.query(begin).catch((error: unknown) => {
    throw isConnectionLost(error) ? error : new NotBegun('A transaction was not begun.', { cause: error })
  })
  const failed = begun.then(() => new Promise<never>(() => undefined))
  // Work that waits for nothing goes along with its BEGIN, and the COMMIT as well.
  const result = await Promise.race([work(client), failed])
  const end = isUnwanted(result) ? 'ROLLBACK' : 'COMMIT'
  const ended = client.query(end)
  ended.catch(() => undefined) // heard below, unless a statement before it has failed
  await Promise.all([begun, ...sent])
  if ((await ended).command !== end) throw new Error('A statement of the transaction has failed, and nothing was written.')
  return result
}

const IN_FAILED_TRANSACTION = '25P02'

/** The original failure, if a statement failed only because an unawaited one before it had. */
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
