import { database } from '#lib/server/platform/db/connect.ts'

/** Days after the last visit for which the ID number for look-ups is kept. */
const SSN_DAYS = 1

/**
 * Deletes sessions without a purchase: with a cart or a sign-in after a month, empty ones after a day; their own cookie restores the uuid. One with an order is
 * noted as kept, and not looked at again.
 * @param most maximum number of sessions looked at
 */
export async function sweepSessions(most: number): Promise<void> {
  await database().query(
    `WITH old AS MATERIALIZED (
       SELECT uuid, coalesce((SELECT true FROM orders o WHERE o.holder = session.uuid LIMIT 1), false) AS has_ordered FROM session
       WHERE NOT has_ordered AND last_seen_at < now() - interval '1 day'
         AND (last_seen_at < now() - interval '30 days' OR (cart IS NULL AND customer_info IS NULL AND signed_in_at IS NULL))
       ORDER BY last_seen_at LIMIT $1 FOR UPDATE SKIP LOCKED),
     kept AS (UPDATE session s SET has_ordered = true FROM old WHERE s.uuid = old.uuid AND old.has_ordered)
     DELETE FROM session s USING old WHERE s.uuid = old.uuid AND NOT old.has_ordered`,
    [most],
  )
  await database().query(
    `UPDATE session SET ssn_encrypted = NULL WHERE ssn_encrypted IS NOT NULL AND last_seen_at < now() - $1::int * interval '1 day'`,
    [SSN_DAYS],
  )
}

/** Deletes entries of sign-ins and accounts after 24 months. */
export async function sweepSecurityLog(): Promise<void> {
  await database().query(`DELETE FROM security_log WHERE at < now() - interval '24 months'`)
}
