import type { CartMembership, MembershipItem } from '#lib/contract/order/membership-cart.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { membershipLookupsOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** Prices of membership 1, eight entries: ₪800, ₪640 for a student on the list. */
export const EIGHT = 80_000
export const STUDENT = 64_000
/** Price of membership 2: twelve entries that may be topped up. */
export const TWELVE = 36_000

/**
 * Memberships of the test house (support/house.ts): 1 has eight entries for a year by ticket 114 (₪0), at three prices: 11, 12 for students on a list (S-1 once,
 * S-2 twice), 13 in dollars. 2 has twelve and may be topped up, 3 is unlimited, the sale of 4 is not open, that of 5 is closed, 6 is a series, 7 cannot be cancelled.
 */
export async function addMemberships(): Promise<void> {
  const reference = (typed: string) => membershipLookupsOf(referenceName(12, { ref1: typed, ref2: null }))[0]
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = 1;
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, access) VALUES (114, 1, 40, 'כניסה', 0, 'member');
    INSERT INTO cancellation_policy (cancellation_policy_id, name, charge_kind, charge_amount, charge_percent, charge_limit, within_days)
      VALUES (19, 'מנוי', 'percent', 0, 5, 10000, 14);
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, uses, valid_days, is_topup, sale_opens_at, sale_closes_at, cancellation_policy_id, max_quantity)
    SELECT id, id, 'm' || id, 'מנוי ' || id, '', '', CASE id WHEN 6 THEN 2 ELSE 1 END, 1, 1, false, false, '{}',
      CASE WHEN id IN (1, 4, 5, 7) THEN 8 WHEN id = 2 THEN 12 END, 365, id = 2, CASE id WHEN 4 THEN now() + interval '1 day' END,
      CASE id WHEN 5 THEN now() - interval '1 day' END, CASE WHEN id <> 7 THEN 19 END, 1 FROM generate_series(1, 7) AS id;
    INSERT INTO membership_ticket SELECT id, 114 FROM generate_series(1, 7) AS id WHERE id <> 6;
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, ref1prompt,
      reference_check)
    VALUES (11, 1, 0, 'adult', 'רגיל', '', 80000, 1, 'ILS', '₪', NULL, 'none'), (12, 1, 1, 'student', 'סטודנט', '', 64000, 1, 'ILS', '₪', 'מספר', 'list'),
      (13, 1, 2, 'abroad', 'חו״ל', '', 20000, 2, 'USD', '$', NULL, 'none'), (21, 2, 0, 'adult', 'רגיל', '', 36000, 1, 'ILS', '₪', NULL, 'none'),
      (31, 3, 0, 'adult', 'רגיל', '', 90000, 1, 'ILS', '₪', NULL, 'none'), (41, 4, 0, 'adult', 'רגיל', '', 100, 1, 'ILS', '₪', NULL, 'none'),
      (51, 5, 0, 'adult', 'רגיל', '', 100, 1, 'ILS', '₪', NULL, 'none'), (61, 6, 0, 'adult', 'רגיל', '', 100, 1, 'ILS', '₪', NULL, 'none'),
      (71, 7, 0, 'adult', 'רגיל', '', 100, 1, 'ILS', '₪', NULL, 'none');
    INSERT INTO membership_reference VALUES (12, '${reference('S-1')}', 1), (12, '${reference('S-2')}', 2);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

export const ADULT: MembershipItem = { membershipId: 1, membershipPriceId: 11 }
export const TOPPABLE: MembershipItem = { membershipId: 2, membershipPriceId: 21 }

/** Orders memberships and pays the due amount by card. */
export async function buyMemberships(
  uuid: string,
  memberships: readonly CartMembership[],
  due: number,
  more: Partial<OrderCart> = {},
  behaviour = 'accepted',
) {
  const paymentIdentifier = await prepareCard(uuid, due, behaviour)
  return commit(uuid, { cart: { ...cartOf([]), memberships: [...memberships], paymentIdentifier, ...more } }, 'he')
}

/** Takes a seat of presentation 1 by an entry of a membership and pays the fee. @returns the reservation, or the code of the refusal */
export async function useEntry(uuid: string, memberNumber: string, x: number, y = 1): Promise<string> {
  const seat = seatAt(x, y)
  const locked = await lock(seat, fromHere(uuid))
  if (!locked.ok) return locked.refusal.code
  const line = lineOf(seat, 114)
  const cart = { ...cartOf([], await prepareCard(uuid, 700)), seats: [{ ...line, ticket: { ...line.ticket, memberNumber } }] }
  const made = await commit(uuid, { cart }, 'he')
  return made.ok ? made.value.reservationIdentifier : made.refusal.code
}

export interface BoughtMember {
  readonly memberNumber: string
  readonly uses: number | null
  readonly isActive: boolean
  readonly holderName: string
  readonly customerId: number | null
}

/** The bought memberships, the oldest first. */
export async function boughtMembers(): Promise<readonly BoughtMember[]> {
  const { rows } = await database().query<BoughtMember>(
    `SELECT DISTINCT e.entitlement_id, public_code AS "memberNumber", e.uses, is_active AS "isActive", holder_name AS "holderName", customer_id AS "customerId"
     FROM entitlement e JOIN membership_purchase p USING (entitlement_id) ORDER BY entitlement_id`,
  )
  return rows
}
