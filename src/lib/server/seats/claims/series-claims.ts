import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { isRetryable } from '#lib/server/platform/db/transactions.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { turns } from '#lib/server/platform/jobs/concurrency-limit.ts'
import { inNetworkTurn, type ClaimRefusal } from './claim-batches.ts'
import { claimTerms } from './claim-terms.ts'
import { tellClaimsChanged } from './seat-changes.ts'
import { refuseClaim } from './seat-claims.ts'

/** A seat on one of the dates of a series, in the plan as the caller read it. */
export interface DatedSeat {
  readonly presentation: Presentation
  readonly planVersion: string
  readonly seatId: number
}

interface SeriesOutcome {
  /** null if all were claimed. */
  readonly refusal: ClaimRefusal | null
  readonly retrySeconds: number | null
  readonly refusedShows: readonly number[] | null
}

/** Maximum number of concurrent series claims: they may wait for each other on many rows, and the other connections serve single locks. */
const inTurn = turns({ atOnce: 4, waiting: Infinity })

/**
 * Claims a seat on many dates in one transaction and one round trip: all or none. The locks expire together, under the limits of single locks on each date.
 * Refusals name the dates in `presentationIds`: SEAT_NOT_AVAILABLE (on all of them), SEAT_TAKEN_ON_DATES (on some: `count` of `total`), SEAT_LIMIT, HOLD_WAIT,
 * NETWORK_LIMIT (the first date that refuses).
 * @param wanted at least one seat, of one or more presentations, in any order
 * @param membershipId the membership that they are bought with: seats that are kept for its subscribers may be taken
 */
export async function claimSeries(wanted: readonly DatedSeat[], holder: Holder, membershipId: number | null = null): Promise<Result<null>> {
  const ordered = wanted.toSorted(byDateAndSeat)
  const buyer = { ...holder, membershipId }
  const outcome = await inNetworkTurn(holder.network, () => inTurn(() => claimOrdered(ordered, buyer)))
  if (outcome.refusal !== null) return refuseSeries(outcome, wanted)
  tellClaimsChanged(rowsOf(ordered))
  return accept(null)
}

/** A visitor who buys a membership, or none. */
type Buyer = Holder & { readonly membershipId: number | null }

/** The fixed order of locks on seats: by presentation, then by seat (see LOCKING.md). */
function byDateAndSeat(a: DatedSeat, b: DatedSeat): number {
  return a.presentation.id - b.presentation.id || a.seatId - b.seatId
}

/** Retries once after a deadlock, which occurs only if two processes create the visitor's session at the same time. */
async function claimOrdered(ordered: readonly DatedSeat[], holder: Buyer): Promise<SeriesOutcome> {
  try {
    return await claimNow(ordered, holder)
  } catch (error) {
    if (!isRetryable(error)) throw error
    return claimNow(ordered, holder)
  }
}

async function claimNow(ordered: readonly DatedSeat[], { uuid, network, membershipId }: Buyer): Promise<SeriesOutcome> {
  const terms = await Promise.all(ordered.map(({ presentation }) => claimTerms(presentation)))
  const { rows } = await database('holds').query<SeriesOutcome>({
    name: 'claim-series',
    text: `SELECT refusal, retry_seconds AS "retrySeconds", refused_shows AS "refusedShows"
           FROM claim_series($1::int[], $2::int[], $3::int[], $4::text[], $5::int[], $6, $7, $8, $9, $10)`,
    values: [
      ordered.map(({ presentation }) => presentation.id),
      ordered.map(({ seatId }) => seatId),
      terms.map(({ most }) => most),
      ordered.map(({ planVersion }) => planVersion),
      terms.map(({ networkMost }) => networkMost),
      uuid,
      terms[0]?.seconds ?? 0,
      terms[0]?.waitSeconds ?? 0,
      network,
      membershipId,
    ],
  })
  return rows[0] ?? { refusal: 'taken', retrySeconds: null, refusedShows: null }
}

function refuseSeries({ refusal, retrySeconds, refusedShows }: SeriesOutcome, wanted: readonly DatedSeat[]): Result<never> {
  const inTheWay = new Set(refusedShows ?? [])
  const presentationIds = [...inTheWay].join()
  if (refusal === 'taken') {
    const total = new Set(wanted.map(({ presentation }) => presentation.id)).size
    if (inTheWay.size === total) return refuse('SEAT_NOT_AVAILABLE', { presentationIds })
    return refuse('SEAT_TAKEN_ON_DATES', { count: inTheWay.size, total, presentationIds })
  }
  const first = wanted.find(({ presentation }) => inTheWay.has(presentation.id))?.presentation
  const refused = refuseClaim({ refusal, retrySeconds }, first?.maxSeats ?? 0)
  return refused.ok ? refused : refuse(refused.refusal.code, { ...refused.refusal.facts, presentationIds })
}

/** $1 presentations, $2 seats, pairwise, $3 the visitor: frees the locked ones, in the order of locks. */
const RELEASE_SERIES = `
WITH own AS (
  SELECT c.presentation_id, c.seat_id FROM unnest($1::int[], $2::int[]) AS w (show, seat)
  JOIN seat_claim c ON c.presentation_id = w.show AND c.seat_id = w.seat
  WHERE c.holder = $3 AND c.state = 'H' AND c.expires_at > now() ORDER BY c.presentation_id, c.seat_id FOR UPDATE OF c
), freed AS (
  UPDATE seat_claim c SET expires_at = now(), released_until = c.expires_at FROM own
  WHERE c.presentation_id = own.presentation_id AND c.seat_id = own.seat_id RETURNING c.presentation_id, c.seat_id
), logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'unlock', presentation_id || ':' || seat_id, $3 FROM freed)
SELECT presentation_id, seat_id FROM freed`

/**
 * Frees a seat on many dates in one transaction. Like single locks, the dates keep their expiry, so that the visitor's next lock continues with that time.
 * @returns those that the visitor had locked and no longer has
 */
export async function releaseSeries(seats: readonly DatedSeat[], uuid: string): Promise<readonly DatedSeat[]> {
  const { rows } = await database('holds').query<{ presentation_id: number; seat_id: number }>({
    name: 'release-series',
    text: RELEASE_SERIES,
    values: [seats.map(({ presentation }) => presentation.id), seats.map(({ seatId }) => seatId), uuid],
  })
  tellClaimsChanged(rows)
  const freed = new Set(rows.map((row) => `${String(row.presentation_id)}:${String(row.seat_id)}`))
  return seats.filter(({ presentation, seatId }) => freed.has(`${String(presentation.id)}:${String(seatId)}`))
}

function rowsOf(seats: readonly DatedSeat[]) {
  return seats.map(({ presentation, seatId }) => ({ presentation_id: presentation.id, seat_id: seatId }))
}
