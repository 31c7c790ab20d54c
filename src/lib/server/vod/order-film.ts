import { database } from '#lib/server/platform/db/connect.ts'

/** The film that an order is for, for the pages of those who may see the order. */
export interface OrderFilm {
  readonly vodId: number
  readonly hours: number
  /** Until when the first play may be; null while unpaid. */
  readonly playUntil: Date | null
}

/** undefined of an order without a film, or if its ticket was cancelled. */
export async function filmOfOrder(reservationIdentifier: string): Promise<OrderFilm | undefined> {
  const { rows } = await database().query<OrderFilm>({
    name: 'film-of-order',
    text: `SELECT t.film_id AS "vodId", t.hours, t.play_until AS "playUntil"
           FROM film_ticket t JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = o.order_id AND i.kind = 'film'
           WHERE o.reservation_identifier = $1 AND i.cancellation_id IS NULL`,
    values: [reservationIdentifier],
  })
  return rows[0]
}
