import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { claimSeries } from '#lib/server/seats/claims/series-claims.ts'
import { buildHouse, emptyHouse, fromHere } from '#tests/support/buyers/house.ts'
import { SERIES_CHECKS } from '#tests/support/checks/series-checks.ts'
import { withoutChecks } from '#tests/support/checks/without-checks.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { deadlocks } from '#tests/support/database/deadlocks.ts'
import { reportFigure } from '#tests/support/database/figures.ts'
import { ONCE, roundsOf } from '#tests/support/seats/race.ts'
import { raceForSeries, type SeriesRace, type SeriesTold } from '#tests/support/seats/series-race.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { until } from '#tests/support/until.ts'
import { addDates, heldSeats, seatOnDates } from '#tests/support/seats/series.ts'

const RACE: SeriesRace = { row: 1, seat: 1, dates: 10, subscribers: 100, isReversed: true }
const DATES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const RACER = fileURLToPath(new URL('../../support/processes/series-racer.ts', import.meta.url))
let other: ChildProcess

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10, seatsPerRow: 20 })
  await addDates(10)
  other = fork(RACER, { execArgv: [] })
  await once(other, 'message')
})
afterAll(() => other.kill())
afterEach(async () => {
  await checkInvariants()
  await emptyHouse()
})

/** Two hundred subscribers at once, half of them in the other process. */
async function raceOverTwo(race: SeriesRace): Promise<SeriesTold> {
  const there = once(other, 'message') as Promise<[SeriesTold]>
  other.send(race)
  const [here, [told]] = await Promise.all([raceForSeries(race), there])
  const codes = [...Object.keys(here.refusals), ...Object.keys(told.refusals)]
  return {
    promised: [...here.promised, ...told.promised],
    wholes: here.wholes + told.wholes,
    refusals: Object.fromEntries(codes.map((code) => [code, (here.refusals[code] ?? 0) + (told.refusals[code] ?? 0)])),
  }
}

test(
  'A1 200 subscribers over two processes want one chair on ten dates: each date has one holder, the one that was told so, and nobody a part',
  ONCE,
  async () => {
    const before = await deadlocks()
    let [wholes, singles] = [0, 0]
    for (let round = 0; round < roundsOf(10); round++) {
      const race = { ...RACE, row: 1 + (round % 10), seat: 1 + (Math.floor(round / 10) % 20), headStart: (round % 5) * 2 }
      const told = await raceOverTwo(race)
      expect(await heldSeats(), `round ${String(round)}`).toEqual(told.promised.toSorted(byDate))
      expect(told.promised.length, `round ${String(round)}`).toBeGreaterThan(0)
      expect(new Set(told.promised.map((one) => one.split(' ')[0])).size, `round ${String(round)}`).toBe(told.promised.length)
      expect(Object.keys(told.refusals).filter((code) => code !== 'SEAT_NOT_AVAILABLE' && code !== 'SEAT_TAKEN_ON_DATES')).toEqual([])
      wholes += told.wholes
      singles += told.promised.length - 10 * told.wholes
      await emptyHouse()
    }
    expect((await deadlocks()) - before).toBe(0)
    reportFigure(
      `Locks of one chair on ten dates, 200 subscribers over two processes, half of them for one date, ${String(roundsOf(10))} rounds: ` +
        `${String(wholes)} won by a series, ${String(singles)} dates by themselves; one holder of each date, nobody a part, no deadlock`,
    )
  },
)

function byDate(a: string, b: string): number {
  return Number(a.split('-')[0]) - Number(b.split('-')[0])
}

test('control: without “the dates of a series are locked in one order” the same race deadlocks', ONCE, async () => {
  const before = await deadlocks()
  await slowly(async () => {
    for (let round = 0; round < 10 && (await deadlocks()) === before; round++) {
      await withoutChecks([SERIES_CHECKS['the dates of a series are locked in one order']], () =>
        raceForSeries(RACE).catch(() => undefined),
      )
      await emptyHouse()
    }
  })
  expect((await deadlocks()) - before).toBeGreaterThan(0)
})

