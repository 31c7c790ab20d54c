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

/** Days for which locks, unlocks and extensions are kept in the audit. */
const TRACE_DAYS = 30

/**
 * Deletes old audit entries of seats that were not bought. Purchases stay provable: entries of orders and payments and, for each claimed seat, the lock that
 * its owner got it by.
 */
export async function sweepTraces(): Promise<void> {
  await database().query(
    `DELETE FROM audit a WHERE at < now() - $1::int * interval '1 day' AND action IN ('lock', 'unlock', 'extend') AND NOT (action = 'lock' AND EXISTS (
       SELECT FROM seat_claim c WHERE c.presentation_id = split_part(a.subject, ':', 1)::int AND c.seat_id = split_part(a.subject, ':', 2)::int AND c.holder = a.uuid))`,
    [TRACE_DAYS],
  )
}
