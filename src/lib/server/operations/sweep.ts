import { isHoarded } from '#lib/domain/seating/rules/fair-share.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { houseOf } from '#lib/server/seats/claims/claim-terms.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { EXTENSION } from '#lib/server/seats/claims/holds.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { sweepSignIns } from '#lib/server/customers/sign-in/sign-in-sweep.ts'
import { sweepWaitList } from '#lib/server/wait-list/wait-sweep.ts'

/** Longest that a lock which has run out is kept at least, in seconds: it says who has to wait, and whose time goes on. */
const KEPT_SECONDS = 300
/** How long the ID number that look-ups by code go by is kept after the last visit, in days. */
const SSN_DAYS = 1
/** Rows that one round removes of each kind, so that no round is long. */
const MOST = 5000

/**
 * Removes what has run out: ended locks that nobody overwrote, old human checks, sessions that never bought: those with a cart or a sign-in after a month,
 * empty ones after a day (their uuid comes back from its own cookie); who wanted to buy in a payment form that was never paid.
 */
export async function sweep(): Promise<void> {
  await sweepHolds()
  await database().query(`DELETE FROM captcha_used WHERE used_at < now() - interval '1 hour'`)
  await database().query(`DELETE FROM captcha_pass WHERE issued_at < now() - interval '1 hour'`)
  await database().query(
    `DELETE FROM session s USING (
       SELECT uuid FROM session WHERE last_seen_at < now() - CASE WHEN cart IS NULL AND customer_info IS NULL AND signed_in_at IS NULL THEN interval '1 day' ELSE interval '30 days' END
         AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.holder = session.uuid)
       LIMIT $1 FOR UPDATE SKIP LOCKED
     ) gone WHERE s.uuid = gone.uuid`,
    [MOST],
  )
  await sweepReservedUses()
  await database().query(
    `UPDATE payment_form SET body = NULL WHERE state = 'lapsed' AND body IS NOT NULL AND created_at < now() - interval '7 days'`,
  )
  await database().query(
    `UPDATE session SET ssn_encrypted = NULL WHERE ssn_encrypted IS NOT NULL AND last_seen_at < now() - $1::int * interval '1 day'`,
    [SSN_DAYS],
  )
  // A callback that old is refused for its age, or only makes us look once more.
  await database().query(`DELETE FROM payment_event WHERE at < now() - interval '30 days'`)
  await sweepSealed()
  await sweepCodes()
  await sweepSignIns()
  await sweepWaitList()
  await warnOfHoarding()
}

/** Of messages with a body of their own: how long the built-in outbox shows what they say, in minutes, and how long the list tells that there was one, in days. */
const SEALED_MINUTES = 60
const SEALED_DAYS = 7

async function sweepSealed(): Promise<void> {
  await database().query(
    `UPDATE outbox SET sealed_body = NULL WHERE order_id IS NULL AND sealed_body IS NOT NULL AND state <> 'queued' AND created_at < now() - $1::int * interval '1 minute'`,
    [SEALED_MINUTES],
  )
  await database().query(
    `DELETE FROM outbox WHERE order_id IS NULL AND state <> 'queued' AND created_at < now() - $1::int * interval '1 day'`,
    [SEALED_DAYS],
  )
}

/** How long codes are kept by which more are counted, in days; and the rows of messages that nobody was to get, in minutes. */
const CODE_DAYS = 2
const WITHHELD_MINUTES = 60

async function sweepCodes(): Promise<void> {
  await database().query(`DELETE FROM sign_in_code WHERE created_at < now() - $1::int * interval '1 day'`, [CODE_DAYS])
  await database().query(
    `DELETE FROM outbox WHERE state = 'withheld' AND order_id IS NULL AND created_at < now() - $1::int * interval '1 minute'`,
    [WITHHELD_MINUTES],
  )
}

/** Uses of codes that were reserved for seats which nobody holds any more; they count for nothing already. */
async function sweepReservedUses(): Promise<void> {
  await database().query(
    `DELETE FROM entitlement_use WHERE use_id IN (
       SELECT u.use_id FROM entitlement_use u WHERE u.order_id IS NULL AND u.at < now() - interval '1 hour'
         AND NOT EXISTS (SELECT FROM seat_claim c
           WHERE c.holder = u.holder AND c.presentation_id = u.presentation_id AND c.state = 'H' AND c.expires_at > now())
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [MOST],
  )
}

/** An ended lock also excuses what others chose beside it, for as long as they may hold that. */
async function sweepHolds(): Promise<void> {
  const kept = Math.max(KEPT_SECONDS, settings().holdWaitSeconds)
  const keptLocks = Math.max(kept, settings().holdSeconds + EXTENSION)
  await database().query(
    `DELETE FROM seat_claim c USING (
       SELECT presentation_id, seat_id FROM seat_claim WHERE state = 'H' AND coalesce(released_until, expires_at) < now() - $1::int * interval '1 second'
       LIMIT $2 FOR UPDATE SKIP LOCKED
     ) ended WHERE c.presentation_id = ended.presentation_id AND c.seat_id = ended.seat_id`,
    [keptLocks, MOST],
  )
  await database().query(`DELETE FROM past_hold WHERE ended_at < now() - $1::int * interval '1 second'`, [kept])
}

/** A large part of a house that is held and not paid is either a good opening night or somebody who hoards: a line tells the operator to look. */
async function warnOfHoarding(): Promise<void> {
  const { presentations, seatplans } = await catalogue()
  const { rows } = await database().query<{ id: number; unpaid: number }>(
    `SELECT presentation_id AS id, count(*)::int AS unpaid FROM seat_claim WHERE state = 'P' OR (state = 'H' AND expires_at > now()) GROUP BY presentation_id`,
  )
  for (const { id, unpaid } of rows) {
    const capacity = houseOf(seatplans.get(presentations.get(id)?.seatplanId ?? 0))
    if (isHoarded(unpaid, capacity)) log().warn({ presentationId: id, unpaid, capacity }, 'a large part of a house is held unpaid')
  }
}

/** How long each lock, unlock and extension is on record, in days. */
const TRACE_DAYS = 30

/**
 * Forgets old lines of the audit about seats that came to nothing. What was bought stays provable: lines of orders and payments, and for each seat that is
 * still claimed the lock by which its holder got it. Of sign-ins and accounts the last 24 months stay.
 */
export async function sweepAudit(): Promise<void> {
  await database().query(
    `DELETE FROM audit a WHERE at < now() - $1::int * interval '1 day' AND action IN ('lock', 'unlock', 'extend') AND NOT (action = 'lock' AND EXISTS (
       SELECT FROM seat_claim c WHERE c.presentation_id = split_part(a.subject, ':', 1)::int AND c.seat_id = split_part(a.subject, ':', 2)::int AND c.holder = a.uuid))`,
    [TRACE_DAYS],
  )
  await database().query(`DELETE FROM security_log WHERE at < now() - interval '24 months'`)
}
