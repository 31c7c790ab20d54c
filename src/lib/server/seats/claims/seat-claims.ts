import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { PlanSection } from '#lib/domain/seating/plan/seatplan.ts'
import { claimTogether, type ClaimOutcome } from './claim-batches.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { claimTerms } from './claim-terms.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { claimPlaceTogether } from './place-batches.ts'
import { tellSeatsChanged } from './seat-changes.ts'

/**
 * The source of truth about seats: one row per claim, changed only by single conditional statements, expiring by the database's clock. `claim_seat` is a
 * database function, so that a lock is one statement although a visitor's locks must be serialised. All locks of a visitor on one presentation end together, so
 * a further lock never prolongs the first.
 */

/** Who claims at a presentation, by which version of its plan. */
interface Claimant {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly holder: Holder
}

/** Claims one seat of a plan as it was read. Refusals: SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT, SEAT_NOT_AVAILABLE (also if the plan has changed since). */
export async function claimSeat({ presentation, planVersion, holder }: Claimant, seatId: number): Promise<Result<number>> {
  const terms = await claimTerms(presentation)
  return resultOf(await claimTogether({ presentationId: presentation.id, seatId, holder, terms, planVersion }), presentation)
}

function resultOf(outcome: ClaimOutcome, { id, maxSeats }: Presentation): Result<number> {
  if (outcome.claimed === null) return refuseClaim(outcome, maxSeats)
  tellSeatsChanged(id, [outcome.claimed])
  return accept(outcome.claimed)
}

/** Maps a refusal of `claim_seat` or `claim_group` to the wire. */
export function refuseClaim({ refusal, retrySeconds }: Pick<ClaimOutcome, 'refusal' | 'retrySeconds'>, maxSeats: number): Result<never> {
  if (refusal === 'limit') return refuse('SEAT_LIMIT', { max: maxSeats })
  if (refusal === 'wait') return refuse('HOLD_WAIT', { seconds: retrySeconds ?? 1 })
  return refusal === 'network' ? refuse('NETWORK_LIMIT', { seconds: retrySeconds ?? 1 }) : refuse('SEAT_NOT_AVAILABLE')
}

/** Claims one place of a general-admission section. Refusals: NOT_ENOUGH_PLACES, and those of `claimSeat`. */
export async function claimPlace({ presentation, planVersion, holder }: Claimant, section: PlanSection): Promise<Result<number>> {
  const terms = await claimTerms(presentation)
  const wanted = { presentationId: presentation.id, holder, terms, planVersion }
  const { refusal, ...outcome } = await claimPlaceTogether(section, wanted)
  return refusal === 'full' ? refuse('NOT_ENOUGH_PLACES') : resultOf({ ...outcome, refusal }, presentation)
}

/**
 * Frees a lock. The row keeps its end, so that the visitor's next lock continues with that time. $3 first, $4 last id: a seat is its own range, a place is any
 * of the visitor's in its section (the newest first).
 */
const RELEASE = `
WITH freed AS (
  UPDATE seat_claim SET expires_at = now(), released_until = expires_at WHERE presentation_id = $1 AND holder = $2 AND state = 'H' AND seat_id = (
    SELECT seat_id FROM seat_claim WHERE presentation_id = $1 AND holder = $2 AND state = 'H' AND expires_at > now()
      AND seat_id BETWEEN $3::int AND $4::int ORDER BY seat_id DESC LIMIT 1 FOR UPDATE
  ) RETURNING seat_id
), logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'unlock', $1 || ':' || seat_id, $2 FROM freed)
SELECT seat_id FROM freed`

export async function releaseSeat(presentation: Presentation, seatId: number, holder: string): Promise<boolean> {
  return release(presentation, holder, { first: seatId, last: seatId })
}

export async function releasePlace(presentation: Presentation, section: PlanSection, holder: string): Promise<boolean> {
  const first = section.firstPlace ?? 0
  return release(presentation, holder, { first, last: first + section.capacity - 1 })
}

/** Frees the highest of these ids that the visitor has locked. */
async function release(
  presentation: Presentation,
  holder: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<boolean> {
  const { rows } = await database('holds').query<{ seat_id: number }>({
    name: 'release',
    text: RELEASE,
    values: [presentation.id, holder, first, last],
  })
  tellSeatsChanged(
    presentation.id,
    rows.map((row) => row.seat_id),
  )
  return rows.length === 1
}
