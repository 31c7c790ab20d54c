import type { SectionFacts, SeatplanFacts } from '#lib/domain/catalogue/catalogue.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The facts of plans, by id. @param ids left out: all. Column aliases match the field names of domain/catalogue.ts. */
export async function readSeatplans(client: Queryable, ids?: readonly number[]): Promise<SeatplanFacts[]> {
  const wanted = ids ?? null
  const [plans, sections, counts] = await Promise.all([
    client.query<Omit<SeatplanFacts, 'sections'>>(
      `SELECT seatplan_id AS id, venue_id AS "venueId", name, version, colours, words, picture IS NOT NULL AS "hasPicture" FROM seatplan
       WHERE $1::int[] IS NULL OR seatplan_id = ANY ($1::int[]) ORDER BY seatplan_id`,
      [wanted],
    ),
    client.query<Omit<SectionFacts, 'categories' | 'accessible'> & { seatplanId: number; category: string | null }>(
      `SELECT seatplan_id AS "seatplanId", section_id AS id, name, is_reserved AS "isReserved", is_drawn AS "isDrawn", capacity, category FROM section
       WHERE $1::int[] IS NULL OR seatplan_id = ANY ($1::int[]) ORDER BY seatplan_id, ordinal`,
      [wanted],
    ),
    client.query<{ seatplanId: number; sectionId: number; category: string; seats: number; accessible: number }>(
      `SELECT seatplan_id AS "seatplanId", section_id AS "sectionId", category, count(*)::int AS seats,
              (count(*) FILTER (WHERE features && $2::int[]))::int AS accessible FROM seat
       WHERE $1::int[] IS NULL OR seatplan_id = ANY ($1::int[]) GROUP BY 1, 2, 3`,
      [wanted, [SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion]],
    ),
  ])
  const countsOf = Map.groupBy(counts.rows, (row) => `${String(row.seatplanId)}:${String(row.sectionId)}`)
  const sectionsOf = Map.groupBy(sections.rows, (row) => row.seatplanId)
  return plans.rows.map((plan) => ({
    ...plan,
    sections: (sectionsOf.get(plan.id) ?? []).map(({ seatplanId, category, ...section }) => {
      const seats = countsOf.get(`${String(seatplanId)}:${String(section.id)}`) ?? []
      const categories =
        category === null ? Object.fromEntries(seats.map((row) => [row.category, row.seats])) : { [category]: section.capacity }
      const accessible = Object.fromEntries(seats.filter((row) => row.accessible > 0).map((row) => [row.category, row.accessible]))
      return { ...section, categories, accessible }
    }),
  }))
}
