import type { Queryable } from '#lib/server/platform/db/connect.ts'

/**
 * For every index that can be dropped temporarily, the statements that drop and recreate it. Targets of foreign keys stay, and indexes of rows that have something in a
 * column which is left empty ($2 names those that are filled): they get nothing, but to make one anew all rows are read.
 */
const INDEXES = `
  SELECT CASE WHEN c.oid IS NULL THEN format('DROP INDEX %s', i.indexrelid::regclass)
           ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', i.indrelid::regclass, c.conname) END AS "drop",
         CASE WHEN c.oid IS NULL THEN pg_get_indexdef(i.indexrelid)
           ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) END AS make
  FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.conrelid = i.indrelid AND c.contype IN ('u', 'p')
    CROSS JOIN LATERAL regexp_substr(pg_get_expr(i.indpred, i.indrelid), '^\\((\\w+) IS NOT NULL\\)$', 1, 1, '', 1) AS has
  WHERE i.indrelid = ANY ($1::regclass[]) AND (has IS NULL OR has = ANY ($2::text[]))
    AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = i.indexrelid)
  ORDER BY i.indexrelid`

/** What is written. */
interface Written {
  readonly tables: readonly string[]
  /** Of the columns that may be empty and have indexes of their own, those that are filled. */
  readonly filled: readonly string[]
}

/**
 * Drops the indexes of tables, writes, and recreates them: building an index once takes a fraction of the time of updating it for each row.
 * For transactions with exclusive use of the tables; a violation of a unique index fails at its creation.
 */
export async function withoutIndexes(client: Queryable, { tables, filled }: Written, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ drop: string; make: string }>(INDEXES, [tables, filled])
  for (const { drop } of rows) await client.query(drop)
  await write()
  for (const { make } of rows) await client.query(make)
}
