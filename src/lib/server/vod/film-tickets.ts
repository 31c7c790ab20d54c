import type { Film } from '#lib/domain/catalogue/films/films.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { sendAlong } from '#lib/server/platform/db/transactions.ts'

/** Tickets to watch, as orders write them. Watching by them is in watch.ts. */

/** Of orders that have taken one of a film's tickets. */
const TAKEN = `SELECT count(*)::int AS taken FROM film_ticket t JOIN orders o USING (order_id) WHERE t.film_id = $1 AND o.order_id <> $2 AND o.state IN ('paying', 'paid')
  AND NOT EXISTS (SELECT FROM order_item i WHERE i.order_id = t.order_id AND i.kind = 'film' AND i.cancellation_id IS NOT NULL)`

const NO_ORDER = '00000000-0000-0000-0000-000000000000'

type Limited = Pick<Film, 'id' | 'capacity'>

/** As `isTicketLeft`, for a transaction: it holds other buyers of a film of limited number off until it ends. @param orderId an order that does not count */
export async function takeTicket(client: Queryable, film: Limited, orderId = NO_ORDER): Promise<boolean> {
  if (film.capacity === null) return true
  await client.query({ name: 'lock-film', text: 'SELECT FROM film WHERE film_id = $1 FOR NO KEY UPDATE', values: [film.id] })
  return isTicketLeft(client, film, orderId)
}

/** Whether one more ticket may be sold. */
export async function isTicketLeft(client: Queryable, { id, capacity }: Limited, orderId = NO_ORDER): Promise<boolean> {
  if (capacity === null) return true
  const { rows } = await client.query<{ taken: number }>({ name: 'film-tickets-taken', text: TAKEN, values: [id, orderId] })
  return (rows[0]?.taken ?? 0) < capacity
}

/** The ids of those films of which no ticket is left. */
export async function soldOutOf(films: readonly Limited[]): Promise<ReadonlySet<number>> {
  const left = await Promise.all(films.map((film) => isTicketLeft(database(), film)))
  return new Set(films.flatMap(({ id }, at) => (left[at] === true ? [] : id)))
}

/** Writes the ticket of an order with the terms that it buys. */
export async function noteFilmTicket(client: Queryable, orderId: string, { id, hours, days, devices }: Film): Promise<void> {
  await client.query({
    name: 'note-film-ticket',
    text: `INSERT INTO film_ticket (order_id, film_id, hours, days, devices) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (order_id) DO UPDATE SET film_id = excluded.film_id, hours = excluded.hours, days = excluded.days, devices = excluded.devices`,
    values: [orderId, id, hours, days, devices],
  })
}

/** The order is paid: from now on the first play is allowed for so many days, of a stream from its start. */
export async function openFilmTicket(client: Queryable, orderId: string): Promise<void> {
  // A statement of its own, so that the next one reads the start after it: an import that puts the stream off has committed, or waits for this ticket.
  sendAlong(
    client,
    client.query({
      name: 'keep-film-start',
      text: `SELECT pg_advisory_xact_lock_shared(hashtextextended('start of film ' || film_id, 0)) FROM film_ticket WHERE order_id = $1`,
      values: [orderId],
    }),
  )
  await client.query({
    name: 'open-film-ticket',
    text: `UPDATE film_ticket t SET play_until = greatest(now(), f.starts_at) + t.days * interval '1 day' FROM film f WHERE t.order_id = $1 AND f.film_id = t.film_id`,
    values: [orderId],
  })
}

/** What cancelling has to know of a ticket; ms since 1970. */
export interface TicketTerms {
  readonly filmId: number
  readonly isPlayed: boolean
  readonly isOver: boolean
  readonly startsAt: number | null
}

/** Holds the ticket until the transaction ends, so that nobody begins to watch what is cancelled. */
export async function lockFilmTicket(client: Queryable, orderId: string): Promise<TicketTerms | undefined> {
  const { rows } = await client.query<TicketTerms>({
    name: 'lock-film-ticket',
    text: `SELECT t.film_id AS "filmId", t.first_played_at IS NOT NULL AS "isPlayed", coalesce(t.play_until <= now(), false) AS "isOver",
             extract(epoch FROM f.starts_at) * 1000 AS "startsAt" FROM film_ticket t JOIN film f USING (film_id) WHERE t.order_id = $1 FOR UPDATE OF t`,
    values: [orderId],
  })
  return rows[0]
}
