import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeAuditMonths } from '#lib/server/platform/db/audit.ts'
import { database, newConnection } from '#lib/server/platform/db/connect.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { sweepTraces } from '#lib/server/seats/claims/traces-sweep.ts'
import { recordStatements } from '#tests/support/database/recorded.ts'
import { cellOf, freshDatabase, unmigratedDatabase } from '#tests/support/database/database.ts'

const SCHEMA = 'src/lib/server/platform/db'
/** The migrations that bring the months. */
const FIRST_OF_MONTHS = 87

const parts = () =>
  cellOf(
    `SELECT array_agg(inhrelid::regclass::text ORDER BY inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'audit'::regclass`,
  )
const write = (subject: string, at: string) =>
  database().query(`INSERT INTO audit (at, action, subject) VALUES (${at}, 'unlock', $1)`, [subject])
/** How each part's index by time sums up its pages. */
const sums = async () => {
  const { rows } = await database().query<{ part: string; options: string }>(
    `SELECT i.inhrelid::regclass::text AS part, (SELECT string_agg(o, ' ' ORDER BY o) FROM unnest(k.reloptions) AS o) AS options
     FROM pg_inherits i JOIN pg_index x ON x.indrelid = i.inhrelid JOIN pg_inherits p ON p.inhrelid = x.indexrelid JOIN pg_class k ON k.oid = x.indexrelid
     WHERE i.inhparent = 'audit'::regclass`,
  )
  return new Map(rows.map(({ part, options }) => [part, options]))
}
const partOf = (subject: string) => cellOf('SELECT tableoid::regclass::text FROM audit WHERE subject = $1', [subject])

describe('an audit of before', () => {
  it('is the first part, with all its rows; who writes waits for no look at them', async () => {
    await unmigratedDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
    const some = async (from: number, to: number) => {
      for (const name of await readdir(join(SCHEMA, 'migrations')))
        if (Number(name.slice(0, 3)) >= from && Number(name.slice(0, 3)) < to)
          await cp(join(SCHEMA, 'migrations', name), join(directory, name))
      return migrate({ migrations: directory, functions: directory })
    }
    try {
      await some(0, FIRST_OF_MONTHS)
      await database().query(
        `INSERT INTO audit (at, action, subject) SELECT now() - n * interval '1 day', 'order', n FROM generate_series(1, 900) AS n`,
      )
      await some(FIRST_OF_MONTHS, FIRST_OF_MONTHS + 1)
      const writer = newConnection('writer')
      await writer.connect()
      await writer.query('BEGIN')
      await writer.query(`INSERT INTO audit (action, subject) VALUES ('order', 'meanwhile')`)
      await some(FIRST_OF_MONTHS + 1, FIRST_OF_MONTHS + 2) // would wait for the lock of the writer
      await writer.query('COMMIT')
      await writer.end()
    } finally {
      await rm(directory, { recursive: true })
    }
    await migrate()
    expect(await cellOf('SELECT count(*)::int FROM audit_first')).toBe(901)
    expect(await cellOf('SELECT count(*)::int FROM audit')).toBe(901)
    expect((await sums()).get('audit_first')).toBe('autosummarize=on')
    await write('later', `now() + interval '70 days'`)
    expect(await partOf('later')).toMatch(/^audit_20\d\d_\d\d$/)
  })
})

