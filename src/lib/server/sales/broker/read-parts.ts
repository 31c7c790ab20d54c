import { database, type Queryable } from '#lib/server/platform/db/connect.ts'

/** What a broker has saved of a presentation. */
export interface BrokerPart {
  readonly presentationId: number
  readonly staffId: number
  readonly allocationIds: readonly number[]
  /** undefined: it is not locked now. */
  readonly lockedUntil?: Date
}

/** Seats and places of a part: all, those that nobody has, those that somebody has locked or is paying, and those that are sold. */
export interface PartCounts {
  readonly seats: number
  readonly free: number
  readonly held: number
  readonly sold: number
}

/** What has been saved of presentations, by presentation. */
export async function partsOf(client: Queryable, presentationIds: readonly number[]): Promise<readonly BrokerPart[]> {
  const { rows } = await client.query<Omit<BrokerPart, 'lockedUntil'> & { readonly lockedUntil: Date | null }>({
    name: 'broker-parts',
    text: `SELECT presentation_id AS "presentationId", staff_id AS "staffId", array_agg(allocation_id ORDER BY allocation_id) AS "allocationIds",
             max(locked_until) FILTER (WHERE locked_until > now()) AS "lockedUntil"
           FROM broker_part WHERE presentation_id = ANY ($1::int[]) GROUP BY 1, 2 ORDER BY 1, 2`,
    values: [presentationIds],
  })
  return rows.map(({ lockedUntil, ...row }) => ({ ...row, ...(lockedUntil && { lockedUntil }) }))
}

/** Counts the seats of allocations of a presentation by who has them. */
export async function countPart(presentationId: number, allocationIds: readonly number[]): Promise<PartCounts> {
  const { rows } = await database().query<PartCounts>({
    name: 'broker-part-seats',
    text: `SELECT count(*)::int AS seats, count(*) FILTER (WHERE c.seat_id IS NULL)::int AS free,
             count(*) FILTER (WHERE c.state IN ('H', 'P'))::int AS held, count(*) FILTER (WHERE c.state = 'S')::int AS sold
           FROM part_seats($1, $2::int[]) AS seat
           LEFT JOIN seat_claim c ON c.presentation_id = $1 AND c.seat_id = seat AND (c.state <> 'H' OR c.expires_at > now())`,
    values: [presentationId, allocationIds],
  })
  return rows[0] ?? { seats: 0, free: 0, held: 0, sold: 0 }
}
