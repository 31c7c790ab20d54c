import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { lock, unlock } from '#lib/server/seats/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database.ts'
import { buildHouse, fromHere, seatAt } from '#tests/support/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 4 })
})
afterEach(checkInvariants)

async function deadlocks(): Promise<number> {
  await sleep(1_100) // until the database has counted
  const { rows } = await database().query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.deadlocks ?? -1
}

/** A visitor of this machine has no turn to wait for, so its locks come in several statements at once, as they do of several processes. */
test('a storm of the same visitors on the same seats never waits in a circle', async () => {
  const visitors = Array.from({ length: 6 }, () => randomUUID())
  await database().query('INSERT INTO session (uuid) SELECT unnest($1::uuid[])', [visitors])
  const until = performance.now() + 4_000
  const slowest: number[] = []
  const storm = async (n: number) => {
    for (let turn = n; performance.now() < until; turn += 7) {
      const startedAt = performance.now()
      const [seat, uuid] = [seatAt((turn % 10) + 1, (turn % 4) + 1), visitors[turn % 6] ?? '']
      const locked = await lock(seat, fromHere(uuid))
      slowest[n] = Math.max(slowest[n] ?? 0, performance.now() - startedAt)
      if (locked.ok) await unlock(seat, uuid)
    }
  }
  await Promise.all(Array.from({ length: 30 }, (_, n) => storm(n)))
  expect(await deadlocks()).toBe(0)
  expect(Math.max(...slowest)).toBeLessThan(900) // a deadlock is found after a second
})
