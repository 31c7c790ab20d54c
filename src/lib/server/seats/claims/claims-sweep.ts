import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { EXTENSION } from './holds.ts'

/** Minimum seconds for which an expired lock is kept: it determines who must wait, and whose time continues. */
const KEPT_SECONDS = 300

/** $1 seconds, $2 most. */
export const SWEEP_HOLDS = `DELETE FROM seat_claim c USING (
    SELECT presentation_id, seat_id FROM seat_claim
    WHERE state = 'H' AND expires_at < now() AND coalesce(released_until, expires_at) < now() - $1::int * interval '1 second'
    LIMIT $2 FOR UPDATE SKIP LOCKED
  ) ended WHERE c.presentation_id = ended.presentation_id AND c.seat_id = ended.seat_id`

/**
 * Deletes ended locks that nobody replaced. An ended lock also justifies what others chose beside it, for as long as they may keep that.
 * @param most maximum number of locks deleted
 */
export async function sweepHolds(most: number): Promise<void> {
  const kept = Math.max(KEPT_SECONDS, settings().holdWaitSeconds)
  const keptLocks = Math.max(kept, settings().holdSeconds + EXTENSION)
  await database().query(SWEEP_HOLDS, [keptLocks, most])
  await database().query(`DELETE FROM past_hold WHERE ended_at < now() - $1::int * interval '1 second'`, [kept])
}
