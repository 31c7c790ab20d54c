import pg from 'pg'
import { isHoarded } from '#lib/domain/seating/rules/fair-share.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sweepCatalogueChanges } from '#lib/server/catalogue/catalogue-changes.ts'
import { capacityOfPlan } from '#lib/server/seats/claims/claim-terms.ts'
import { makeAuditMonths } from '#lib/server/platform/db/audit.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isDatabaseAway } from '#lib/server/platform/http/answers/answers.ts'
import { keepBoughtRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { sweepHolds } from '#lib/server/seats/claims/claims-sweep.ts'
import { sweepTraces } from '#lib/server/seats/claims/traces-sweep.ts'
import { sweepCounts } from '#lib/server/platform/http/limits/shared-counter.ts'
import { sweepProcesses } from '#lib/server/platform/jobs/shop-processes.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { sweepCaptchas } from '#lib/server/providers/captcha/captcha-sweep.ts'
import { sweepFriends } from '#lib/server/friends/sent-tickets.ts'
import { sweepGifts } from '#lib/server/gifts/gift-rows.ts'
import { sweepOpenings } from '#lib/server/integrations/open-integration.ts'
import { sweepOutbox } from '#lib/server/outbox/outbox-sweep.ts'
import { sweepPayments } from '#lib/server/payments/payment-sweep.ts'
import { sweepReservedUses } from '#lib/server/entitlements/entitlement-sweep.ts'
import { sweepSecurityLog, sweepSessions } from '#lib/server/customers/session/session-sweep.ts'
import { sweepSignIns } from '#lib/server/customers/sign-in/sign-in-sweep.ts'
import { sweepStaff, sweepStaffAudit } from '#lib/server/staff/staff-sweep.ts'
import { sweepWebhookMessages } from '#lib/server/webhooks/webhook-messages.ts'
import { sweepWaitList } from '#lib/server/wait-list/wait-sweep.ts'

/** Maximum number of rows of each kind deleted per round, so that rounds stay short. */
const MOST = 5000

/** What expires: each room deletes of its own tables. */
const STEPS: readonly (() => Promise<unknown>)[] = [
  () => sweepHolds(MOST),
  sweepCaptchas,
  () => sweepSessions(MOST),
  () => sweepReservedUses(MOST),
  sweepPayments,
  sweepOutbox,
  sweepGifts,
  sweepFriends,
  sweepSignIns,
  sweepWaitList,
  sweepStaff,
  sweepWebhookMessages,
  sweepOpenings,
  sweepCounts,
  sweepProcesses,
  sweepCatalogueChanges,
  keepBoughtRenewals,
  warnOfHoarding,
]

/**
 * Deletes expired data, and keeps the seats of those who may renew by now. A step that fails keeps none of the others from its work.
 * @throws the first failure, after the last step, and logs the others; at once if the database does not answer
 */
export async function sweep(): Promise<void> {
  const failures: unknown[] = []
  for (const step of STEPS) {
    try {
      await step()
    } catch (error) {
      if (isDatabaseAway(error) && !(error instanceof pg.DatabaseError)) throw error
      failures.push(error)
    }
  }
  for (const error of failures.slice(1)) log().error({ err: error }, 'another step of the sweep failed')
  if (failures.length > 0) throw failures[0]
}

/** Seats that are locked, and those of orders that are not paid, of each presentation: as many rows as there are of these, however much is sold. */
export const UNPAID_SEATS = `SELECT presentation_id AS id, sum(seats)::int AS unpaid FROM (
    SELECT presentation_id, count(*) AS seats FROM seat_claim WHERE state = 'H' AND expires_at > now() GROUP BY presentation_id
    UNION ALL
    SELECT c.presentation_id, count(*)
    FROM (SELECT order_id FROM orders WHERE state = 'unpaid' UNION ALL SELECT order_id FROM orders WHERE state = 'paying') AS o
      JOIN seat_claim c ON c.order_id = o.order_id AND c.state = 'P' GROUP BY c.presentation_id) AS unpaid
  GROUP BY presentation_id`

/** Logs a warning if a large share of a venue is unpaid: either a good opening or hoarding, for the operator to judge. */
async function warnOfHoarding(): Promise<void> {
  const { presentations, seatplans } = await catalogue()
  const { rows } = await database().query<{ id: number; unpaid: number }>(UNPAID_SEATS)
  for (const { id, unpaid } of rows) {
    const capacity = capacityOfPlan(seatplans.get(presentations.get(id)?.seatplanId ?? 0))
    if (isHoarded(unpaid, capacity)) log().warn({ presentationId: id, unpaid, capacity }, 'a large part of a house is held unpaid')
  }
}

/** Makes room for the audit of coming months, and deletes audit and security entries that were kept for long enough. */
export async function sweepAudit(): Promise<void> {
  await makeAuditMonths()
  await sweepTraces()
  await sweepSecurityLog()
  await sweepStaffAudit()
}
