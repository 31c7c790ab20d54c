import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { addDates } from '#tests/support/seats/series.ts'

/** Rows of a night on which much is sold; small tables are read whole, because that is quicker. */
const ROWS = 20_000
const READ = ['past_hold', 'seat_claim', 'seat_keep', 'session']

let client: pg.PoolClient
let seat = 0

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10, seatsPerRow: 40, maxSeats: 4 })
  client = await database('holds').connect()
})
afterAll(() => {
  client.release()
})

const nextSeat = () => {
  seat += 1
  return Math.ceil(seat / 40) * 1000 + ((seat - 1) % 40) + 1
}

async function claimSeat(): Promise<unknown> {
  const values = [nextSeat(), randomUUID()]
  const { rows } = await client.query({ text: `SELECT claimed FROM claim_seat(1, $1, $2, 600, 4, 'v1', 60, '10.0.0.0', 400)`, values })
  return rows[0]
}

async function claimGroup(): Promise<unknown> {
  const values = [[nextSeat(), nextSeat()], randomUUID()]
  const text = `SELECT chosen FROM claim_group(1, $1::int[], '{2}', '{}', $2, 600, 4, 'v1', 60, '10.0.0.0', 400)`
  return (await client.query({ text, values })).rows[0]
}

async function claimSeries(): Promise<unknown> {
  const values = [[nextSeat()], randomUUID()]
  const text = `SELECT refusal FROM claim_series('{1}', $1::int[], '{4}', '{v1}', '{400}', $2, 600, 60, '10.0.0.0')`
  return (await client.query({ text, values })).rows[0]
}

/** Other visitors' rows; statistics are as old as the empty tables. */
async function fill(): Promise<void> {
  await client.query(
    `INSERT INTO session (uuid) SELECT gen_random_uuid() FROM generate_series(1, ${String(ROWS)});
     INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, network)
       SELECT 2, n, 'H', gen_random_uuid(), now(), now() + interval '1 hour', '10.0.0.1' FROM generate_series(1, ${String(ROWS)}) n;
     INSERT INTO past_hold (presentation_id, holder, ended_at, extended)
       SELECT 2, gen_random_uuid(), now(), false FROM generate_series(1, ${String(ROWS)});
     INSERT INTO seat_keep (presentation_id, seat_id, kind, until, membership_ids)
       SELECT 2, n, 'allocation', now() + interval '1 hour', '{}' FROM generate_series(1, ${String(ROWS)}) n`,
  )
}

/** How often a call reads each of the tables whole. */
async function wholeReads(call: () => Promise<unknown>): Promise<readonly unknown[]> {
  await client.query('BEGIN')
  await call()
  const { rows } = await client.query<{ name: string; reads: number }>(
    'SELECT relname AS name, seq_scan::int AS reads FROM pg_stat_xact_user_tables WHERE relname = ANY ($1) AND seq_scan > 0 ORDER BY relname',
    [READ],
  )
  await client.query('COMMIT')
  return rows
}

describe('a claim reads no table whole, even by a plan that was made when the tables were empty', () => {
  beforeAll(async () => {
    await client.query(READ.map((name) => `ALTER TABLE ${name} SET (autovacuum_enabled = off); ANALYZE ${name}`).join('; '))
    // After five calls a plan is kept for all that follow.
    for (let call = 0; call < 8; call++) {
      expect(await claimSeat()).toMatchObject({ claimed: expect.any(Number) as number })
      expect(await claimGroup()).toEqual({ chosen: 1 })
      expect(await claimSeries()).toEqual({ refusal: null })
    }
    await fill()
  })

  it.each([
    ['claim_seat', claimSeat],
    ['claim_group', claimGroup],
    ['claim_series', claimSeries],
  ])('%s', async (_name, call) => {
    expect(await wholeReads(call)).toEqual([])
  })
})

const DATES = Array.from({ length: 10 }, (_, n) => n + 1)

/** Others' claims on ten dates, each of another visitor, half of them of networks. */
async function crowd(first: number, last: number): Promise<void> {
  await client.query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, network)
       SELECT date, 100000 + n, 'H', gen_random_uuid(), now(), now() + interval '1 hour', CASE WHEN n % 2 = 0 THEN '10.1.0.' || n % 250 END
       FROM unnest($1::int[]) AS date, generate_series($2::int, $3::int) AS n`,
    [DATES, first, last],
  )
}

async function claimTenDates(): Promise<unknown> {
  const each = (value: unknown) => DATES.map(() => value)
  const values = [DATES, each(nextSeat()), each(4), each('v1'), each(400), randomUUID()]
  const text = `SELECT refusal FROM claim_series($1::int[], $2::int[], $3::int[], $4::text[], $5::int[], $6, 600, 60, '10.0.0.0')`
  return (await client.query({ text, values })).rows[0]
}

/** How many rows of claims this connection has read by indexes. */
async function rowsRead(): Promise<number> {
  const { rows } = await client.query<{ read: number }>(
    `SELECT sum(idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname IN ('seat_claim', 'past_hold')`,
  )
  return rows[0]?.read ?? 0
}

// Of small tables several indexes look equally good; one of them reads whole dates when a sale has filled them.
describe('a claim on a crowded date reads what is of its visitor, its network and its seat alone, however few claims there were when it was planned', () => {
  const CALLS = 8
  beforeAll(() => addDates(DATES.length))

  it.each(
    [0, 40, 300].flatMap((size) => [['claim_seat', size, claimSeat, 1] as const, ['claim_series', size, claimTenDates, 10] as const]),
  )('%s, planned at %d claims a date', async (_name, size, call, dates) => {
    client.release(true)
    client = await database('holds').connect()
    await client.query('TRUNCATE seat_claim, past_hold, seat_keep')
    await crowd(1, size)
    for (let n = 0; n < CALLS; n++) expect(Object.values((await call()) ?? {})).not.toContain('taken')
    await crowd(size + 1, 2_000)
    await client.query('BEGIN')
    const before = await rowsRead()
    await call()
    // One row on each date for each of its network's earlier claims.
    expect((await rowsRead()) - before).toBeLessThanOrEqual(CALLS * dates)
    await client.query('COMMIT')
  })
})
