import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

/** Processes of the app on one database. */
let apps: readonly RunningApp[] = []
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 20, seatsPerRow: 50, places: 0 })
  apps = await Promise.all([1, 2, 3].map(() => startApp({ env: { TRUSTED_PROXY: 'on', LOG_LEVEL: 'fatal' } })))
})
afterAll(() => Promise.all(apps.map((app) => app.stop())))
beforeEach(() => database().query('TRUNCATE seat_claim, past_hold'))
afterEach(checkInvariants)

const originOf = (n: number) => apps[n % apps.length]?.origin ?? ''

async function heldBy(network: string): Promise<number> {
  const { rows } = await database().query<{ held: number }>('SELECT count(*)::int AS held FROM seat_claim WHERE network = $1', [network])
  return rows[0]?.held ?? -1
}

test('limits 90 sessions of one network across several processes at once to 2 % of a house of 1,000', async () => {
  for (let round = 0; round < 4; round++) {
    const sessions = Array.from({ length: 90 }, (_, n) => ({
      visitor: new TestVisitor(originOf(n)),
      headers: { 'x-forwarded-for': `203.0.${String(round)}.${String(n)}` },
    }))
    await Promise.all(sessions.map(({ visitor, headers }) => visitor.get('/api/seats/seats-status?presentationId=1', headers)))
    const storm = sessions.map(({ visitor, headers }, n) =>
      n % 9 === 0
        ? visitor.get('/api/seats/best-available?presentationId=1&quantity=2&isLock=1', headers)
        : visitor.put('/api/seats/lock-seat', { seat: seatAt((n % 50) + 1, Math.floor(n / 50) + 1 + 4 * round) }, headers),
    )
    await Promise.all(storm)
    const held = await heldBy(`203.0.${String(round)}.0/24`)
    expect(held).toBeLessThanOrEqual(20)
    expect(held).toBeGreaterThanOrEqual(19) // a pair does not fit into the last one
  }
})
