import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { KEEP_CHECKS } from '#tests/support/checks/keep-checks.ts'
import { withoutChecks } from '#tests/support/checks/without-checks.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { keepForSubscribers } from '#tests/support/seats/kept.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { raceForSeries, type SeriesTold } from '#tests/support/seats/series-race.ts'
import { addDates, heldSeats } from '#tests/support/seats/series.ts'

const DATES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const RACER = fileURLToPath(new URL('../../support/processes/series-racer.ts', import.meta.url))
let other: ChildProcess

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 1, seatsPerRow: 20 })
  await addDates(10)
  other = fork(RACER, { execArgv: [] })
  await once(other, 'message')
})
afterAll(() => other.kill())
afterEach(async () => {
  await checkInvariants()
  await emptyHouse()
})

/** Forty visitors at once who are no subscribers, half of them in the other process. @returns how many had something of the chair */
async function wave(seat: number): Promise<number> {
  const race = { row: 1, seat, dates: 10, subscribers: 20, isReversed: true }
  const there = once(other, 'message') as Promise<[SeriesTold]>
  other.send(race)
  const [here, [told]] = await Promise.all([raceForSeries(race), there])
  return here.promised.length + told.promised.length
}

/** Keeps a chair on all dates for so long, and lets others ask for it again and again until somebody has it. @returns how many waves were refused */
async function raceForReleased(seat: number, milliseconds: number): Promise<number> {
  for (const date of DATES) await keepForSubscribers(date, [1_000 + seat], `now() + interval '${String(milliseconds)} milliseconds'`)
  for (let refused = 0; refused < 300; refused++) if ((await wave(seat)) > 0) return refused
  throw new Error('The kept chair was never released.')
}

const earlyClaims = () =>
  cellOf('SELECT count(*)::int FROM seat_claim c JOIN seat_keep k USING (presentation_id, seat_id) WHERE c.claimed_at < k.until')

test(
  'a chair that is kept on ten dates is refused in two processes until its deadline by the database’s clock, and then has one holder a date',
  ONCE,
  async () => {
    await wave(10) // connects, and loads the plan
    await emptyHouse()
    for (let seat = 1; seat <= 3; seat++) {
      expect(await raceForReleased(seat, 1_000)).toBeGreaterThan(0)
      const held = await heldSeats()
      expect([await earlyClaims(), new Set(held.map((one) => one.split(' ')[0])).size]).toEqual([0, held.length])
      await emptyHouse()
      await database().query('DELETE FROM seat_keep')
    }
  },
)

test('control: if others may take what is kept, the same race gives it away before the deadline', ONCE, async () => {
  const checks = [KEEP_CHECKS['a kept seat is not locked by others'], KEEP_CHECKS['a kept seat is not free for the series of others']]
  await withoutChecks(checks, async () => {
    expect(await raceForReleased(4, 60_000)).toBe(0)
    expect(await earlyClaims()).toBeGreaterThan(0)
  })
  await database().query('DELETE FROM seat_keep')
})