describe('the months', () => {
  it('are made three months ahead, once; a row stands in that of its time', async () => {
    await freshDatabase()
    expect(await cellOf('SELECT make_audit_months()')).toBe(0)
    const all = await parts()
    expect(all).toHaveLength(3)
    await write('soon', 'now()')
    expect(await partOf('soon')).toBe('audit_first')
    const month = await cellOf(`SELECT 'audit_' || to_char((now() + interval '3 months') AT TIME ZONE 'UTC', 'YYYY_MM')`)
    await write('in three months', `now() + interval '3 months'`)
    expect(await partOf('in three months')).toBe(month)
    await expect(write('in a year', `now() + interval '1 year'`)).rejects.toThrow('no partition')
    expect(await parts()).toEqual(all)
  })

  it('that are missing after a long rest are made as the shop starts, by one process of several', async () => {
    await freshDatabase()
    // As if the parts had ended five months ago.
    await database().query(`DO $$
      DECLARE part text;
      BEGIN
        FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'audit'::regclass LOOP
          EXECUTE format('ALTER TABLE audit DETACH PARTITION %I', part);
          IF part <> 'audit_first' THEN EXECUTE format('DROP TABLE %I', part); END IF;
        END LOOP;
        EXECUTE format('ALTER TABLE audit ATTACH PARTITION audit_first FOR VALUES FROM (MINVALUE) TO (%L)',
          (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '5 months') AT TIME ZONE 'UTC');
      END $$`)
    await expect(write('too early', 'now()')).rejects.toThrow('no partition')
    await Promise.all([makeAuditMonths(), makeAuditMonths(), makeAuditMonths()])
    expect(await parts()).toHaveLength(10)
    expect([...(await sums()).values()]).toEqual(Array.from({ length: 10 }, () => 'autosummarize=on pages_per_range=16'))
    await write('now', 'now()')
    expect(await partOf('now')).toBe(await cellOf(`SELECT 'audit_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM')`))
  })

  it('can be moved away whole while others write', async () => {
    await freshDatabase()
    const month = ((await parts()) as string[]).find((part) => part !== 'audit_first')
    const writer = newConnection('writer')
    await writer.connect()
    await writer.query('BEGIN')
    await writer.query(`INSERT INTO audit (action, subject) VALUES ('order', 'now')`)
    const moved = database().query(`ALTER TABLE audit DETACH PARTITION ${String(month)} CONCURRENTLY`)
    await write('meanwhile', 'now()')
    await writer.query('COMMIT')
    await writer.end()
    await moved
    expect(await parts()).toHaveLength(2)
  })
})

it('locks that led to no purchase are looked at once as they grow old, never again', async () => {
  await freshDatabase()
  await write('1:1', `now() - interval '40 days'`)
  await sweepTraces()
  expect(await cellOf('SELECT count(*)::int FROM audit')).toBe(0)
  expect(await cellOf(`SELECT until BETWEEN now() - interval '30 days 1 minute' AND now() - interval '30 days' FROM audit_swept`)).toBe(
    true,
  )
  await write('1:2', `now() - interval '40 days'`)
  await write('1:3', `now() - interval '30 days'`)
  await sweepTraces()
  expect((await database().query('SELECT subject FROM audit')).rows).toEqual([{ subject: '1:2' }])
})

it('the sweep reads little more than what its hour holds, however much was written', async () => {
  await freshDatabase()
  await sweepTraces()
  // Of fifty days; their index sums pages up as they are filled, which a process of the database does a little later.
  await database().query(
    `INSERT INTO audit (at, action, subject) SELECT now() - (70000 - n) * interval '1 minute', 'order', n FROM generate_series(1, 70000) AS n`,
  )
  await database().query(`SELECT brin_summarize_new_values('audit_first_by_time'); ANALYZE audit`)
  await database().query(`UPDATE audit_swept SET until = until - interval '1 hour'`)
  const [looked] = (await recordStatements(sweepTraces)).filter(({ text }) => text.startsWith('DELETE FROM audit'))
  const plan = JSON.stringify(await cellOf(`EXPLAIN (ANALYZE, FORMAT JSON) ${looked?.text ?? ''}`, [...(looked?.values ?? [])]))
  const read = [...plan.matchAll(/"Rows Removed by [^"]+":(\d+)/g)].reduce((sum, [, rows]) => sum + Number(rows), 0)
  expect(plan).toContain('audit_first_by_time')
  expect(read).toBeGreaterThan(50)
  expect(read).toBeLessThan(7_000)
})
