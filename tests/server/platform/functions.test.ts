import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { migrate } from '#lib/server/platform/db/migrate.ts'
import { cellOf, freshDatabase, unmigratedDatabase } from '#tests/support/database/database.ts'

const DB = fileURLToPath(new URL('../../../src/lib/server/platform/db/', import.meta.url))

interface Defined {
  readonly name: string
  readonly definition: string
}

/** Functions and triggers of the schema, as the database says them. */
async function definitions(): Promise<readonly Defined[]> {
  const { rows } = await database().query<Defined>(
    `SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY name, definition`,
  )
  return rows
}

let own: { readonly migrations: string; readonly functions: string }

beforeEach(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'schema-'))
  own = { migrations: join(directory, 'migrations'), functions: join(directory, 'functions') }
  await cp(join(DB, 'migrations'), own.migrations, { recursive: true })
  await cp(join(DB, 'functions'), own.functions, { recursive: true })
})
afterEach(() => rm(join(own.functions, '..'), { recursive: true }))

describe('functions of the database', () => {
  it('are the same however often they are applied', async () => {
    await unmigratedDatabase()
    expect(await migrate(own)).toContain('seats.sql')
    const once = await definitions()
    await database().query('DELETE FROM function_file')
    expect(await migrate(own)).toContain('seats.sql')
    expect(await definitions()).toEqual(once)
  })

  it('stand in exactly one file each, and every file holds nothing else', async () => {
    await freshDatabase()
    const files = await readdir(own.functions)
    const texts = await Promise.all(files.map((name) => readFile(join(own.functions, name), 'utf8')))
    const stand = texts.flatMap((text) =>
      [...text.matchAll(/^CREATE (?:OR REPLACE (?:FUNCTION|TRIGGER)|CONSTRAINT TRIGGER) (\w+)/gm)].map((match) => match[1]),
    )
    expect(stand.toSorted()).toEqual((await definitions()).map(({ name }) => name).toSorted())
    // PostgreSQL does not replace constraint triggers: each is dropped just before it is made.
    const others = texts.map((text) =>
      text.replaceAll(/^DROP TRIGGER IF EXISTS (\w+) ON (\w+);\nCREATE CONSTRAINT TRIGGER \1 .* ON \2 /gm, ''),
    )
    expect(
      others.flatMap((text) => text.match(/^(?:CREATE(?! OR REPLACE (?:FUNCTION|TRIGGER) )|ALTER|DROP|INSERT|UPDATE|DELETE)\b.*/gm) ?? []),
    ).toEqual([])
  })

  it('are applied again when their file changes, and only those', async () => {
    await freshDatabase()
    const file = join(own.functions, 'sessions.sql')
    await writeFile(file, (await readFile(file, 'utf8')).replace("interval '90 days'", "interval '91 days'"))
    expect(await migrate(own)).toEqual(['sessions.sql'])
    expect(await migrate(own)).toEqual([])
    expect(await cellOf(`SELECT prosrc FROM pg_proc WHERE proname = 'is_signed_in'`)).toContain('91 days')
  })

  it('are left alone by an older program that starts beside a newer one', async () => {
    await freshDatabase()
    await database().query(`INSERT INTO migration (name, checksum) VALUES ('999-newer.sql', '')`)
    await database().query('DELETE FROM function_file')
    expect(await migrate(own)).toEqual([])
  })

  it('of a file that fails leave everything as it was', async () => {
    await freshDatabase()
    await writeFile(
      join(own.functions, 'seats.sql'),
      'CREATE OR REPLACE FUNCTION half() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; SELECT no_such();',
    )
    await expect(migrate(own)).rejects.toThrow('no_such')
    expect((await definitions()).map(({ name }) => name)).not.toContain('half')
  })
})
