import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, database } from '#lib/server/platform/db/connect.ts'
import { DatabaseRefusal, migrate } from '#lib/server/platform/db/migrate.ts'
import { startProcess } from '#tests/support/processes/processes.ts'
import { unmigratedDatabase } from '#tests/support/database/database.ts'

describe('migrate', () => {
  let directory: string

  beforeEach(async () => {
    await unmigratedDatabase()
    directory = await mkdtemp(join(tmpdir(), 'migrations-'))
    await writeFile(join(directory, '001-first.sql'), 'CREATE TABLE first (n int); INSERT INTO first VALUES (1);')
    await writeFile(join(directory, '002-second.sql'), 'ALTER TABLE first ADD COLUMN m int;')
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('applies each file once, in order', async () => {
    expect(await migrate({ migrations: directory, functions: directory })).toEqual(['001-first.sql', '002-second.sql'])
    expect(await migrate({ migrations: directory, functions: directory })).toEqual([])
  })

  it('is over in one look at a database that has all files, however many there are', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `1${String(n).padStart(2, '0')}-more.sql`)
    for (const name of names) await writeFile(join(directory, name), 'SELECT 1')
    await migrate({ migrations: directory, functions: directory })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    expect(await migrate({ migrations: directory, functions: directory })).toEqual([])
    expect(query.mock.calls.length).toBeLessThan(20)
    await writeFile(join(directory, '150-last.sql'), 'SELECT 1')
    expect(await migrate({ migrations: directory, functions: directory })).toEqual(['150-last.sql'])
    query.mockRestore()
  })

  it('rolls a failing file back, and applies it when it is fixed', async () => {
    await writeFile(join(directory, '002-second.sql'), 'CREATE TABLE half (n int); SELECT no_such_function();')
    await expect(migrate({ migrations: directory, functions: directory })).rejects.toThrow('no_such_function')
    expect((await database().query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }])
    await writeFile(join(directory, '002-second.sql'), 'CREATE TABLE half (n int);')
    expect(await migrate({ migrations: directory, functions: directory })).toEqual(['002-second.sql'])
  })

  it('refuses a file that was changed after it was applied', async () => {
    await migrate({ migrations: directory, functions: directory })
    await writeFile(join(directory, '001-first.sql'), 'CREATE TABLE first (n bigint);')
    await expect(migrate({ migrations: directory, functions: directory })).rejects.toThrow(DatabaseRefusal)
  })

  it.each(['synchronous_commit'])('refuses a database with %s off', async (name) => {
    await database().query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = off', current_database()); END $$`)
    await closeDatabase()
    await expect(migrate({ migrations: directory, functions: directory })).rejects.toThrow(name)
  })

  it('applies each file once even if several processes run it at once', async () => {
    const script = `import { migrate } from ${JSON.stringify(new URL('../../../src/lib/server/platform/db/migrate.ts', import.meta.url).href)}
      process.stdout.write(JSON.stringify(await migrate()), () => process.exit(0))`
    const answers = await Promise.all([1, 2, 3].map(() => startProcess(['--input-type=module', '-e', script]).finished))
    const applied = answers.flatMap(({ code, stdout }) => (code === 0 ? (JSON.parse(stdout) as string[]) : ['failed']))
    expect(applied).toContain('001-ground.sql')
    expect(new Set(applied).size).toBe(applied.length)
  })
})
