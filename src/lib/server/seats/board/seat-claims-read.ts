import { database } from '#lib/server/platform/db/connect.ts'

/** A claim on an unavailable seat or place. */
export interface Claim {
  readonly state: 'H' | 'P' | 'S'
  /** The visitor who locked it; null if it is being paid or sold, which looks the same to everybody. */
  readonly holder: string | null
  /** End of a lock on this process's monotonic clock in milliseconds; otherwise Infinity. */
  readonly dueAt: number
}

const SOLD: Claim = { state: 'S', holder: null, dueAt: Infinity }
const PAYING: Claim = { state: 'P', holder: null, dueAt: Infinity }

/** Groups claims by kind, owner and end: a sold-out stadium is a single row. */
const LIVE = (only: string) => `
SELECT state, CASE state WHEN 'H' THEN holder END, CASE state WHEN 'H' THEN extract(epoch FROM expires_at - now()) * 1000 END, string_agg(seat_id::text, ',')
FROM seat_claim WHERE presentation_id = $1 AND (state <> 'H' OR expires_at > now()) ${only} GROUP BY 1, 2, 3`

type Row = [Claim['state'], string | null, number | null, string]

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
  for (const [state, holder, left, seats] of rows) {
    const claim = state === 'H' ? { state, holder, dueAt: now + (left ?? 0) } : state === 'P' ? PAYING : SOLD
    for (const id of seats.split(',')) claims.set(Number(id), claim)
  }
  return claims
}
