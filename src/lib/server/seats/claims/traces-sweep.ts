import { inTransaction } from '#lib/server/platform/db/transactions.ts'

/** Days for which locks, unlocks and extensions are kept in the audit. */
const TRACE_DAYS = 30

/**
 * Deletes audit entries of seats that were not bought, once they are old enough. Purchases stay provable: entries of orders and payments and, for each seat that
 * is claimed as its entry grows old, the lock that its owner got it by. What was looked at is not looked at again, however many entries are kept.
 */
export async function sweepTraces(): Promise<void> {
  await inTransaction(async (client) => {
    const { rows } = await client.query<{ since: string; until: string }>(
      `SELECT until::text AS since, (now() - $1::int * interval '1 day')::text AS until FROM audit_swept FOR UPDATE`,
      [TRACE_DAYS],
    )
    const [swept] = rows
    if (!swept) return
    await client.query(
      `DELETE FROM audit a WHERE at >= $1::timestamptz AND at < $2::timestamptz AND action IN ('lock', 'unlock', 'extend') AND NOT (action = 'lock' AND EXISTS (
         SELECT FROM seat_claim c WHERE c.presentation_id = split_part(a.subject, ':', 1)::int AND c.seat_id = split_part(a.subject, ':', 2)::int AND c.holder = a.uuid))`,
      [swept.since, swept.until],
    )
    await client.query('UPDATE audit_swept SET until = $1::timestamptz', [swept.until])
  })
}
