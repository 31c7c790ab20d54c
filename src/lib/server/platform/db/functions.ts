import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Queryable } from './connect.ts'

/** A file of functions and triggers, by its noun. */
interface FunctionFile {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export const CREATE_FUNCTION_BOOK =
  'CREATE TABLE IF NOT EXISTS function_file (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

/**
 * Applies every file of functions that is not the one applied last; the caller has locked `migration_lock` in this transaction. Each statement replaces what
 * stands there (CREATE OR REPLACE, for constraint triggers DROP and CREATE), so a function whose parameters or answer change is dropped by a migration first.
 * A process of an older version, which the newest migration shows, changes nothing.
 * @param known names of the migrations that this program has
 * @returns the names of the files that were applied.
 */
export async function applyFunctions(client: Queryable, directory: string, known: readonly string[]): Promise<readonly string[]> {
  if (await isOlderThanDatabase(client, known)) return []
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM function_file')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = readFunctions(directory).filter(({ name, checksum }) => applied.get(name) !== checksum)
  // Functions of one file may call those of another that is applied later.
  if (changed.length > 0) await client.query('SET LOCAL check_function_bodies = off')
  for (const file of changed) await applyFile(client, file)
  return changed.map(({ name }) => name)
}

async function isOlderThanDatabase(client: Queryable, known: readonly string[]): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM migration WHERE name <> ALL ($1::text[]) LIMIT 1', [known])
  return rowCount === 1
}

function readFunctions(directory: string): readonly FunctionFile[] {
  const names = readdirSync(directory)
    .filter((name) => /^[a-z-]+\.sql$/.test(name))
    .sort()
  return names.map((name) => {
    const sql = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

async function applyFile(client: Queryable, { name, sql, checksum }: FunctionFile): Promise<void> {
  await client.query(sql)
  await client.query(
    `INSERT INTO function_file (name, checksum) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
