import { isHoarded } from '#lib/domain/seating/rules/fair-share.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { capacityOfPlan } from '#lib/server/seats/claims/claim-terms.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { EXTENSION } from '#lib/server/seats/claims/holds.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { sweepSignIns } from '#lib/server/customers/sign-in/sign-in-sweep.ts'
import { sweepWaitList } from '#lib/server/wait-list/wait-sweep.ts'

/** Minimum seconds for which an expired lock is kept: it determines who must wait, and whose time continues. */
const KEPT_SECONDS = 300
/** Days after the last visit for which the ID number for look-ups is kept. */
const SSN_DAYS = 1
/** Maximum number of rows of each kind deleted per round, so that rounds stay short. */
const MOST = 5000

/**
 * Deletes expired data: ended locks that nobody replaced, old human checks, sessions without a purchase (with a cart or a sign-in after a month, empty ones
 * after a day; their own cookie restores the uuid), and buyers' details of payment forms that were never paid.
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
  // An older callback is refused for its age, or merely causes another query.
  await database().query(`DELETE FROM payment_event WHERE at < now() - interval '30 days'`)
  await sweepSealed()
  await sweepCodes()
  await sweepSignIns()
  await sweepWaitList()
  await warnOfHoarding()
}

/** For messages with their own body: minutes for which the built-in outbox shows the text, and days for which it lists the message. */
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

/** Days for which codes are kept for counting, and minutes for messages without a recipient. */
const CODE_DAYS = 2
const WITHHELD_MINUTES = 60

async function sweepCodes(): Promise<void> {
  await database().query(`DELETE FROM sign_in_code WHERE created_at < now() - $1::int * interval '1 day'`, [CODE_DAYS])
  await database().query(
    `DELETE FROM outbox WHERE state = 'withheld' AND order_id IS NULL AND created_at < now() - $1::int * interval '1 minute'`,
    [WITHHELD_MINUTES],
  )
}

/** Deletes uses of codes reserved for seats that nobody has locked any more; they no longer count. */
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

/** An ended lock also justifies what others chose beside it, for as long as they may keep that. */
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

/** Logs a warning if a large share of a venue is unpaid: either a good opening or hoarding, for the operator to judge. */
async function warnOfHoarding(): Promise<void> {
  const { presentations, seatplans } = await catalogue()
  const { rows } = await database().query<{ id: number; unpaid: number }>(
    `SELECT presentation_id AS id, count(*)::int AS unpaid FROM seat_claim WHERE state = 'P' OR (state = 'H' AND expires_at > now()) GROUP BY presentation_id`,
  )
  for (const { id, unpaid } of rows) {
    const capacity = capacityOfPlan(seatplans.get(presentations.get(id)?.seatplanId ?? 0))
    if (isHoarded(unpaid, capacity)) log().warn({ presentationId: id, unpaid, capacity }, 'a large part of a house is held unpaid')
  }
}

/** Days for which locks, unlocks and extensions are kept in the audit. */
const TRACE_DAYS = 30

/**
 * Deletes old audit entries of seats that were not bought. Purchases stay provable: entries of orders and payments and, for each claimed seat, the lock that
 * its owner got it by; entries of sign-ins and accounts are kept for 24 months.
 */
export async function sweepAudit(): Promise<void> {
  await database().query(
    `DELETE FROM audit a WHERE at < now() - $1::int * interval '1 day' AND action IN ('lock', 'unlock', 'extend') AND NOT (action = 'lock' AND EXISTS (
       SELECT FROM seat_claim c WHERE c.presentation_id = split_part(a.subject, ':', 1)::int AND c.seat_id = split_part(a.subject, ':', 2)::int AND c.holder = a.uuid))`,
    [TRACE_DAYS],
  )
  await database().query(`DELETE FROM security_log WHERE at < now() - interval '24 months'`)
}
