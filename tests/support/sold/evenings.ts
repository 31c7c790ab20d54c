import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { cartOf, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { lockSeat, SERIES, seriesItem } from './enrolments.ts'
import { buyMemberships } from './memberships.ts'

/** Categories of the rows of the house: 4 is dear (₪150), 5 cheap (₪60), all others are A (₪105). */
export const DEAR_ROW = 4
export const CHEAP_ROW = 5
export const MORE = 4_500

/** Lets evenings of series 101 and season 102 be exchanged until an hour before; presentation 15 is another feature, and sells three categories. */
export async function addExchanges(): Promise<void> {
  await database().query(`
    UPDATE seat SET category = CASE y WHEN ${String(DEAR_ROW)} THEN 'B' ELSE 'C' END WHERE y IN (${String(DEAR_ROW)}, ${String(CHEAP_ROW)});
    INSERT INTO presentation_price SELECT n, c, CASE c WHEN 'B' THEN 4 ELSE 5 END, 1 FROM unnest(ARRAY[1, 15, 16]) AS n, unnest(ARRAY['B', 'C']) AS c;
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature WHERE feature_id = 1;
    UPDATE presentation SET feature_id = 2 WHERE presentation_id = 15;
    UPDATE membership SET exchange_until_minutes = 60 WHERE membership_id IN (101, 102);
    UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
}

export interface BoughtSeries {
  readonly uuid: string
  readonly resId: string
  /** Tickets by date. */
  readonly tickets: ReadonlyMap<number, string>
}

/** Buys seat x of row 1 on all dates of series 101. */
export async function boughtSeries(uuid: string, x = 3): Promise<BoughtSeries> {
  const locked = await lockSeat(uuid, x)
  if (locked) throw new Error(locked)
  const made = await buyMemberships(uuid, [seriesItem(x)], SERIES)
  if (!made.ok) throw new Error(made.refusal.code)
  const resId = made.value.reservationIdentifier
  return { uuid, resId, tickets: await ticketsOf(resId) }
}

/** The tickets of a reservation, by presentation. */
export async function ticketsOf(resId: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database().query<{ show: number; ticket: string }>(
    'SELECT presentation_id AS show, ticket_identifier AS ticket FROM order_seat s JOIN orders USING (order_id) WHERE reservation_identifier = $1',
    [resId],
  )
  return new Map(rows.map(({ show, ticket }) => [show, ticket]))
}

export interface Place {
  readonly show: number
  readonly x: number
  readonly y?: number
}

/** The cart that exchanges the ticket of one date for a seat. */
export function exchangeCart({ resId, tickets }: BoughtSeries, date: number, seats: readonly Place[]): OrderCart {
  return {
    ...cartOf([]),
    seats: seats.map((place) => lineOf(addressOf(place), { 4: 41, 5: 51 }[groupOf(place)] ?? 11)),
    modify: { resId, tickets: [tickets.get(date) ?? ''] },
  }
}

function groupOf({ y = 1 }: Place): number {
  return y >= DEAR_ROW ? y : 1
}

function addressOf(place: Place) {
  return { ...seatAt(place.x, place.y ?? 1), PresentationId: place.show, TicketGroupId: groupOf(place) }
}

/** Locks seats. */
export async function take(uuid: string, seats: readonly Place[]): Promise<void> {
  for (const place of seats) {
    const locked = await lock(addressOf(place), fromHere(uuid))
    if (!locked.ok) throw new Error(`Not locked: ${locked.refusal.code}`)
  }
}

/** Exchanges the ticket of one date and pays what is due. @returns what was bought, or the code of the refusal */
export async function exchange(
  series: BoughtSeries,
  date: number,
  seats: readonly Place[],
  due = 0,
  behaviour = 'accepted',
): Promise<BoughtSeries | string> {
  const { uuid } = series
  await take(uuid, seats)
  const paid = due > 0 && { paymentIdentifier: await prepareCard(uuid, due, behaviour) }
  const made = await commit(uuid, { cart: { ...exchangeCart(series, date, seats), ...paid } }, 'he')
  if (!made.ok) return made.refusal.code
  const resId = made.value.reservationIdentifier
  return { uuid, resId, tickets: await ticketsOf(resId) }
}

/** As `exchange`, which must succeed. */
export async function exchanged(...asked: Parameters<typeof exchange>): Promise<BoughtSeries> {
  const made = await exchange(...asked)
  if (typeof made === 'string') throw new Error(`Not exchanged: ${made}`)
  return made
}
