import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { tellClaimsChanged } from './seat-changes.ts'

/** Frees every seat and place that a visitor has locked and not begun to pay, but for those to keep, in the one order of locks on seats (see LOCKING.md), after the session's row. */
export async function releaseAll(
  client: Queryable,
  holder: string,
  keep: readonly { readonly presentationId: number; readonly seatId: number }[] = [],
): Promise<void> {
  const { rows } = await client.query<{ presentation_id: number; seat_id: number }>({
    name: 'release-all',
    text: `WITH own AS (
             SELECT presentation_id, seat_id FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now()
               AND NOT EXISTS (SELECT FROM unnest($2::int[], $3::int[]) AS k (show, seat) WHERE k.show = presentation_id AND k.seat = seat_id)
             ORDER BY 1, 2 FOR UPDATE),
           freed AS (
             UPDATE seat_claim c SET expires_at = now(), released_until = expires_at FROM own
             WHERE c.presentation_id = own.presentation_id AND c.seat_id = own.seat_id RETURNING c.presentation_id, c.seat_id),
           logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'unlock', presentation_id || ':' || seat_id, $1 FROM freed)
           SELECT presentation_id, seat_id FROM freed`,
    values: [holder, keep.map(({ presentationId }) => presentationId), keep.map(({ seatId }) => seatId)],
  })
  afterCommit(client, () => {
    tellClaimsChanged(rows)
  })
}
