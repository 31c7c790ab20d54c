import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { database, type Queryable } from './connect.ts'
import { inTransaction } from './transactions.ts'
import { applyFunctions, CREATE_FUNCTION_BOOK } from './functions.ts'

/** Where the schema is written down: numbered migrations, and functions with triggers as they are now. */
interface SchemaFiles {
  readonly migrations: string
  readonly functions: string
}

const SCHEMA: SchemaFiles = {
  migrations: projectFile('src/lib/server/platform/db/migrations'),
  functions: projectFile('src/lib/server/platform/db/functions'),
}
const OLDEST_VERSION = 150_000
/** What makes an answered order survive a power cut. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const

/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseRefusal extends Error {}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Brings the database to the newest schema: each numbered file once, in order, in a transaction of its own; then, in one, every file of functions that changed.
 * Several processes may do so at once.
 * @returns the names of the files that this call applied.
 * @throws {DatabaseRefusal} when an applied file was changed since, or the server is too old or may lose what it acknowledged.
 */
export async function migrate({ migrations, functions }: SchemaFiles = SCHEMA): Promise<readonly string[]> {
  await checkServer()
  await createBookkeeping()
  const applied: string[] = []
  const files = readMigrations(migrations)
  for (const migration of await notApplied(files)) {
    if (await inTransaction((client) => applyOnce(client, migration))) applied.push(migration.name)
  }
  const changed = await inTransaction(async (client) => {
    await lockMigrations(client)
    return applyFunctions(
      client,
      functions,
      files.map(({ name }) => name),
    )
  })
  return [...applied, ...changed]
}

function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

const serverFacts = z.object({
  version: z.coerce.number(),
  fsync: z.string(),
  synchronous_commit: z.string(),
  full_page_writes: z.string(),
})

async function checkServer(): Promise<void> {
  const columns = DURABILITY.map((name) => `current_setting('${name}') AS ${name}`).join(', ')
  const { rows } = await database().query(`SELECT current_setting('server_version_num') AS version, ${columns}`)
  const facts = serverFacts.parse(rows[0])
  if (facts.version < OLDEST_VERSION) throw new DatabaseRefusal('PostgreSQL 15 or later is needed.')
  const off = DURABILITY.filter((name) => facts[name] === 'off')
  if (off.length > 0) throw new DatabaseRefusal(`The database would lose acknowledged orders in a power cut: turn on ${off.join(', ')}.`)
}

/** A row to lock, rather than an advisory lock: that works on the distributed kinds of PostgreSQL too. */
async function createBookkeeping(): Promise<void> {
  for (const statement of [
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    'CREATE TABLE IF NOT EXISTS migration_lock (is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single))',
    CREATE_FUNCTION_BOOK,
    'INSERT INTO migration_lock VALUES (true) ON CONFLICT DO NOTHING',
  ]) {
    await database()
      .query(statement)
      .catch(async (error: unknown) => {
        if (!isRaceToCreate(error)) throw error
        await database().query(statement)
      })
  }
}

/** IF NOT EXISTS does not cover two processes that create the same table in the same moment. */
function isRaceToCreate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23505' || error.code === '42P07')
}

async function lockMigrations(client: Queryable): Promise<void> {
  await client.query("SET LOCAL lock_timeout = '120s'")
  await client.query('SELECT is_single FROM migration_lock FOR UPDATE')
}

/** Those that this database has not as they are now, in order: one look at each start, instead of a transaction for each file. */
async function notApplied(files: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows } = await database().query<Omit<Migration, 'sql'>>('SELECT name, checksum FROM migration')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

async function applyOnce(client: Queryable, migration: Migration): Promise<boolean> {
  await lockMigrations(client)
  const { rows } = await client.query<{ checksum: string }>('SELECT checksum FROM migration WHERE name = $1', [migration.name])
  const found = rows[0]
  if (found && found.checksum !== migration.checksum) {
    throw new DatabaseRefusal(
      `The migration ${migration.name} was changed after it had been applied: put it back and add a new file instead.`,
    )
  }
  if (found) return false
  await client.query(migration.sql)
  await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum])
  return true
}
