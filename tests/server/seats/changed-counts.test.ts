import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { foldTaken } from '#lib/server/seats/board/availability.ts'
import { readTaken, type SeenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { recordStatements } from '#tests/support/database/recorded.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { until } from '#tests/support/until.ts'

const SHOWS = [1, 2, 3, 4, 5]
const SEATS = 6
const NONE: ReadonlyMap<number, number> = new Map()
/** Buyers who each have a transaction that goes on for some steps. */
const BUYERS = 3
const buyers: pg.Client[] = []
let folder: pg.Client

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await database().query(`INSERT INTO presentation SELECT (jsonb_populate_record(p, jsonb_build_object('presentation_id', n))).*
    FROM presentation p, generate_series(2, 5) n WHERE presentation_id = 1`)
  const connect = async () => {
    const client = new pg.Client({ connectionString: process.env.INTERNAL_DATABASE_URL })
    await client.connect()
    return client
  }
  for (let n = 0; n < BUYERS; n++) buyers.push(await connect())
  folder = await connect()
})
afterAll(() => Promise.all([...buyers, folder].map((client) => client.end())))

/** Each buyer has shows and seats of their own, so that none waits for another's. */
type Step =
  | {
      readonly what: 'sell' | 'lock' | 'giveBack' | 'keep' | 'endKeep' | 'unkeep'
      readonly by: number
      readonly show: number
      readonly seat: number
    }
  | { readonly what: 'commit' | 'rollBack'; readonly by: number }
  | { readonly what: 'sellNow'; readonly show: number }
  | { readonly what: 'fold' | 'beginFold' | 'endFold' | 'look' | 'empty' | 'unkeepAll' }

const at = { by: fc.nat(BUYERS - 1), show: fc.nat(SHOWS.length - 1), seat: fc.nat(SEATS - 1) }
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('sell' as const, 'lock' as const, 'giveBack' as const), ...at }) },
    {
      weight: 5,
      arbitrary: fc.record({ what: fc.constantFrom('keep' as const, 'keep' as const, 'endKeep' as const, 'unkeep' as const), ...at }),
    },
    { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('commit' as const, 'commit' as const, 'rollBack' as const), by: at.by }) },
    { weight: 4, arbitrary: fc.record({ what: fc.constant('sellNow' as const), show: at.show }) },
    {
      weight: 6,
      arbitrary: fc.record({
        what: fc.constantFrom('fold' as const, 'beginFold' as const, 'endFold' as const, 'look' as const, 'look' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('empty' as const, 'unkeepAll' as const) }) },
  ),
  { minLength: 10, maxLength: 60 },
)

/** What a count of everything gives. */
async function scanned(): Promise<readonly (readonly [number, number])[]> {
  const { rows } = await database().query<{ id: number; taken: number }>(
    `SELECT presentation_id AS id, count(DISTINCT seat_id)::int AS taken FROM (
       SELECT presentation_id, seat_id FROM seat_claim WHERE state <> 'H' OR expires_at > now()
       UNION ALL SELECT presentation_id, seat_id FROM seat_keep WHERE until > now()) AS gone GROUP BY 1 ORDER BY 1`,
  )
  return rows.map(({ id, taken }) => [id, taken])
}

const countsOf = (seen: SeenCounts) =>
  SHOWS.flatMap((id) => {
    const taken = seen.get(id)
    return taken === undefined ? [] : [[id, taken] as const]
  })

/** One run: transactions of buyers and of who folds go on beside each other, and each look is compared with a count of everything. */
class Run {
  readonly #open = new Set<pg.Client>()
  #seen: SeenCounts | undefined

