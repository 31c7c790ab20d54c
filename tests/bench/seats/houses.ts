import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** The presentation of the largest plan that is on sale and of which least is taken: the demo stadium. */
export async function stadium(): Promise<{ readonly id: number; readonly seats: number }> {
  const { rows } = await database().query<{ id: number; seats: number }>(
    `SELECT p.presentation_id AS id, (SELECT count(*)::int FROM seat WHERE seat.seatplan_id = p.seatplan_id) AS seats FROM presentation p
     WHERE p.seatplan_id = (SELECT seatplan_id FROM seat GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       AND p.starts_at > now() + interval '2 days' AND NOT p.is_cancelled AND NOT p.soldout AND p.sale_opens_at IS NULL
     ORDER BY (SELECT count(*) FROM seat_claim c WHERE c.presentation_id = p.presentation_id), p.presentation_id LIMIT 1`,
  )
  if (!rows[0]) throw new Error('The demo catalogue has no stadium on sale.')
  return rows[0]
}

/** Addresses of seats of a presentation that nobody has, in the order of the plan. */
export async function freeSeats(presentationId: number, count: number): Promise<SeatAddress[]> {
  const { rows } = await database().query<{ seat: SeatAddress }>(
    `SELECT json_build_object('PresentationId', p.presentation_id, 'VenueId', p.venue_id, 'VenueSeatplanId', p.seatplan_id, 'VenueSectionId', s.section_id,
       'TicketGroupId', price.ticket_group_id, 'XCoordinate', s.x, 'YCoordinate', s.y) AS seat
     FROM presentation p JOIN seat s USING (seatplan_id) JOIN presentation_price price ON price.presentation_id = p.presentation_id AND price.category = s.category
     WHERE p.presentation_id = $1 AND price.allocation_id <> -1
       AND NOT EXISTS (SELECT 1 FROM seat_claim c WHERE c.presentation_id = p.presentation_id AND c.seat_id = s.seat_id)
     ORDER BY s.seat_id LIMIT $2`,
    [presentationId, count],
  )
  return rows.map((row) => row.seat)
}

const HOUSE = 900_001

/** A house for these benchmarks alone: 8,000 seats in 100 rows of 80, and 500 places of general admission. Its presentation's id. */
export async function buildLargeHouse(): Promise<number> {
  const { rowCount } = await database().query('SELECT FROM presentation WHERE presentation_id = $1', [HOUSE])
  if (rowCount) return HOUSE
  await database().query(`
    INSERT INTO seatplan VALUES (${String(HOUSE)}, (SELECT min(venue_id) FROM venue), 'large', 'v1', 3000, 4000,
      '{"outline": [[800, 0], [1600, 0], [1600, 60], [800, 60]], "labelX": 1200, "labelY": 30, "label": "במה"}');
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place) VALUES
      (${String(HOUSE)}, 1, 1, 'A', true, NULL, 8000, NULL), (${String(HOUSE)}, 2, 2, 'B', false, 'G', 500, 1000000);
    INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
      SELECT ${String(HOUSE)}, y * 1000 + x, 1, x, y, x * 30, 100 + y * 34, y::text, x::text, 'A', y || '-' || x
      FROM generate_series(1, 100) y, generate_series(1, 80) x;
    INSERT INTO ticket_group VALUES (${String(HOUSE)}, 'A', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(HOUSE)}, ${String(HOUSE)}, 1, 'A', 10000);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats)
      SELECT ${String(HOUSE)}, (SELECT min(feature_id) FROM feature), min(venue_id), ${String(HOUSE)}, now() + interval '9 days', 8 FROM venue;
    INSERT INTO presentation_price VALUES (${String(HOUSE)}, 'A', ${String(HOUSE)}, 1), (${String(HOUSE)}, 'G', ${String(HOUSE)}, 1);
    UPDATE catalogue_version SET version = version + 1;`)
  await new Promise((resolve) => setTimeout(resolve, 1500)) // the processes look for a new version once a second
  return HOUSE
}

/** The address of a place of general admission in that house. */
export async function placeOf(presentationId: number): Promise<SeatAddress> {
  const { rows } = await database().query<{ place: SeatAddress }>(
    `SELECT json_build_object('PresentationId', presentation_id, 'VenueId', venue_id, 'VenueSeatplanId', seatplan_id, 'VenueSectionId', 2,
       'TicketGroupId', presentation_id, 'XCoordinate', NULL, 'YCoordinate', NULL) AS place FROM presentation WHERE presentation_id = $1`,
    [presentationId],
  )
  if (!rows[0]) throw new Error('The house has not been built.')
  return rows[0].place
}

/** Nobody has anything in that house any more. */
export async function clearHouse(presentationId: number): Promise<void> {
  await database().query('DELETE FROM seat_claim WHERE presentation_id = $1', [presentationId])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

/** How many transactions of this database ended because they waited for each other in a circle; the statistics come a second late. */
export async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const { rows } = await database().query<{ deadlocks: number }>(
    `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
  )
  return rows[0]?.deadlocks ?? 0
}
