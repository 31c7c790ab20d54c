import { database } from '#lib/server/platform/db/connect.ts'

/** Days after the last visit for which the ID number for look-ups is kept. */
const SSN_DAYS = 1

/**
 * Deletes sessions without a purchase: with a cart or a sign-in after a month, empty ones after a day; their own cookie restores the uuid.
 * @param most maximum number of sessions deleted
 */
export async function sweepSessions(most: number): Promise<void> {
  await database().query(
    `DELETE FROM session s USING (
       SELECT uuid FROM session WHERE last_seen_at < now() - CASE WHEN cart IS NULL AND customer_info IS NULL AND signed_in_at IS NULL THEN interval '1 day' ELSE interval '30 days' END
         AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.holder = session.uuid)
       LIMIT $1 FOR UPDATE SKIP LOCKED
     ) gone WHERE s.uuid = gone.uuid`,
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
