import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { closeDatabase, database, databaseForReading } from '#lib/server/platform/db/connect.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { ReadReplica, type Reader } from '#lib/server/platform/db/read-replica.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { startReplicated, type ReplicatedDatabase } from '#tests/support/database/replica.ts'
import { startApp } from '#tests/support/processes/server.ts'
import { until } from '#tests/support/until.ts'

let both: ReplicatedDatabase
let primary: pg.Pool
let replicaAdmin: pg.Pool
const open: ReadReplica[] = []

beforeAll(async () => {
  both = await startReplicated()
  primary = new pg.Pool({ connectionString: both.primary.url, max: 3 })
  replicaAdmin = new pg.Pool({ connectionString: both.replica.url, max: 1 })
  for (const pool of [primary, replicaAdmin]) pool.on('error', () => undefined)
  await primary.query('CREATE TABLE note (n int)')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((replica) => replica.stop()))
  await replicaAdmin.query('SELECT pg_wal_replay_resume()').catch(() => undefined) // the last test ends it
})
afterAll(async () => {
  await Promise.all([primary.end(), replicaAdmin.end()])
  await both.stop()
})

/** @returns the replica, and how often the primary was asked for what is not its own to answer */
function reader(url = both.replica.url) {
  const asked: string[] = []
  const counting: Reader = {
    query: (statement, values) => {
      const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
      if (!text.includes('pg_current_wal_lsn')) asked.push(text)
      return primary.query(statement as string, values)
    },
  }
  const replica = new ReadReplica(url, { primary: () => counting, size: 2, options: '-c timezone=UTC' })
  open.push(replica)
  return { replica, asked }
}

const isReplica = async (replica: ReadReplica) =>
  ((await replica.query('SELECT pg_is_in_recovery() AS is')).rows as { is: boolean }[])[0]?.is

describe('a streaming replica', () => {
  it('is asked once it has what the primary had, and answers what was committed', async () => {
    const { replica, asked } = reader()
    expect(await isReplica(replica)).toBe(false)
    await until(async () => (await isReplica(replica)) === true, 'the replica to be asked')
    await primary.query('INSERT INTO note VALUES (1)')
    // On a machine that stalls it is left alone for a second now and then.
    await until(async () => {
      asked.length = 0
      expect(await replica.catchUp(20_000)).toBe(true)
      expect((await replica.query('SELECT count(*)::int AS n FROM note')).rows).toEqual([{ n: 1 }])
      return asked.length === 0
    }, 'its own answer')
  })

  it('is left alone while it lags by more than some seconds, and asked again when it has caught up', async () => {
    const { replica } = reader()
    await until(() => replica.isFresh, 'the replica to be asked')
    await replicaAdmin.query('SELECT pg_wal_replay_pause()')
    const laggedAt = Date.now()
    await primary.query('INSERT INTO note VALUES (2)')
    await until(() => replica.isFresh, 'the replica to be asked')
    expect(await replica.catchUp(200)).toBe(false)
    // A look that a stall of the machine ended leaves it alone for a second: it is late for good.
    let freshAt = Date.now()
    const isLeftAlone = () => {
      if (replica.isFresh) freshAt = Date.now()
      return Date.now() - freshAt > 3_000
    }
    await until(isLeftAlone, 'the replica to be left alone', 30_000)
    // What it lacks was written five seconds ago, not before.
    expect(freshAt - laggedAt).toBeGreaterThan(3_000)
    expect(await isReplica(replica)).toBe(false)
    await replicaAdmin.query('SELECT pg_wal_replay_resume()')
    await until(() => replica.isFresh, 'the replica to be asked again', 30_000)
    expect(await isReplica(replica)).toBe(true)
  })

  it('that fails in the middle of a question leaves the answer to the primary', async () => {
    const { replica, asked } = reader()
    await until(() => replica.isFresh, 'the replica to be asked')
    let isAnswered = false
    const answer = replica.query('SELECT pg_sleep(CASE WHEN pg_is_in_recovery() THEN 60 ELSE 0 END)::text AS slept').finally(() => {
      isAnswered = true
    })
    await until(async () => {
      const { rowCount } = await replicaAdmin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%THEN 60%' AND pid <> pg_backend_pid()`,
      )
      return rowCount === 1 || isAnswered
    })
    expect((await answer).rows).toEqual([{ slept: '' }])
    expect(asked.at(-1)).toContain('THEN 60')
  })

  it('that is frozen keeps nobody waiting: the primary answers within seconds', async () => {
    const { replica } = reader()
    await until(() => replica.isFresh, 'the replica to be asked')
    await replica.query('SELECT 1')
    process.kill(both.replica.pid, 'SIGSTOP')
    const { rows } = await replicaAdmin.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'shura read%'`)
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
    try {
      const askedAt = Date.now()
      expect(await isReplica(replica)).toBe(false)
      expect(Date.now() - askedAt).toBeLessThan(15_000)
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT')
      process.kill(both.replica.pid, 'SIGCONT')
    }
    await until(() => replica.isFresh, 'the replica to be asked again', 30_000)
  })

  it.each([
    ['is none, but the primary itself', () => both.primary.url],
    ['is nowhere', () => 'postgresql://shura:x@127.0.0.1:1/shura'],
  ])('that %s is never asked', async (_what, url) => {
    const { replica } = reader(url())
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(replica.isFresh).toBe(false)
    expect(await isReplica(replica)).toBe(false)
  })
})

it('without the setting everything is read from the one database', async () => {
  await freshDatabase()
  expect(databaseForReading()).toBe(database())
})

it('a shop counts free seats by it, knows at once what a visitor has, and goes on when it is gone', async () => {
  await closeDatabase()
  process.env.INTERNAL_DATABASE_URL = both.primary.url
  await migrate()
  await buildHouse()
  const app = await startApp({ env: { DATABASE_URL: both.primary.url, DATABASE_READ_URL: both.replica.url } })
  try {
    const free = async () => {
      const body: unknown = await (await fetch(`${app.origin}/api/presentations/1`)).json()
      return (body as { presentation: { available: number } }).presentation.available
    }
    const atFirst = await free()
    await until(async () => {
      await free()
      const { rows } = await replicaAdmin.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'shura reads' AND query LIKE '%seats_taken%'`,
      )
      return rows.length > 0
    }, 'a count by the replica')
    const visitor = new TestVisitor(app.origin)
    expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(1, 1) })).status).toBe(200)
    expect((await visitor.get('/api/presentations/timer/1')).body).not.toEqual({ timer: {} })
    await until(async () => (await free()) === atFirst - 1, 'the count to be of now')
    process.kill(both.replica.pid, 'SIGINT')
    await until(async () => (await replicaAdmin.query('SELECT 1').catch(() => undefined)) === undefined, 'the replica to be gone')
    expect(await free()).toBe(atFirst - 1)
    expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(2, 1) })).status).toBe(200)
    await until(async () => (await free()) === atFirst - 2, 'the count to be of now')
  } finally {
    await app.stop()
    await closeDatabase()
  }
})
