import { database } from '#lib/server/platform/db/connect.ts'

/** A visitor who has no seats, no cart, nothing that they have looked up or are signed in for, and has not come from an outside system. */
export interface BegunNothing {
  /** The mini-site that they are in; null if in none. */
  readonly miniSiteId: number | null
}

/** Undefined for who has begun something: a page shows such a visitor more than what is there for everybody. */
export async function whoHasBegunNothing(uuid: string): Promise<BegunNothing | undefined> {
  const { rows } = await database('holds').query<BegunNothing>({
    name: 'has-begun-nothing',
    text: `SELECT mini_site_id AS "miniSiteId" FROM session s WHERE uuid = $1 AND cart IS NULL AND customer_id IS NULL AND area_customer_id IS NULL
             AND NOT EXISTS (SELECT FROM seat_claim c WHERE c.holder = s.uuid AND c.state <> 'S')
             AND NOT EXISTS (SELECT FROM session_grant g WHERE g.uuid = s.uuid) AND NOT EXISTS (SELECT FROM session_reference r WHERE r.uuid = s.uuid)
             AND NOT EXISTS (SELECT FROM integration_opening i WHERE i.uuid = s.uuid)`,
    values: [uuid],
  })
  return rows[0]
}
