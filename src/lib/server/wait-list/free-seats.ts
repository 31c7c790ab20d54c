import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Accessible places are sold only to those who need them, so they are no offer to the list. */
const ACCESSIBLE = [SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion]

/** Number of seats and places of a presentation that anybody may buy now, by the database's clock. */
export async function countFree(client: Queryable, presentationId: number): Promise<number> {
  const { rows } = await client.query<{ free: number }>({
    name: 'free-for-anybody',
    text: `WITH sold AS (SELECT category FROM presentation_price WHERE presentation_id = $1 AND allocation_id <> -1),
             plan AS (SELECT seatplan_id FROM presentation WHERE presentation_id = $1),
             taken AS (SELECT seat_id FROM seat_claim WHERE presentation_id = $1 AND (state <> 'H' OR expires_at > now())
                       UNION SELECT seat_id FROM seat_keep WHERE presentation_id = $1 AND until > now())
           SELECT (
             (SELECT count(*) FROM plan JOIN seat s USING (seatplan_id) JOIN sold USING (category)
              WHERE NOT s.features && $2::int[] AND NOT EXISTS (SELECT FROM taken t WHERE t.seat_id = s.seat_id))
             + (SELECT coalesce(sum(greatest(0, x.capacity - (SELECT count(*) FROM taken t WHERE t.seat_id BETWEEN x.first_place AND x.first_place + x.capacity - 1))), 0)
                FROM plan JOIN section x USING (seatplan_id) JOIN sold USING (category) WHERE NOT x.is_reserved))::int AS free`,
    values: [presentationId, ACCESSIBLE],
  })
  return rows[0]?.free ?? 0
}
