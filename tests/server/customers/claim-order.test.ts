import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { buildHouse, fromHere, seatAt } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4 })
})
afterEach(checkInvariants)

/** Rounds of each of thirty visitors. */
const TURNS = 60

/** Locks of this machine skip the queue, so they run in several statements at once, as from several processes. */
test('never deadlocks in a storm of the same visitors on the same seats', async () => {
  const before = await deadlocks()
  const visitors = Array.from({ length: 6 }, () => randomUUID())
  await database().query('INSERT INTO session (uuid) SELECT unnest($1::uuid[])', [visitors])
  const storm = async (n: number) => {
    for (let turn = n; turn < n + 7 * TURNS; turn += 7) {
      const [seat, uuid] = [seatAt((turn % 10) + 1, (turn % 4) + 1), visitors[turn % 6] ?? '']
      if ((await lock(seat, fromHere(uuid))).ok) await unlock(seat, uuid)
    }
  }
  await Promise.all(Array.from({ length: 30 }, (_, n) => storm(n)))
  expect((await deadlocks()) - before).toBe(0)
}, 300_000)

test('counts a deadlock that does happen', async () => {
  const before = await deadlocks()
  await database().query('CREATE TABLE circle AS SELECT n FROM generate_series(1, 2) AS n')
  const clients = await Promise.all([database().connect(), database().connect()])
  const take = (n: number) => `UPDATE circle SET n = n WHERE n = ${String(n)}`
  for (const [at, client] of clients.entries()) await client.query(`BEGIN; ${take(at + 1)}`)
  const takeOther = async (client: PoolClient, at: number) => {
    try {
      await client.query(take(2 - at))
    } finally {
      await client.query('ROLLBACK')
    }
  }
  const ends = await Promise.allSettled(clients.map(takeOther))
  for (const client of clients) client.release()
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect((await deadlocks()) - before).toBe(1)
})
