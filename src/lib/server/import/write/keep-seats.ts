import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { holdOfferingOff } from '#lib/server/seats/claims/resale-claims.ts'

/** What the catalogue keeps for subscribers: every numbered seat of the named categories, until its release, but for those that are given back for resale. Of several the latest release counts. */
const WANTED = `
SELECT DISTINCT ON (p.presentation_id, s.seat_id) p.presentation_id, s.seat_id, to_timestamp(k.until / 1000.0) AS until, ARRAY (
    SELECT m::int FROM jsonb_array_elements_text(k."membershipIds") AS m ORDER BY 1) AS membership_ids
FROM presentation p
  CROSS JOIN LATERAL jsonb_to_recordset(p.subscriber_seats) AS k (categories jsonb, until bigint, "membershipIds" jsonb)
  JOIN seat s ON s.seatplan_id = p.seatplan_id AND k.categories ? s.category
WHERE NOT EXISTS (SELECT FROM resale r WHERE r.presentation_id = p.presentation_id AND r.seat_id = s.seat_id AND r.state = 'offered')
ORDER BY p.presentation_id, s.seat_id, k.until DESC`

/**
 * Keeps the seats for subscribers as the catalogue now says, for all presentations: also a changed plan has other seats. Who has one locked or bought keeps it.
 * `kept_at` is since when a seat is kept without a break for the same subscribers.
 * @returns the number of rows written or deleted
 */
export async function keepSubscriberSeats(client: Queryable): Promise<number> {
  await holdOfferingOff(client)
  const { rows } = await client.query<{ count: number }>(
    `WITH wanted AS MATERIALIZED (${WANTED}),
       gone AS (
         DELETE FROM seat_keep k WHERE kind = 'allocation'
           AND NOT EXISTS (SELECT FROM wanted w WHERE w.presentation_id = k.presentation_id AND w.seat_id = k.seat_id) RETURNING 1),
       kept AS (
         INSERT INTO seat_keep AS k (presentation_id, seat_id, kind, until, membership_ids)
         SELECT presentation_id, seat_id, 'allocation', until, membership_ids FROM wanted w WHERE NOT EXISTS (
           SELECT FROM seat_keep o WHERE o.kind = 'allocation' AND o.presentation_id = w.presentation_id AND o.seat_id = w.seat_id
             AND o.until = w.until AND o.membership_ids = w.membership_ids)
         ON CONFLICT (presentation_id, seat_id, kind) DO UPDATE SET until = excluded.until, membership_ids = excluded.membership_ids,
           kept_at = CASE WHEN k.until > now() AND k.membership_ids = excluded.membership_ids THEN k.kept_at ELSE now() END RETURNING 1)
     SELECT (SELECT count(*) FROM gone)::int + (SELECT count(*) FROM kept)::int AS count`,
  )
  return rows[0]?.count ?? 0
}
