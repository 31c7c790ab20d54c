import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** A table's columns with their types, the key columns first in `keys`. The names are ours, never from a file. */
export interface Shape {
  readonly table: string
  readonly keys: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

export type Row = Readonly<Record<string, unknown>>

/** Inserts rows or updates those that differ, in one statement. Answers how many were written; the same rows again write none. */
export async function upsert(client: Queryable, { table, keys, columns }: Shape, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0
  const names = Object.keys(columns)
  const rest = names.filter((name) => !keys.includes(name))
  const update = rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`
  // A conflict locks its row even where nothing is to be changed, and whoever sells it would wait for the end of the import.
  const written = await client.query(
    `INSERT INTO ${table} (${names.join(', ')})
     SELECT ${names.join(', ')} FROM ${recordset(columns)}
     WHERE NOT EXISTS (SELECT FROM ${table} AS own WHERE ${keys.map((name) => `own.${name} = kept.${name}`).join(' AND ')}
       ${rest.map((name) => `AND own.${name} IS NOT DISTINCT FROM kept.${name}`).join(' ')})
     ON CONFLICT (${keys.join(', ')}) DO ${update}`,
    [JSON.stringify(rows)],
  )
  return written.rowCount ?? 0
}

/** Inserts rows that are known to be new. */
export async function insertAll(client: Queryable, { table, columns }: Shape, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = Object.keys(columns).join(', ')
  await client.query(`INSERT INTO ${table} (${names}) SELECT ${names} FROM ${recordset(columns)}`, [JSON.stringify(rows)])
}

/**
 * Deletes what the files no longer list under the parents they do list: rows whose `parent` is one of `parents` and whose key is in none of `rows`.
 * Answers how many were deleted.
 */
export async function deleteOthers(
  client: Queryable,
  { table, keys, columns }: Shape,
  parent: string,
  parents: readonly number[],
  rows: readonly Row[],
): Promise<number> {
  const same = keys.map((key) => `kept.${key} = ${table}.${key}`).join(' AND ')
  const deleted = await client.query(
    `DELETE FROM ${table} WHERE ${parent} = ANY($2::int[]) AND NOT EXISTS (SELECT FROM ${recordset(columns)} WHERE ${same})`,
    [JSON.stringify(rows), parents],
  )
  return deleted.rowCount ?? 0
}

function recordset(columns: Readonly<Record<string, string>>): string {
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  return `json_to_recordset($1::json) AS kept (${typed.join(', ')})`
}
