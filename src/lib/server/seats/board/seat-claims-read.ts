import { database } from '#lib/server/platform/db/connect.ts'

/** A claim on an unavailable seat or place; K: it is kept, and nobody has it. */
export interface Claim {
  readonly state: 'H' | 'P' | 'S' | 'K'
  /** The visitor who locked it; null if it is being paid, sold or kept, which looks the same to everybody. */
  readonly holder: string | null
  /** End of a lock, or when a kept seat is released, on this process's monotonic clock in milliseconds; otherwise Infinity. */
  readonly dueAt: number
  /** Whose subscribers may have a kept seat; empty: of any membership. undefined: it is kept for a member who renews or for a broker, or not kept. */
  readonly membershipIds?: readonly number[] | undefined
}

const SOLD: Claim = { state: 'S', holder: null, dueAt: Infinity }
const PAYING: Claim = { state: 'P', holder: null, dueAt: Infinity }

/** Groups claims by kind, owner and end: a sold-out stadium is a single row. Kept seats that nobody has claimed go by those who may take them, and their end. */
const LIVE = (only: string) => `
SELECT state, CASE state WHEN 'H' THEN holder END, CASE state WHEN 'H' THEN extract(epoch FROM expires_at - now()) * 1000 END, string_agg(seat_id::text, ','), NULL
FROM seat_claim WHERE presentation_id = $1 AND (state <> 'H' OR expires_at > now()) ${only} GROUP BY 1, 2, 3
UNION ALL
SELECT 'K', NULL, extract(epoch FROM until - now()) * 1000, string_agg(seat_id::text, ','), CASE WHEN is_named THEN NULL ELSE membership_ids END FROM (
  SELECT seat_id, bool_or(kind <> 'allocation') AS is_named, min(until) AS until, min(membership_ids) AS membership_ids FROM seat_keep k
  WHERE presentation_id = $1 AND until > now() ${only} AND NOT EXISTS (
    SELECT FROM seat_claim c WHERE c.presentation_id = k.presentation_id AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))
  GROUP BY seat_id) AS kept
GROUP BY until, 5`

type Row = [Claim['state'], string | null, number | null, string, number[] | null]

/**
 * All live claims of a presentation, or those of some seats or places. A lock's end is returned as a duration by the database's clock, so that this machine's
 * clock does not matter.
 */
export async function readClaims(presentationId: number, only?: readonly number[]): Promise<ReadonlyMap<number, Claim>> {
  const { rows } = await database().query<Row>({
    name: only ? 'some-live-claims' : 'all-live-claims',
    text: LIVE(only ? 'AND seat_id = ANY ($2::int[])' : ''),
    values: only ? [presentationId, only] : [presentationId],
    rowMode: 'array',
  })
  const now = performance.now()
  const claims = new Map<number, Claim>()
  for (const [state, holder, left, seats, membershipIds] of rows) {
    const claim = claimOf({ state, holder, dueAt: now + (left ?? 0), membershipIds: membershipIds ?? undefined })
    for (const id of seats.split(',')) claims.set(Number(id), claim)
  }
  return claims
}

function claimOf(read: Claim): Claim {
  if (read.state === 'P') return PAYING
  return read.state === 'S' ? SOLD : read
}
