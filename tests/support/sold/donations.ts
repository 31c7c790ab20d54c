import type { DonationItem } from '#lib/contract/order/donation-cart.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cartOf, prepareCard } from '#tests/support/buyers/house.ts'

/**
 * Donations of the test house (support/house.ts), suggested amounts of ₪60 and ₪240 and a free one of ₪5 to ₪5,000 each: 1 and 2 are recognised, of one recipient,
 * 3 is plain, 4 of business 2, 5 is not open yet, 6 is closed. Detail ids are ten times the donation's, plus 1, 2 and 3.
 */
export async function addDonations(): Promise<void> {
  await database().query(`
    INSERT INTO donation (donation_id, ordinal, code, name, description, recipient, recipient_number, business_id, auth_profile_id, is_recognised, is_round_up,
      max_quantity, opens_at, closes_at, image)
    SELECT id, id, 'd' || id, 'יעד ' || id, '', CASE WHEN id < 3 THEN 'הקרן' ELSE 'היכל ' || id END, CASE WHEN id < 3 THEN '580341192' ELSE '51234567' || id END,
      CASE id WHEN 4 THEN 2 ELSE 1 END, CASE id WHEN 4 THEN 2 ELSE 1 END, id < 3, id = 1, 20, CASE id WHEN 5 THEN now() + interval '1 day' END,
      CASE id WHEN 6 THEN now() - interval '1 day' END, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' FROM generate_series(1, 6) AS id;
    INSERT INTO donation_detail (donation_detail_id, donation_id, ordinal, name, thanks, amount, least, most)
    SELECT id * 10 + at, id, at, (ARRAY['תלמיד', 'ארבעה', 'אחר'])[at], 'תודה ' || at, (ARRAY[6000, 24000])[at], CASE at WHEN 3 THEN 500 END,
      CASE at WHEN 3 THEN 500000 END FROM generate_series(1, 6) AS id, generate_series(1, 3) AS at;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** ₪60 for donation 1. */
export const PUPIL: DonationItem = { donationId: 1, donationDetailId: 11 }
/** What it costs. */
export const SIXTY = 6_000

/** Gives and pays the due amount by card. */
export async function donate(
  uuid: string,
  donations: readonly DonationItem[],
  due: number,
  more: Partial<OrderCart> = {},
  behaviour = 'accepted',
) {
  const paymentIdentifier = await prepareCard(uuid, due, behaviour)
  return commit(uuid, { cart: { ...cartOf([]), donations: [...donations], paymentIdentifier, ...more } }, 'he')
}

/** All numbers of donation receipts, as series:number, in order. */
export async function receiptNumbers(): Promise<readonly string[]> {
  const { rows } = await database().query<{ number: string }>(
    `SELECT split_part(series, '-', 1) || ':' || receipt_number AS number FROM donation_receipt ORDER BY series, receipt_number`,
  )
  return rows.map(({ number }) => number)
}
