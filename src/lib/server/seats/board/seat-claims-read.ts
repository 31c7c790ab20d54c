import { database } from '#lib/server/platform/db/connect.ts'

/** What is known of a seat or place that cannot be had. */
export interface Claim {
  readonly state: 'H' | 'P' | 'S'
  /** Who holds it; null for what is being paid or sold, which looks the same to everybody. */
  readonly holder: string | null
  /** When a hold ends, on this process's monotonic clock in milliseconds; Infinity for the others. */
  readonly dueAt: number
}

const SOLD: Claim = { state: 'S', holder: null, dueAt: Infinity }
const PAYING: Claim = { state: 'P', holder: null, dueAt: Infinity }

/** Claims of one kind, holder and end come as one row: a sold-out stadium is a single line. */
const LIVE = (only: string) => `
SELECT state, CASE state WHEN 'H' THEN holder END, CASE state WHEN 'H' THEN extract(epoch FROM expires_at - now()) * 1000 END, string_agg(seat_id::text, ',')
FROM seat_claim WHERE presentation_id = $1 AND (state <> 'H' OR expires_at > now()) ${only} GROUP BY 1, 2, 3`

type Row = [Claim['state'], string | null, number | null, string]

/**
 * Every live claim of a presentation by seat or place, or of some of them. The end of a hold is told as a span of the database's clock, so that
 * this machine's clock may say what it likes.
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
