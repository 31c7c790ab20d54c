import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { sweepHolds } from '#lib/server/seats/claims/claims-sweep.ts'
import { lock, unlock } from '#lib/server/seats/claims/seats.ts'
import { buildHouse, fromHere, PLACE } from '#tests/support/buyers/house.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'

const FIRST = 1_000_000
const PLACES = 40
/** A section of another presentation's plan, for what grows with its size. */
const LARGE = 20_000

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: PLACES })
  await database().query(`
    INSERT INTO seatplan VALUES (2, 1, 'שדה', 'v1', 1000, 1000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place) VALUES (2, 3, 1, 'שדה', false, 'G', ${String(LARGE)}, ${String(FIRST)});
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats) VALUES (2, 1, 1, 2, now() + interval '3 days', 8)`)
})
beforeEach(async () => {
  await database().query('TRUNCATE seat_claim, past_hold, section_gate, seat_keep, audit')
})
afterEach(checkInvariants)

/** One visitor after the other takes a place until there is none: how many had one. */
async function fill(most = PLACES + 5): Promise<number> {
  for (let count = 0; count < most; count++) {
    const locked = await lock(PLACE, fromHere(randomUUID()))
    if (locked.ok) continue
    expect(locked.refusal.code).toBe('NOT_ENOUGH_PLACES')
    return count
  }
  return most
}

/** Whatever is held in these places ran out so many seconds ago. */
async function letRunOut(places: readonly number[], seconds: number): Promise<void> {
  await database().query(
    `UPDATE seat_claim SET expires_at = now() - $2::int * interval '1 second', claimed_at = now() - interval '1 hour' WHERE seat_id = ANY ($1::int[])`,
    [places.map((place) => FIRST + place), seconds],
  )
}

/** Somebody holds every so manieth of these places, whom no lock gave it. */
async function take(presentation: number, from: number, upto: number, step = 1): Promise<void> {
  await database().query(
    `WITH taken AS (
       INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
       SELECT $1::int, $2::int + n, 'H', gen_random_uuid(), now(), now() + interval '1 hour' FROM generate_series($3::int, $4::int - 1, $5::int) n
       RETURNING presentation_id || ':' || seat_id AS subject, holder)
     INSERT INTO audit (action, subject, uuid) SELECT 'lock', subject, holder FROM taken`,
    [presentation, FIRST, from, upto, step],
  )
}

async function keep(places: readonly number[], until: string): Promise<void> {
  await database().query(
    `INSERT INTO seat_keep (presentation_id, seat_id, kind, until, membership_ids) SELECT 1, unnest($1::int[]), 'allocation', now() + $2::interval, '{}'
     ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until`,
    [places.map((place) => FIRST + place), until],
  )
}

describe('of a section of general admission exactly its places can be had', () => {
  test('when some were given back, ran out, were swept or cancelled after all had been taken', async () => {
    expect(await fill()).toBe(PLACES)
    await letRunOut([3, 17], 5)
    expect(await fill()).toBe(2)
    await letRunOut([0, 20, 21, 39], 100_000)
    await sweepHolds(100)
    expect(await cellOf('SELECT count(*)::int FROM seat_claim')).toBe(PLACES - 4)
    expect(await fill()).toBe(4)
    await database().query('DELETE FROM seat_claim WHERE seat_id = ANY ($1::int[])', [[FIRST + 5, FIRST + 39]])
    await letRunOut([6], 1)
    expect(await fill()).toBe(3)
    expect(await fill()).toBe(0)
  })

  test('when one place is taken and given back again and again', async () => {
    expect(await fill(PLACES - 1)).toBe(PLACES - 1)
    for (let round = 0; round < 20; round++) {
      const uuid = randomUUID()
      expect((await lock(PLACE, fromHere(uuid))).ok).toBe(true)
      expect((await unlock(PLACE, uuid)).ok).toBe(true)
    }
    expect(await fill()).toBe(1)
  })

  test('when claims stand there that no lock has made', async () => {
    await take(1, 0, PLACES, 2)
    expect(await fill()).toBe(PLACES / 2)
  })

  test('when some are kept for others, and those as well as soon as they are not kept any more', async () => {
    await keep([0, 1, 2, 30], '1 hour')
    expect(await fill()).toBe(PLACES - 4)
    await keep([0, 1], '-1 second')
    expect(await fill()).toBe(2)
    await letRunOut([10, 11], 5)
    await keep([10], '1 hour')
    expect(await fill()).toBe(1)
    await database().query('DELETE FROM seat_keep')
    expect(await fill()).toBe(3)
  })

  test('while claims are deleted, run out and are taken at once', async () => {
    expect(await fill()).toBe(PLACES)
    for (let round = 0; round < 10; round++) {
      const gone = Array.from({ length: 10 }, (_, n) => FIRST + ((round * 7 + n * 3) % PLACES))
      const [before, after] = [gone.slice(0, 5), gone.slice(5)]
      await Promise.all([
        ...before.map((place) => database().query('DELETE FROM seat_claim WHERE seat_id = $1', [place])),
        letRunOut(
          after.map((place) => place - FIRST),
          1,
        ),
        ...Array.from({ length: 10 }, () => lock(PLACE, fromHere(randomUUID()))),
      ])
      await fill()
      expect(await cellOf('SELECT count(*)::int FROM seat_claim WHERE expires_at > now()')).toBe(PLACES)
    }
  })
})

describe('what a place costs', () => {
  /** Blocks that the database looks at to find a place. It knows how much there is, as it does soon after; the least of three, since a statement that is planned anew reads the catalogue. */
  async function blocks(presentation: number, section: number, capacity: number): Promise<number> {
    const find = `SELECT free_places(${[presentation, section, FIRST, capacity].join(', ')}, '${randomUUID()}', '{}', 2)`
    await database().query('ANALYZE seat_claim')
    await database().query(find) // who comes first after many claims that no lock has made passes them
    const seen: number[] = []
    for (let time = 0; time < 3; time++) {
      const { rows } = await database().query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${find}`,
      )
      const { Plan: plan } = rows[0]?.['QUERY PLAN'][0] ?? { Plan: {} }
      seen.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0))
    }
    return Math.min(...seen)
  }

  test('does not grow with the section, empty, nearly full, with places freed in its midst, or full', async () => {
    const costs: number[][] = []
    for (const { presentation, section, capacity } of [
      { presentation: 1, section: 2, capacity: PLACES },
      { presentation: 2, section: 3, capacity: LARGE },
    ]) {
      const own = [await blocks(presentation, section, capacity)]
      await take(presentation, 0, capacity - 3)
      own.push(await blocks(presentation, section, capacity))
      await take(presentation, capacity - 3, capacity)
      own.push(await blocks(presentation, section, capacity))
      await database().query('DELETE FROM seat_claim WHERE presentation_id = $1 AND seat_id IN ($2, $3)', [
        presentation,
        FIRST + 7,
        FIRST + capacity / 2,
      ])
      own.push(await blocks(presentation, section, capacity))
      costs.push(own)
    }
    const [small = [], large = []] = costs
    // An index of the large section is a level or two deeper.
    large.forEach((cost, n) => {
      expect(cost, `blocks ${JSON.stringify(costs)}`).toBeLessThanOrEqual((small[n] ?? 0) * 2 + 20)
    })
  })
})
