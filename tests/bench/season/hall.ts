import { database } from '#lib/server/platform/db/connect.ts'

/** The hall of these benchmarks, whose ids are beside those of the demo: one show on ten dates, and the series of them. */
export const HALL = 9_900
export const DATES = 10
/** The first of the ten presentations, and the season of all of them beside the series. */
export const FIRST_DATE = HALL + 1
export const SEASON_CODE = 'bench-season'
const [ROWS, IN_A_ROW] = [40, 50]

/** By column and row. */
export interface Seat {
  readonly x: number
  readonly y: number
}

export const SEATS: readonly Seat[] = Array.from({ length: ROWS * IN_A_ROW }, (_, n) => ({
  x: (n % IN_A_ROW) + 1,
  y: Math.floor(n / IN_A_ROW) + 1,
}))

/** Where all its seats are, as calls name it. */
export const PLACE = { VenueId: HALL, VenueSeatplanId: HALL, VenueSectionId: 1, TicketGroupId: HALL }

/** Builds the hall of 2,000 seats with one show on ten dates, and the series of them. */
export async function buildHall(): Promise<void> {
  await database().query(`
    INSERT INTO venue SELECT ${String(HALL)}, min(location_id), 'bench', 1 FROM location;
    INSERT INTO seatplan VALUES (${String(HALL)}, ${String(HALL)}, 'bench', 'v1', 2000, 2000, NULL);
    INSERT INTO section (seatplan_id, section_id, ordinal, name, is_reserved, category, capacity, first_place)
      VALUES (${String(HALL)}, 1, 1, 'bench', true, NULL, ${String(ROWS * IN_A_ROW)}, NULL);
    INSERT INTO seat (seatplan_id, seat_id, section_id, x, y, seatplan_x, seatplan_y, row_name, seat_name, category, guid)
      SELECT ${String(HALL)}, y * 1000 + x, 1, x, y, x * 30, y * 30, y::text, x::text, 'A', 'bench-' || y || '-' || x
      FROM generate_series(1, ${String(ROWS)}) y, generate_series(1, ${String(IN_A_ROW)}) x;
    INSERT INTO ticket_group VALUES (${String(HALL)}, 'bench', false);
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price) VALUES (${String(HALL)}, ${String(HALL)}, 1, 'bench', 10000);
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, max_seats, lone_seats)
      SELECT ${String(HALL)} + d, (SELECT min(feature_id) FROM feature), ${String(HALL)}, ${String(HALL)}, now() + d * interval '7 days', 8, 'allowed'
      FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO presentation_price SELECT ${String(HALL)} + d, 'A', ${String(HALL)}, 1 FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, max_quantity)
      VALUES (${String(HALL)}, 99, 'bench', 'bench', 'bench', '', 2, 1, 1, false, false, '{}', false, 1);
    INSERT INTO membership_presentation SELECT ${String(HALL)}, ${String(HALL)} + d, false FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO season VALUES (${String(HALL)}, 'bench', now(), now() + interval '1 year');
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, season_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, max_quantity)
      VALUES (${String(HALL + 1)}, 100, '${SEASON_CODE}', 'bench', 'bench', '', 3, ${String(HALL)}, 1, 1, false, false, '{}', false, 4);
    INSERT INTO membership_presentation SELECT ${String(HALL + 1)}, ${String(HALL)} + d, false FROM generate_series(1, ${String(DATES)}) AS d;
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, reference_check)
      VALUES (${String(HALL)}, ${String(HALL + 1)}, 0, 'adult', 'bench', '', 70000, 1, 'ILS', '₪', 'none');
    UPDATE catalogue_version SET version = version + 1`)
  await new Promise((resolve) => setTimeout(resolve, 3_000)) // the shop looks for a new catalogue now and then
}
