import { beforeAll, describe, expect, it } from 'vitest'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { afterCommit, database, inTransaction, inTransactionKeptWhenRefused, type Queryable } from '#lib/server/platform/db/connect.ts'
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
})
