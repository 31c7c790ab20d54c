import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import type { VoucherItem } from '#lib/contract/order/voucher-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, fromHere, lineOf, PLACE, prepareCard } from '#tests/support/buyers/house.ts'

/** Prices of class 1: ₪100, and a bundle at ₪84 that pays ₪90. */
export const HUNDRED = 10_000
export const PAIR = 8_400
export const PAIR_WORTH = 9_000
/** Price 13 of class 1: three tickets of any kind up to ₪60 each. */
export const THREE = 12_000
/** Price of class 2: pays whole only, is neither cancelled nor exchanged. */
export const WHOLE = 5_000

/**
 * Prepaid vouchers of the test house (support/house.ts): class 1 is valid for a year, exchanged for 30 days, cancelled for 14 at 5 %, and offers product 1; prices 11,
 * 12 and 13. Class 2 has price 21. The sale of 3 is not open, that of 4 is closed, 5 is another seller's.
 */
export async function addVoucherClasses(): Promise<void> {
  await database().query(`
    INSERT INTO cancellation_policy (cancellation_policy_id, name, charge_kind, charge_amount, charge_percent, charge_limit, within_days)
      VALUES (8, 'שובר', 'percent', 0, 5, 10000, 14);
    INSERT INTO system_voucher_super_class VALUES (1, 0, 'שוברים', '');
    INSERT INTO system_voucher_class (system_voucher_class_id, system_voucher_super_class_id, ordinal, name, description, business_id, auth_profile_id, business_ids,
      allows_partial, valid_days, valid_until, sale_opens_at, sale_closes_at, exchange_days, cancellation_policy_id, product_ids, max_quantity)
    VALUES (1, 1, 0, 'שובר', '', 1, 1, NULL, true, 365, NULL, NULL, NULL, 30, 8, '{1}', 10),
      (2, 1, 1, 'שלם', '', 1, 1, '{1}', false, NULL, now() + interval '100 days', NULL, NULL, NULL, NULL, '{}', 5),
      (3, 1, 2, 'עתידי', '', 1, 1, NULL, true, 30, NULL, now() + interval '1 day', NULL, NULL, NULL, '{}', 10),
      (4, 1, 3, 'סגור', '', 1, 1, NULL, true, 30, NULL, NULL, now() - interval '1 day', NULL, NULL, '{}', 10),
      (5, 1, 4, 'אחר', '', 9, 1, NULL, true, 30, NULL, NULL, NULL, NULL, NULL, '{}', 10);
    INSERT INTO system_voucher_price VALUES (11, 1, 0, '₪100', '', 10000, NULL, 10000), (12, 1, 1, 'זוג', '', 8400, 'PAIR', 9000), (21, 2, 0, 'שלם', '', 5000, NULL, 5000),
      (31, 3, 0, 'א', '', 100, NULL, 100), (41, 4, 0, 'א', '', 100, NULL, 100), (51, 5, 0, 'א', '', 100, NULL, 100);
    INSERT INTO system_voucher_price VALUES (13, 1, 2, 'שלושה', '', 12000, 'THREE', 3, '{"ticketGroupIds": null, "categoryIds": null, "most": 6000}');
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

export const VOUCHER: VoucherItem = { SystemVoucherId: 1, SystemVoucherPriceId: 11 }

/** Orders vouchers and pays the due amount by card. */
export async function buyVouchers(
  uuid: string,
  vouchers: readonly unknown[],
  due: number,
  more: Partial<OrderCart> = {},
  behaviour = 'accepted',
) {
  const paymentIdentifier = await prepareCard(uuid, due, behaviour)
  return commit(uuid, { cart: { ...cartOf([]), vouchers: [...vouchers], paymentIdentifier, ...more } }, 'he')
}

/** What a place of presentation 1 costs with the fee. */
export const PLACE_DUE = 5_700

/** Takes a place of presentation 1 and pays so much of its ₪57 by a voucher. @returns the reservation, or the code of the refusal */
export async function payWith(uuid: string, id: number, amount = PLACE_DUE): Promise<string> {
  const locked = await lock(PLACE, fromHere(uuid))
  if (!locked.ok) return locked.refusal.code
  const cart = { ...cartOf([]), seats: [lineOf(PLACE, 21)], voucherPayments: [{ id, amount: amount / 100 }] }
  const due = PLACE_DUE - amount
  const made = await commit(uuid, { cart: due === 0 ? cart : { ...cart, paymentIdentifier: await prepareCard(uuid, due) } }, 'he')
  return made.ok ? made.value.reservationIdentifier : made.refusal.code
}

export interface BoughtVoucher {
  readonly id: number
  readonly reference: string
  readonly balance: number
  readonly state: string
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly customerId: number | null
  readonly ledger: readonly string[]
}

/** The vouchers of classes, the oldest first. */
export async function boughtVouchers(): Promise<readonly BoughtVoucher[]> {
  const { rows } = await database().query<Omit<BoughtVoucher, 'reference'> & { hidden: Buffer }>(
    `SELECT system_voucher_id AS id, reference_encrypted AS hidden, balance, state, starts_at AS "startsAt", ends_at AS "endsAt", customer_id AS "customerId",
       array(SELECT kind || ' ' || amount FROM voucher_ledger l WHERE l.system_voucher_id = v.system_voucher_id ORDER BY entry_id) AS ledger
     FROM system_voucher v WHERE system_voucher_class_id IS NOT NULL ORDER BY system_voucher_id`,
  )
  return rows.map(({ hidden, ...row }) => ({ ...row, reference: decryptText(hidden) }))
}

/** What the house owes, by class. */
export async function liabilities(): Promise<readonly string[]> {
  const { rows } = await database().query<{ line: string }>(
    `SELECT system_voucher_class_id || ' ' || sum(outstanding) AS line FROM voucher_liability GROUP BY system_voucher_class_id ORDER BY 1`,
  )
  return rows.map(({ line }) => line)
}
