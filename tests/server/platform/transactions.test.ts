import { beforeAll, describe, expect, it } from 'vitest'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import {
  afterCommit,
  inKeyedTransaction,
  inTransaction,
  inTransactionKeptWhenRefused,
  sendAlong,
} from '#lib/server/platform/db/transactions.ts'
import { refusalIn } from '#lib/server/platform/db/refusals.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

beforeAll(async () => {
  await freshDatabase()
  await database().query('CREATE TABLE written (what text NOT NULL)')
})

/** Writes, notes what to do after the commit, and answers. */
function writing<T>(what: string, told: string[], answer: T) {
  return async (client: Queryable): Promise<T> => {
    await client.query('INSERT INTO written VALUES ($1)', [what])
    afterCommit(client, () => told.push(what))
    return answer
  }
}

function isWritten(what: string): Promise<unknown> {
  return cellOf('SELECT count(*)::int FROM written WHERE what = $1', [what])
}

describe('a transaction', () => {
  it.each<[string, Result<string>, number]>([
    ['commits what it accepts', accept('done'), 1],
    ['rolls back what it refuses', refuse('NOT_FOUND', { field: 'x' }), 0],
  ])('%s, and answers it', async (name, answer, kept) => {
    const told: string[] = []
    expect(await inTransaction(writing(name, told, answer))).toEqual(answer)
    expect([await isWritten(name), told.length]).toEqual([kept, kept])
  })

  it('commits what it answers otherwise', async () => {
    for (const answer of [undefined, null, false, 0, { refusal: 'taken' }])
      await inTransaction(writing(`as ${JSON.stringify(answer)}`, [], answer))
    expect(await cellOf(`SELECT count(*)::int FROM written WHERE what LIKE 'as %'`)).toBe(5)
  })

  it('that keeps what it wrote commits a refusal as well', async () => {
    const told: string[] = []
    const refusal = refuse('TOO_MANY_REQUESTS')
    expect(await inTransactionKeptWhenRefused(writing('counted', told, refusal))).toEqual(refusal)
    expect([await isWritten('counted'), told]).toEqual([1, ['counted']])
  })

  it('that was refused leaves its connection to the next', async () => {
    const connections = database().totalCount
    await inTransaction(writing('refused', [], refuse('NOT_FOUND')))
    await inTransaction(writing('next', [], accept(null)))
    expect([await isWritten('next'), database().totalCount]).toEqual([1, connections])
  })

  it('commits what was sent along without waiting for it, and does afterwards what it has asked for', async () => {
    const told: string[] = []
    await inTransaction((client) => {
      sendAlong(client, writing('along', told, undefined)(client))
      return Promise.resolve(accept(null))
    })
    expect([await isWritten('along'), told]).toEqual([1, ['along']])
  })

  it('writes nothing if what was sent along fails, and throws why, whatever was asked behind it', async () => {
    const told: string[] = []
    const failing = async (client: Queryable) => {
      sendAlong(client, writing('before it', told, undefined)(client))
      sendAlong(client, client.query('INSERT INTO written VALUES (NULL)'))
      return client.query('SELECT 1')
    }
    await expect(inTransaction(failing)).rejects.toMatchObject({ code: '23502' })
    await expect(inTransaction((client) => Promise.resolve(void failing(client).catch(() => undefined)))).rejects.toMatchObject({
      code: '23502',
    })
    expect([await isWritten('before it'), told]).toEqual([0, []])
  })

  it('is refused by a statement itself, also one that nobody waits for', async () => {
    const ask = (isGood: boolean) =>
      inTransaction(async (client) => {
        await client.query('INSERT INTO written VALUES ($1)', ['refused or not'])
        sendAlong(client, client.query('SELECT refuse_unless($1, $2)', [isGood, 'HOLD_EXPIRED']))
      })
    expect(refusalIn(await ask(false).catch((error: unknown) => error))).toBe('HOLD_EXPIRED')
    expect(await isWritten('refused or not')).toBe(0)
    await ask(true)
    expect(await isWritten('refused or not')).toBe(1)
    expect(refusalIn(new Error('HOLD_EXPIRED'))).toBeUndefined()
  })

  it('that was not begun ends its connection, so that nothing more of it is written by itself', async () => {
    const pool = database()
    const connect = pool.connect.bind(pool)
    const released: unknown[] = []
    Object.assign(pool, {
      connect: async () => {
        const client = await connect()
        const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
        return {
          query: (...given: unknown[]) => (given[0] === 'BEGIN' ? Promise.reject(new Error('not now')) : query(...given)),
          release: (isBroken: boolean) => {
            released.push(isBroken)
            client.release(isBroken)
          },
        }
      },
    })
    const [began, go] = [Promise.withResolvers<Queryable>(), Promise.withResolvers<undefined>()]
    const late = began.promise.then(async (client) => {
      await go.promise
      return client.query('INSERT INTO written VALUES ($1)', ['by itself'])
    })
    const whole = inTransaction((client) => {
      began.resolve(client)
      return late
    })
    await expect(whole).rejects.toThrow('was not begun')
    Object.assign(pool, { connect })
    go.resolve(undefined)
    await expect(late).rejects.toThrow(/closed|queryable/)
    expect([await isWritten('by itself'), released]).toEqual([0, [true]])
  })
})

describe('a keyed transaction', () => {
  const FIND = { name: 'written-by-key', text: 'SELECT what FROM written WHERE what = ANY ($1::text[])', values: [['one']] }
  const planned = `SELECT generic_plans::int AS once, custom_plans::int AS anew FROM pg_prepared_statements WHERE name = '${FIND.name}'`
  const shown = `SELECT current_setting('plan_cache_mode') AS plans, current_setting('enable_seqscan') AS reads, current_setting('enable_hashjoin') AS hashes`

  it('plans a statement once, and by its keys; what comes after it on the connection is planned as ever', async () => {
    const inside = await inKeyedTransaction(async (client) => {
      for (let time = 0; time < 3; time += 1) await client.query(FIND)
      return [(await client.query(planned)).rows[0], (await client.query(shown)).rows[0]] as unknown
    })
    expect(inside).toEqual([
      { once: 3, anew: 0 },
      { plans: 'force_generic_plan', reads: 'off', hashes: 'off' },
    ])
    for (const { rows } of await Promise.all([1, 2, 3].map(() => database().query(shown))))
      expect(rows).toEqual([{ plans: 'auto', reads: 'on', hashes: 'on' }])
  })

  it.each<[string, Result<string>, number]>([
    ['keeps what it accepts', accept('done'), 1],
    ['undoes what it refuses', refuse('NOT_FOUND', { field: 'x' }), 0],
  ])('%s', async (name, answer, kept) => {
    const told: string[] = []
    expect(await inKeyedTransaction(writing(name, told, answer))).toEqual(answer)
    expect([await isWritten(name), told.length]).toEqual([kept, kept])
  })
})
