import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { cartOf, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { seatOn } from '#tests/support/buyers/changes.ts'

/** Price of membership 8 of the test house, what it loads, and the price for its members of a ticket of presentation 1, with its charge. */
export const PURSE_PRICE = 27_000
export const LOADED = 30_000
export const MEMBER_PRICE = 13_000

export const PURSE: MembershipItem = { membershipId: 8, membershipPriceId: 81 }

/** Adds to the memberships of the test house one of ₪300 for ₪270 that may be topped up: member ticket 115 costs ₪130 at presentation 1, 515 ₪60 at 3 (if the house has it). */
export async function addMemberMoney(): Promise<void> {
  await database().query(`
    UPDATE ticket_group SET is_by_code_enabled = true;
    INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, access) VALUES (115, 1, 41, 'כרטיס חבר', 12500, 500, 'member'),
      (515, 1, 42, 'כרטיס חבר', 6000, 0, 'member');
    UPDATE ticket SET ticket_group_id = g.ticket_group_id FROM ticket_group g WHERE ticket_id = 515 AND g.ticket_group_id = 5;
    INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, business_id, auth_profile_id, is_skip_member_seat,
      is_pricing_per_ticket, location_ids, amount, valid_days, is_topup, cancellation_policy_id, max_quantity)
    SELECT 8, 8, 'm8', 'מנוי כסף', '', '', 1, 1, 1, false, false, '{}', ${String(LOADED)}, 365, true, 19, 1;
    INSERT INTO membership_ticket VALUES (8, 115), (8, 515);
    INSERT INTO membership_price (membership_price_id, membership_id, ordinal, price_code, name, note, price, currency_id, currency_code, currency_symbol, reference_check)
    VALUES (81, 8, 0, 'adult', 'רגיל', '', ${String(PURSE_PRICE)}, 1, 'ILS', '₪', 'none');
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** Lines of member tickets on seats of row 1. */
export function memberSeats(memberNumber: string, xs: readonly number[], presentationId = 1): OrderCart['seats'] {
  return xs.map((x) => {
    const line = lineOf(presentationId === 1 ? seatAt(x, 1) : seatOn(presentationId, x), presentationId === 1 ? 115 : 515)
    return { ...line, ticket: { ...line.ticket, memberNumber } }
  })
}

/** Orders member tickets and pays what is due by card. @returns the reservation, or the code of the refusal */
export async function spend(
  uuid: string,
  memberNumber: string,
  xs: readonly number[],
  due: number,
  more: Partial<OrderCart> = {},
  presentationId = 1,
): Promise<string> {
  for (const x of xs) {
    const locked = await lock(presentationId === 1 ? seatAt(x, 1) : seatOn(presentationId, x), fromHere(uuid))
    if (!locked.ok) return locked.refusal.code
  }
  const cart = { ...cartOf([], due > 0 ? await prepareCard(uuid, due) : undefined), seats: memberSeats(memberNumber, xs, presentationId) }
  const made = await commit(uuid, { cart: { ...cart, ...more } }, 'he')
  return made.ok ? made.value.reservationIdentifier : made.refusal.code
}

/** The balances of all memberships of money, the oldest first, with their states: '17000 active'. */
export async function balances(): Promise<readonly string[]> {
  const { rows } = await database().query<{ purse: string }>(
    `SELECT balance || ' ' || state AS purse FROM system_voucher WHERE entitlement_id IS NOT NULL ORDER BY system_voucher_id`,
  )
  return rows.map(({ purse }) => purse)
}
