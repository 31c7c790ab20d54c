import type { EnrolmentItem, MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lockOnDates } from '#lib/server/enrolment/membership-locks.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { fromHere } from '#tests/support/buyers/house.ts'

/** Price of series 101: four dates. */
export const SERIES = 40_000
/** Prices of season 102 for an adult and a student, and of the chosen date 13 beside them. */
export const SEASON = 60_000
export const SEASON_STUDENT = 50_000
export const SUPPLEMENT = 1_500
/** Price of series 103, whose seats the house gives. */
export const VIRTUAL = 30_000

export const SERIES_DATES = [11, 12, 13, 14]

/**
 * Adds to the test house presentations 11 to 16, a week apart, and memberships on them: 101 is a series on 11 to 14, 102 a season on 11 and 12 with two dates to
 * choose of 13, 14 and 15, 103 a series without seats on 11 to 14, 104 a series on 11 to 13 that may be had three times in an order.
 * @param policyId by which they are cancelled
 */
export async function addEnrolments(policyId: number | null = null): Promise<void> {
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, service_charge_id, max_seats, lone_seats, cancellation_policy_id)
      SELECT n, 1, 1, 1, now() + (n - 10) * interval '7 days', 1, max_seats, lone_seats, cancellation_policy_id
      FROM presentation, generate_series(11, 16) AS n WHERE presentation_id = 1;
    INSERT INTO presentation_price SELECT n, 'A', 1, 1 FROM generate_series(11, 16) AS n;
    INSERT INTO season VALUES (1, 'עונה', now(), now() + interval '1 year') ON CONFLICT DO NOTHING;
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, season_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, choice_count, cancellation_policy_id, max_quantity)
    SELECT id, id, 'm' || id, CASE id WHEN 102 THEN 'עונה' ELSE 'סדרה' END, '', '', CASE id WHEN 102 THEN 3 ELSE 2 END, 1, 1, 1, id = 103, false, '{}', false,
      CASE id WHEN 102 THEN 2 END, ${String(policyId ?? 'NULL')}, CASE id WHEN 104 THEN 3 ELSE 1 END FROM generate_series(101, 104) AS id;
    INSERT INTO membership_presentation SELECT id, n, false FROM unnest(ARRAY[101, 103]) AS id, generate_series(11, 14) AS n;
    INSERT INTO membership_presentation SELECT 104, n, false FROM generate_series(11, 13) AS n;
    INSERT INTO membership_presentation VALUES (102, 11, false, 0), (102, 12, false, 0), (102, 13, true, ${String(SUPPLEMENT)}), (102, 14, true, 0), (102, 15, true, 0);
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, reference_check)
    SELECT id, m, 0, code, name, '', price, 1, 'ILS', '₪', 'none' FROM (VALUES (1010, 101, 'adult', 'רגיל', ${String(SERIES)}), (1020, 102, 'adult', 'רגיל', 70000),
      (1021, 102, 'student', 'סטודנט', 65000), (1030, 103, 'adult', 'רגיל', ${String(VIRTUAL)}), (1040, 104, 'adult', 'רגיל', ${String(SERIES)})) AS p (id, m, code, name, price);
    INSERT INTO membership_rate VALUES (102, 11, 'A', 'adult', ${String(SEASON)}), (102, 12, 'A', 'student', ${String(SEASON_STUDENT)});
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

const SEAT = { VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 1, TicketGroupId: 1 }
const PLACE = { venueId: 1, seatplanId: 1, sectionId: 1, tgId: 1 }

/** Seat x of row y on all dates of a series. */
export function seriesItem(x: number, y = 1, more: Partial<MembershipItem> = {}): MembershipItem {
  return { membershipId: 101, membershipPriceId: 1010, seat: { ...SEAT, XCoordinate: x, YCoordinate: y }, ...more }
}

/** A series whose seats the house gives. */
export const VIRTUAL_ITEM: MembershipItem = { membershipId: 103, membershipPriceId: 1030, seat: null }

/** An adult's enrolment: seat x of row y on the fixed dates and on the chosen ones. */
export function seasonItem(x: number, y = 1, chosen: readonly number[] = [13, 15], more: Partial<EnrolmentItem> = {}): EnrolmentItem {
  return {
    ...{ membershipId: 102, ticketId: 11, seasonId: 1, ticketGroupId: 1, seat: { ...SEAT, XCoordinate: x, YCoordinate: y } },
    selections: chosen.map((prsntId) => ({ ...PLACE, prsntId, x, y })),
    ...more,
  }
}

/** Locks a seat as its page does: on the fixed dates, and on each chosen one. @returns the code of the first refusal; undefined: locked */
export async function lockSeat(
  uuid: string,
  x: number,
  y = 1,
  membershipId = 101,
  chosen: readonly number[] = [],
): Promise<string | undefined> {
  for (const chosenId of [null, ...chosen]) {
    const { tgId: ticketGroupId, ...place } = PLACE
    const locked = await lockOnDates({ ...place, membershipId, chosenId, ticketGroupId, x, y }, fromHere(uuid), 'again')
    if (!locked.ok) return locked.refusal.code
  }
  return undefined
}

/** What there is of orders of series and seasons: each ticket as "date-seat: state of its claim", in the order of dates. */
export async function ticketsSold(): Promise<readonly string[]> {
  const { rows } = await database().query<{ ticket: string }>(
    `SELECT s.presentation_id || '-' || s.seat_id || ': ' || coalesce(c.state, 'free') AS ticket FROM order_seat s
     LEFT JOIN seat_claim c USING (presentation_id, seat_id, order_id) WHERE s.membership_line IS NOT NULL ORDER BY s.presentation_id, s.seat_id`,
  )
  return rows.map(({ ticket }) => ticket)
}
