import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { closeDatabase, connectionString, database, onDatabaseClose } from '#lib/server/platform/db/connect.ts'
import './one-text-per-name.ts'
import './patient-pool.ts'

const INVARIANTS = new URL('../../../src/lib/server/platform/db/invariants.sql', import.meta.url)

/**
 * Makes a new, migrated, empty database for this test file, connects the app's `database()` to it and drops it when the file is done.
 * Call it in beforeAll, or in beforeEach for a fresh database per test. DATA_DIR is a temporary directory as well.
 * @returns its address.
 */
export function freshDatabase(): Promise<string> {
  return openDatabase(inject('templateUrl'), inject('testDataDir'))
}

/** Like freshDatabase, without a schema. */
export function unmigratedDatabase(): Promise<string> {
  return openDatabase(inject('templateUrl'), inject('testDataDir'), 'template1')
}

const opened: URL[] = []

/** Makes a new database on a server for this test file, connects the app's `database()` to it and drops it when the file is done. */
export async function openDatabase(server: string, dataDir: string, template = new URL(server).pathname.slice(1)): Promise<string> {
  await closeDatabase()
  const url = new URL(server)
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files: by way of the log it takes twice the processor time.
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  url.pathname = `/${name}`
  opened.push(url)
  process.env.DATA_DIR = dataDir
  process.env.INTERNAL_DATABASE_URL = url.href
  return url.href
}

/** Expects no rows of invariants.sql, which name what is broken. */
export async function checkInvariants(): Promise<void> {
  expect(await violations(), 'invariants').toEqual([])
}

/** The first cell of a query's result. */
export async function cellOf(sql: string, values: unknown[] = []): Promise<unknown> {
  const { rows } = await database().query<Record<string, unknown>>(sql, values)
  return Object.values(rows[0] ?? {})[0]
}

/** The broken invariants. @param client in whose transaction they are checked */
export async function violations(client?: Pick<pg.ClientBase, 'query'>): Promise<readonly unknown[]> {
  // By name it is planned once a connection: planning takes ten times as long as finding nothing.
  const { rows } = await (client ?? checker()).query<Readonly<Record<string, unknown>>>({
    name: 'invariants',
    text: await readFile(INVARIANTS, 'utf8'),
  })
  return rows
}

let checking: { readonly url: string; readonly pool: pg.Pool } | undefined

/** The one connection that checks the invariants of the present database. It is another one than the app's, of which a test may have any number. */
function checker(): pg.Pool {
  const url = connectionString()
  if (checking?.url === url) return checking.pool
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c timezone=UTC -c jit=off', idleTimeoutMillis: 0 })
  pool.on('error', () => undefined) // a test has ended the database; the pool connects anew
  checking = { url, pool }
  onDatabaseClose('invariants', async () => {
    checking = undefined
    await pool.end()
  })
  return pool
}

/** Runs a statement about whole databases. */
async function onServer(server: URL, statement: string): Promise<void> {
  const maintenance = new URL(server)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  await closeDatabase()
  for (const url of opened.splice(0)) await onServer(url, `DROP DATABASE IF EXISTS ${url.pathname.slice(1)} WITH (FORCE)`)
})