/** Somebody locks one of the dates a moment after the series was found free. @returns what they have of it */
async function overtaken(): Promise<{ readonly told: unknown; readonly held: readonly string[] }> {
  const [subscriber, rival] = [randomUUID(), randomUUID()]
  const client = await database().connect()
  await client.query('BEGIN')
  await client.query(`SELECT claim_seat(7, 1001, $1, 600, 8, 'v1', 60, NULL, 20)`, [rival])
  const asked = claimSeries(await seatOnDates(1_001, DATES), fromHere(subscriber))
  await untilWaiting()
  await client.query('COMMIT')
  client.release()
  const told = await asked
  return { told, held: (await heldSeats()).map((one) => one.replace(rival, 'rival').replace(subscriber, 'subscriber')) }
}

test('somebody who is quicker on one date leaves the series nothing, and is named', async () => {
  const { told, held } = await overtaken()
  expect(told).toEqual({ ok: false, refusal: { code: 'SEAT_TAKEN_ON_DATES', facts: { count: 1, total: 10, presentationIds: '7' } } })
  expect(held).toEqual(['7-1001 rival'])
})

test.each([
  ['a series is claimed whole or not at all', 'rival'],
  ['a seat of a series that is held stays with its holder', 'subscriber'],
] as const)('control: without “%s” it keeps the other dates, and the %s has that one', async (name, holder) => {
  const { held } = await withoutChecks([SERIES_CHECKS[name]], overtaken)
  expect(held).toEqual(DATES.map((id) => `${String(id)}-1001 ${id === 7 ? holder : 'subscriber'}`))
})

/** Kills a process by kill -9 while it locks a series, or after it where that was over before anybody looked. @returns how many dates are locked then */
async function killedAfter(ms: number, isOneByOne: boolean): Promise<number> {
  const doomed = fork(RACER, { execArgv: [] })
  await once(doomed, 'message')
  let isOver = false
  doomed.once('message', () => (isOver = true))
  doomed.send({ ...RACE, row: 2, subscribers: 1, isReversed: false, isOneByOne } satisfies SeriesRace)
  await until(async () => isOver || (await claiming()) > 0, 'a claim')
  await sleep(ms)
  doomed.kill('SIGKILL')
  await once(doomed, 'exit')
  await until(async () => (await claiming()) === 0, 'the end of the claim')
  return (await heldSeats()).length
}

/** How many connections claim seats at this moment. */
async function claiming(): Promise<number> {
  const { rows } = await database().query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%claim_se%' AND pid <> pg_backend_pid()`,
  )
  return rows.length
}

function untilClaiming(): Promise<void> {
  return until(async () => (await claiming()) > 0, 'a claim')
}

test('kill -9 while a series is locked leaves all of it or nothing', ONCE, async () => {
  const kept: number[] = []
  await slowly(async () => {
    for (const ms of [0, 150, 300, 450]) {
      kept.push(await killedAfter(ms, false))
      await emptyHouse()
    }
  }, 60)
  expect(kept.filter((dates) => dates !== 0 && dates !== 10)).toEqual([])
})

test('control: dates that are locked one by one are left in part by the same kill', ONCE, async () => {
  const kept = await slowly(() => killedAfter(300, true), 100)
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(10)
})

test('a connection to the database that ends while a series is locked leaves nothing', async () => {
  await slowly(async () => {
    const asked = claimSeries(await seatOnDates(2_001, DATES), fromHere(randomUUID())).catch((error: unknown) => error)
    await untilClaiming()
    await database().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%claim_series%' AND pid <> pg_backend_pid()`,
    )
    expect(await asked).toBeInstanceOf(Error)
  }, 20)
  expect(await heldSeats()).toEqual([])
})

/** Lets each claim take so many milliseconds: statements of a few hundred microseconds seldom meet. */
async function slowly<T>(work: () => Promise<T>, ms = 2): Promise<T> {
  await database().query(`
    CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${String(ms / 1_000)}); RETURN NULL; END';
    CREATE TRIGGER take_a_while AFTER INSERT OR UPDATE ON seat_claim FOR EACH ROW EXECUTE FUNCTION take_a_while()`)
  try {
    return await work()
  } finally {
    await database().query('DROP FUNCTION take_a_while() CASCADE')
  }
}