  async take(step: Step): Promise<void> {
    if ('seat' in step) return this.#claim(step)
    if (step.what === 'sellNow') return sellNow(SHOWS[step.show])
    if ('by' in step) return this.#end(clientOf(step.by), step.what === 'commit')
    if (step.what === 'fold') return foldTaken()
    if (step.what === 'beginFold') return this.#ask(folder, 'SELECT fold_taken()')
    if (step.what === 'endFold') return this.#end(folder, true)
    if (step.what === 'look') return this.look()
    if (this.#open.size === 0) await database().query(step.what === 'empty' ? 'TRUNCATE seat_claim' : 'TRUNCATE seat_keep')
  }

  async look(): Promise<void> {
    this.#seen = await readTaken(this.#seen, NONE)
    expect(countsOf(this.#seen)).toEqual(await scanned())
  }

  async finish(): Promise<void> {
    for (const client of [...buyers, folder]) await this.#end(client, true)
    await this.look()
    await foldTaken()
    await this.look()
  }

  async #claim({ what, by, show, seat }: Extract<Step, { seat: number }>): Promise<void> {
    const ids = [SHOWS[show], 1001 + by * SEATS + seat]
    const [state, until] = what === 'sell' ? ['S', null] : ['H', new Date(Date.now() + 600_000)]
    if (what === 'keep' || what === 'endKeep' || what === 'unkeep') return this.#ask(clientOf(by), KEEPS[what], ids)
    if (what === 'giveBack') return this.#ask(clientOf(by), 'DELETE FROM seat_claim WHERE presentation_id = $1 AND seat_id = $2', ids)
    await this.#ask(
      clientOf(by),
      `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at, order_id)
       VALUES ($1, $2, $3::text, $4::uuid, now(), $5, CASE WHEN $3::text = 'S' THEN $4::uuid END)
       ON CONFLICT (presentation_id, seat_id) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at, order_id = excluded.order_id`,
      [...ids, state, randomUUID(), until],
    )
  }

  async #ask(client: pg.Client, text: string, values: readonly unknown[] = []): Promise<void> {
    if (!this.#open.has(client)) await client.query('BEGIN')
    this.#open.add(client)
    await client.query(text, [...values])
  }

  async #end(client: pg.Client, commits: boolean): Promise<void> {
    if (this.#open.delete(client)) await client.query(commits ? 'COMMIT' : 'ROLLBACK')
  }
}

function clientOf(by: number): pg.Client {
  const client = buyers[by]
  if (!client) throw new Error('There is no such buyer.')
  return client
}

/** Some other sale, which is over before those that go on. */
async function sellNow(show: number | undefined, seat = 2001 + Math.floor(Math.random() * 100)): Promise<void> {
  await database().query(
    `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
     VALUES ($1, $3, 'S', $2, now(), $2) ON CONFLICT DO NOTHING`,
    [show, randomUUID(), seat],
  )
}

/** A seat that is kept for subscribers, and perhaps sold, or locked by one of them. */
const KEEPS = {
  keep: `INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, until) VALUES ($1, $2, 'allocation', '{}', now() + interval '1 day')
    ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until`,
  endKeep: `UPDATE seat_keep SET until = now() - interval '1 second' WHERE presentation_id = $1 AND seat_id = $2`,
  unkeep: 'DELETE FROM seat_keep WHERE presentation_id = $1 AND seat_id = $2',
} as const

/** Other tests have transactions on this server, which may be older than these counts. */
function surelySeen(): Promise<void> {
  const isSo = 'SELECT max(changed_by) < pg_snapshot_xmin(pg_current_snapshot()) FROM seats_taken'
  return until(async () => (await cellOf(isSo)) === true, 'the end of all older transactions')
}

describe('the counts in memory change by what changed', () => {
  test('after any changes that go on beside each other they are what a count of everything gives', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const run = new Run()
        try {
          for (const step of taken) await run.take(step)
          await run.finish()
        } finally {
          for (const client of [...buyers, folder]) await client.query('ROLLBACK')
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test('what commits late is not missed, whichever transaction ended before', async () => {
    await database().query('TRUNCATE seat_claim; DELETE FROM seat_keep')
    const sell =
      'INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) VALUES ($1, 1001, $2, $3, now(), $3)'
    await database().query(sell, [4, 'S', randomUUID()])
    await folder.query('BEGIN')
    await folder.query('SELECT fold_taken()')
    await database().query(sell, [5, 'S', randomUUID()])
    const before = await readTaken(undefined, NONE)
    expect([before.get(4), before.get(5)]).toEqual([1, 1])
    await folder.query('COMMIT')
    const after = await readTaken(before, NONE)
    expect([after.get(4), after.get(5)]).toEqual([1, 1])
  })

  test('one presentation that was sold is all that is read of those that are', async () => {
    await database().query('TRUNCATE seat_claim')
    await database().query(
      `INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id) SELECT 100000 + n, 1, 'S', gen_random_uuid(), now(), gen_random_uuid()
       FROM generate_series(1, 500) n`,
    )
    await foldTaken()
    await surelySeen()
    const before = await readTaken(undefined, NONE)
    expect(before.get(100_007)).toBe(1)
    await database().query(`DELETE FROM seat_claim WHERE presentation_id = 100007`)
    await foldTaken()
    const [asked] = await recordStatements(() => readTaken(before, NONE).then(() => undefined))
    expect(before.get(100_007)).toBeUndefined()
    const { rows } = await database().query<{ folded: unknown }>(String(asked?.text), [...(asked?.values ?? [])])
    expect(rows[0]?.folded).toEqual([[100_007, 0]])
  })

  test('what is kept is counted again where something of it has changed, or has ended by time alone', async () => {
    await database().query('TRUNCATE seat_claim; TRUNCATE seat_keep')
    const keep = (until: string, shows: string) =>
      database().query(
        `INSERT INTO seat_keep (presentation_id, seat_id, kind, membership_ids, until) SELECT n, s, 'allocation', '{}', now() + $1::interval
         FROM unnest($2::int[]) n, generate_series(1001, 1003) s`,
        [until, shows],
      )
    await keep('1 day', '{1,2,3}')
    await keep('500 milliseconds', '{4}')
    await foldTaken()
    await surelySeen()
    const before = await readTaken(undefined, NONE)
    expect(countsOf(before)).toEqual([1, 2, 3, 4].map((id) => [id, 3]))
    await until(async () => (await cellOf('SELECT min(until) < now() FROM seat_keep')) === true, 'the end of what is kept for a moment')
    await database().query('UPDATE seat_keep SET until = now() WHERE presentation_id = 2 AND seat_id = 1001')
    const [asked] = await recordStatements(async () => expect(countsOf(await readTaken(before, NONE))).toEqual([[1, 3], [2, 2], [3, 3]])) // prettier-ignore
    const { rows } = await database().query<{ kept: [number, number][] }>(String(asked?.text), [...(asked?.values ?? [])])
    expect(rows[0]?.kept.map(([id, seats]) => [id, seats]).sort()).toEqual([[2, 2], [4, 0]]) // prettier-ignore
    await sellNow(1, 1001)
    await foldTaken()
    await surelySeen()
    const sold = await readTaken(before, NONE)
    expect(sold.get(1)).toBe(3)
    await database().query('UPDATE seat_claim SET seat_id = 1009 WHERE presentation_id = 1')
    await foldTaken()
    const moved = await readTaken(sold, NONE)
    expect(moved.get(1)).toBe(4)
    await database().query('TRUNCATE seat_keep')
    expect(countsOf(await readTaken(moved, NONE))).toEqual([[1, 1]])
  })

  test('they are read whole from another database, and from one that was put back', async () => {
    const before = await readTaken(undefined, NONE)
    before.folded.set(77, 99)
    expect((await readTaken(before, NONE)).get(77)).toBe(99)
    expect((await readTaken({ ...before, source: '1 true' }, NONE)).get(77)).toBeUndefined()
    const later = String(Number(await cellOf('SELECT pg_snapshot_xmax(pg_current_snapshot())::text')) + 1_000)
    expect((await readTaken({ ...before, seen: `${later}:${later}:` }, NONE)).get(77)).toBeUndefined()
  })

  test('a board knows more than was counted', async () => {
    expect((await readTaken(undefined, new Map([[2, 0]]))).get(2)).toBe(0)
  })
})
