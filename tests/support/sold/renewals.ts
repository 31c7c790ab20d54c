import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lockSeat, SERIES, seriesItem } from './enrolments.ts'
import { buyMemberships } from './memberships.ts'

/** Adds to the house of `addEnrolments` series 105 on dates 15 and 16, which renews series 101 for another hour. */
export async function addRenewal(): Promise<void> {
  await database().query(`
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, season_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, is_topup, max_quantity, renews_id, renews_until)
    VALUES (105, 105, 'm105', 'סדרה הבאה', '', '', 2, 1, 1, 1, false, false, '{}', false, 2, 101, now() + interval '1 hour');
    INSERT INTO membership_presentation VALUES (105, 15, false), (105, 16, false);
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, reference_check)
    VALUES (1050, 105, 0, 'adult', 'רגיל', '', ${String(SERIES)}, 1, 'ILS', '₪', 'none');
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** Locks seat x of row y on all dates of series 101 or of 105, which renews it, and pays. @returns whether it was sold */
export async function buysSeries(uuid: string, x: number, membershipId: 101 | 105, y = 1): Promise<boolean> {
  if (await lockSeat(uuid, x, y, membershipId)) return false
  const item = membershipId === 101 ? seriesItem(x, y) : seriesItem(x, y, { membershipId: 105, membershipPriceId: 1050 })
  return (await buyMemberships(uuid, [item], SERIES)).ok
}

/** Moves the deadline of series 105 and of what is kept until then, as SQL. */
export async function letRenewUntil(until: string): Promise<void> {
  await database().query(`
    UPDATE membership SET renews_until = ${until} WHERE membership_id = 105;
    UPDATE seat_keep SET until = renews_until FROM membership WHERE membership_id = 105 AND kind = 'renewal';
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}
