import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Of every index that can be left out for a while, what drops it and what makes it again. Primary keys, and what foreign keys refer to, stay. */
const INDEXES = `
  SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
           ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS "drop",
         CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
           ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS make
  FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid AND c.contype = 'u'
  WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisprimary
    AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = i.indexrelid)
  ORDER BY i.indexrelid`

/**
 * Writes to tables while they have no indexes and makes these again: of all rows at once that takes a fraction of the time that each row of its own takes.
 * For transactions in which nobody else needs the tables; a row that a unique index forbids fails when that is made.
 */
export async function withoutIndexes(client: Queryable, tables: readonly string[], write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ drop: string; make: string }>(INDEXES, [tables])
  for (const { drop } of rows) await client.query(drop)
  await write()
  for (const { make } of rows) await client.query(make)
}
