import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** A table's columns with their types, its key columns in `keys`. The names are ours, never from a file. */
export interface Shape {
  readonly table: string
  readonly keys: readonly string[]
  readonly columns: Readonly<Record<string, string>>
}

export type Row = Readonly<Record<string, unknown>>

/** Inserts rows and updates different ones in one statement. Idempotent; returns the number of rows written. */
export async function upsert(client: Queryable, { table, keys, columns }: Shape, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0
  const names = Object.keys(columns)
  const rest = names.filter((name) => !keys.includes(name))
  const update = rest.length === 0 ? 'NOTHING' : `UPDATE SET ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`
  // Filters unchanged rows first: a conflict locks its row even without a change, and buyers would wait for the end of the import.
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

/** All children that some rows have in another table, as the files list them. */
interface Children {
  /** The column of the child that names its parent. */
  readonly parent: string
  readonly ids: readonly number[]
  readonly rows: readonly Row[]
}

/** Deletes children that the files no longer list: rows whose `parent` is among `ids` and whose key is not in `rows`. Returns the number of rows deleted. */
export async function deleteOthers(client: Queryable, { table, keys, columns }: Shape, { parent, ids, rows }: Children): Promise<number> {
  const same = keys.map((key) => `kept.${key} = ${table}.${key}`).join(' AND ')
  const deleted = await client.query(
    `DELETE FROM ${table} WHERE ${parent} = ANY($2::int[]) AND NOT EXISTS (SELECT FROM ${recordset(columns)} WHERE ${same})`,
    [JSON.stringify(rows), ids],
  )
  return deleted.rowCount ?? 0
}

/** Rows of a parameter $1, as a table `kept`. */
export function recordset(columns: Readonly<Record<string, string>>): string {
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  return `json_to_recordset($1::json) AS kept (${typed.join(', ')})`
}
