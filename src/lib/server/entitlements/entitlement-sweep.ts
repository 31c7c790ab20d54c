import { database } from '#lib/server/platform/db/connect.ts'

/** Deletes uses of codes reserved for seats that nobody has locked any more; they no longer count. @param most maximum number of uses deleted */
export async function sweepReservedUses(most: number): Promise<void> {
  await database().query(
    `DELETE FROM entitlement_use WHERE use_id IN (
       SELECT u.use_id FROM entitlement_use u WHERE u.order_id IS NULL AND u.at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM seat_claim c
           WHERE c.holder = u.holder AND c.presentation_id = u.presentation_id AND c.state = 'H' AND c.expires_at > now())
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [most],
  )
}
