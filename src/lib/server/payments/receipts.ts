import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** Receipts that one transaction numbers. */
const BATCH = 500
/** The name of the lock under which numbers are given: an arbitrary number of our own. */
const LOCK = 4_081_946

/**
 * Gives the next numbers to charges and refunds that have none, in the order of the ledger. One process at a time does it and the numbers are part of
 * its transaction, so that none is given twice and none is left out, whatever dies in between. What is donations alone has its own receipt and gets no number.
 * @returns how many were looked after.
 */
export async function numberReceipts(): Promise<number> {
  let numbered = 0
  for (;;) {
    const batch = await inTransaction(numberBatch)
    numbered += batch
    if (batch < BATCH) return numbered
  }
}

/** The highest number is read by a statement of its own after the lock: it sees what the holder before has committed. */
async function numberBatch(client: Queryable): Promise<number> {
  const { rowCount } = await client.query({ name: 'receipts-due', text: 'SELECT FROM receipt_due LIMIT 1' })
  if (rowCount === 0) return 0
  await client.query({ name: 'receipts-lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [LOCK] })
  const { rows } = await client.query<{ done: number }>({
    name: 'number-receipts',
    text: `WITH due AS (
             DELETE FROM receipt_due d USING (SELECT entry_id FROM receipt_due ORDER BY entry_id LIMIT $1) AS first WHERE d.entry_id = first.entry_id
             RETURNING d.entry_id),
           given AS (
             INSERT INTO receipt (receipt_number, entry_id)
             SELECT (SELECT coalesce(max(receipt_number), 0) FROM receipt) + row_number() OVER (ORDER BY entry_id), entry_id
             FROM due JOIN ledger l USING (entry_id) WHERE abs(l.amount) > donated_of(l))
           SELECT count(*)::int AS done FROM due`,
    values: [BATCH],
  })
  return rows[0]?.done ?? 0
}
