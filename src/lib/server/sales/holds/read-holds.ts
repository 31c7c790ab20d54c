import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { hasPlace, planOf } from '#lib/server/catalogue/seatplans.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** What a producer may sell of a presentation now: seats and places of the own allocations that nobody has and that are kept for nobody else. */
export interface OwnSeats {
  /** With those that producers hold. */
  readonly free: number
  /** Of them, those that producers hold. */
  readonly held: number
}

/** Counts the seats of a producer's allocations, by presentation; one of which there are none is absent. */
export async function ownSeatsOf(
  { allocationIds }: Pick<StaffMember, 'allocationIds'>,
  presentationIds: readonly number[],
): Promise<ReadonlyMap<number, OwnSeats>> {
  const { rows } = await database().query<OwnSeats & { readonly presentationId: number }>({
    name: 'own-seats-of-producer',
    text: `SELECT show AS "presentationId", count(*) FILTER (WHERE is_free)::int AS free, count(*) FILTER (WHERE is_free AND is_held)::int AS held FROM (
             SELECT show, c.seat_id IS NULL AND NOT coalesce(k.is_kept, false) AS is_free, coalesce(k.is_held, false) AS is_held
             FROM unnest($1::int[]) AS show
             CROSS JOIN LATERAL part_seats(show, ARRAY(SELECT DISTINCT allocation_id FROM presentation_price r
               WHERE r.presentation_id = show AND r.allocation_id <> -1 AND ($2::int[] IS NULL OR r.allocation_id = ANY ($2)))) AS seat
             LEFT JOIN seat_claim c ON c.presentation_id = show AND c.seat_id = seat AND (c.state <> 'H' OR c.expires_at > now())
             LEFT JOIN (
               SELECT presentation_id, seat_id, bool_or(kind = 'producer') AS is_held, bool_or(kind <> 'producer') AS is_kept
               FROM seat_keep WHERE presentation_id = ANY ($1::int[]) AND until > now() GROUP BY 1, 2) AS k ON k.presentation_id = show AND k.seat_id = seat
           ) AS own GROUP BY 1`,
    values: [presentationIds, allocationIds ?? null],
  })
  return new Map(rows.map(({ presentationId, ...seats }) => [presentationId, seats]))
}

/** Seats of a row that producers hold, or places of a section without rows. */
export interface HeldRow {
  readonly sectionName: string
  /** Left out of places. */
  readonly rowName?: string
  readonly seatNames: readonly string[]
  readonly count: number
}

/** What producers hold of the own allocations of a presentation and nobody has bought or locked, in the order of the plan. */
export async function heldRowsOf(
  { allocationIds }: Pick<StaffMember, 'allocationIds'>,
  { id, seatplanId }: Pick<Presentation, 'id' | 'seatplanId'>,
): Promise<readonly HeldRow[]> {
  const { rows } = await database().query<{ seatId: number }>({
    name: 'held-seats-of-producer',
    text: `SELECT seat_id AS "seatId" FROM seat_keep k WHERE presentation_id = $1 AND kind = 'producer' AND until > now() AND ($2::int[] IS NULL OR allocation_id = ANY ($2))
             AND NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = $1 AND c.seat_id = k.seat_id AND (c.state <> 'H' OR c.expires_at > now()))`,
    values: [id, allocationIds ?? null],
  })
  const plan = await planOf(seatplanId)
  if (!plan) return []
  const held = new Set(rows.map(({ seatId }) => seatId))
  return plan.sections.flatMap((section): readonly HeldRow[] => {
    const places = [...held].filter((seatId) => hasPlace(section, seatId)).length
    if (places > 0) return [{ sectionName: section.name, seatNames: [], count: places }]
    const seats = plan.seats.filter(({ id: seatId, sectionId }) => sectionId === section.id && held.has(seatId))
    return [...Map.groupBy(seats, ({ rowName }) => rowName)].map(([rowName, own]) => ({
      ...{ sectionName: section.name, rowName, count: own.length },
      seatNames: own.map(({ seatName }) => seatName).toSorted((a, b) => a.localeCompare(b, 'he', { numeric: true })),
    }))
  })
}
