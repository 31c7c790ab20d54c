import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { aBrowser, signedIn, type Person } from '#tests/support/checks/people.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { cartOf, prepareCard } from '#tests/support/buyers/house.ts'

/** Price of film 101, of 80 seconds. */
export const FILM_PRICE = 3_900
export const FILM = 101
/** One ticket only. */
export const RARE = 102
/** Live, tomorrow. */
export const LIVE = 103
/** On one device at once. */
export const ALONE = 106

/**
 * Films of the test house (support/house.ts), each ₪39, 48 hours within 30 days, two devices: 101 is cancelled within 14 days for 5 %; 102 has one ticket, 103 is live
 * from tomorrow on, 104 is not on sale yet, 105 is called off, 106 is for one device. All play the demo's folder.
 */
export async function addFilms(): Promise<void> {
  await database().query(`
    INSERT INTO cancellation_policy (cancellation_policy_id, name, charge_kind, charge_amount, charge_percent, charge_limit, within_days)
      VALUES (9, 'צפייה', 'percent', 0, 5, 10000, 14);
    INSERT INTO venue VALUES (11, 1, 'בבית', 101), (14, 1, 'שידור', 104);
    INSERT INTO film (film_id, ordinal, feature_id, venue_id, business_id, auth_profile_id, price, service_charge, is_cancelled, sale_opens_at, starts_at, hours, days,
      devices, capacity, media, seconds, chapters, subtitles, sounds, cancellation_policy_id)
    SELECT id, id, 1, CASE id WHEN 103 THEN 14 ELSE 11 END, 1, 1, 3900, 0, id = 105, CASE id WHEN 104 THEN now() + interval '1 day' END,
      CASE id WHEN 103 THEN now() + interval '1 day' END, 48, 30, CASE id WHEN 106 THEN 1 ELSE 2 END, CASE id WHEN 102 THEN 1 END, 'demo-nine-minutes', 80, '[]', '[]', '[]',
      CASE WHEN id IN (101, 103) THEN 9 END FROM generate_series(101, 106) AS id;
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

/** Buys a ticket to watch by card. */
export async function buyFilm(uuid: string, vodId = FILM, more: Partial<OrderCart> = {}, behaviour = 'accepted') {
  const paymentIdentifier = await prepareCard(uuid, FILM_PRICE, behaviour)
  return commit(uuid, { cart: { ...cartOf([]), films: [{ vodId }], paymentIdentifier, ...more } }, 'he')
}

/** A browser that has bought a film, with its order. */
export async function aViewer(vodId = FILM): Promise<Person & { readonly resId: string }> {
  const person = await aBrowser()
  const made = await buyFilm(person.uuid, vodId)
  if (!made.ok) throw new Error(`Not bought: ${made.refusal.code}`)
  return { ...person, resId: made.value.reservationIdentifier }
}

/** Another browser of the buyer: the order becomes a customer's who is signed in there. */
export async function otherDeviceOf(viewer: Pick<Person, 'uuid'>): Promise<Person> {
  const customerId = await makeCustomer()
  const { rows } = await database().query<{ id: number }>(
    'UPDATE orders SET customer_id = coalesce(customer_id, $2) WHERE holder = $1 RETURNING customer_id AS id',
    [viewer.uuid, customerId],
  )
  return signedIn(rows[0]?.id ?? customerId)
}

/** Moves the times of a viewer's ticket. @param by an interval, for example '-49 hours' */
export async function moveTicket({ uuid }: Pick<Person, 'uuid'>, by: string): Promise<void> {
  await inTransaction(async (client) => {
    await client.query('ALTER TABLE film_ticket DISABLE TRIGGER film_ticket_first_play')
    await client.query(
      `UPDATE film_ticket t SET play_until = play_until + $2::interval, first_played_at = first_played_at + $2::interval, ends_at = ends_at + $2::interval
       FROM orders o WHERE o.order_id = t.order_id AND o.holder = $1`,
      [uuid, by],
    )
    await client.query('ALTER TABLE film_ticket ENABLE TRIGGER film_ticket_first_play')
  })
}
