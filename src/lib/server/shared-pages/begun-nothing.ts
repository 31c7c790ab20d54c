import { database } from '#lib/server/platform/db/connect.ts'

/**
 * Whether an order page shows a visitor nothing but the presentation: no seats of theirs, no cart, nothing that they have looked up or are signed in for, and
 * no mini-site or outside system that they came from.
 */
export async function hasBegunNothing(uuid: string): Promise<boolean> {
  const { rowCount } = await database('holds').query({
    name: 'has-begun-nothing',
    text: `SELECT FROM session s WHERE uuid = $1 AND cart IS NULL AND customer_id IS NULL AND area_customer_id IS NULL AND mini_site_id IS NULL
             AND NOT EXISTS (SELECT FROM seat_claim c WHERE c.holder = s.uuid AND c.state <> 'S')
             AND NOT EXISTS (SELECT FROM session_grant g WHERE g.uuid = s.uuid) AND NOT EXISTS (SELECT FROM session_reference r WHERE r.uuid = s.uuid)
             AND NOT EXISTS (SELECT FROM integration_opening i WHERE i.uuid = s.uuid)`,
    values: [uuid],
  })
  return rowCount === 1
}
