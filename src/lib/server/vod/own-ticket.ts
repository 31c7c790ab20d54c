import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** A visitor's ticket to a film, by the database's clock. */
export interface OwnTicket {
  readonly orderId: string
  readonly resId: string
  readonly hours: number
  readonly devices: number
  readonly playUntil: Date
  readonly firstPlayedAt: Date | null
  readonly endsAt: Date | null
  readonly stoppedAt: number
  readonly replacements: number
  /** When the stream begins; null of a film. */
  readonly startsAt: Date | null
  readonly now: Date
}

/** Which ticket is asked for: of an order, or else the one that serves its visitor best. */
export interface AskedTicket {
  readonly uuid: string
  readonly vodId: number
  readonly resId: string | null
}

const FROM = `SELECT t.order_id AS "orderId", o.reservation_identifier AS "resId", t.hours, t.devices, coalesce(t.play_until, now()) AS "playUntil", t.first_played_at AS "firstPlayedAt",
             t.ends_at AS "endsAt", t.stopped_at AS "stoppedAt", t.replacements, f.starts_at AS "startsAt", now() AS now
           FROM film_ticket t JOIN film f USING (film_id) JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = o.order_id AND i.kind = 'film'
           WHERE t.film_id = $2 AND is_order_of(o, $1) AND o.state = 'paid' AND i.cancellation_id IS NULL AND t.play_until IS NOT NULL
             AND ($3::text IS NULL OR o.reservation_identifier = $3)
           ORDER BY coalesce(t.ends_at, t.play_until) > now() DESC, t.first_played_at IS NOT NULL DESC, o.created_at DESC LIMIT 1`

/** undefined where the visitor has none: paid, not cancelled, own or of the customer who is signed in. */
export async function ticketOf(client: Queryable, { uuid, vodId, resId }: AskedTicket): Promise<OwnTicket | undefined> {
  const { rows } = await client.query<OwnTicket>({ name: 'own-film-ticket', text: FROM, values: [uuid, vodId, resId] })
  return rows[0]
}

/** As `ticketOf`, held until the transaction ends: its devices come one after the other. */
export async function lockTicketOf(client: Queryable, asked: AskedTicket): Promise<OwnTicket | undefined> {
  const found = await ticketOf(client, asked)
  if (!found) return undefined
  await client.query({
    name: 'lock-own-film-ticket',
    text: 'SELECT FROM film_ticket WHERE order_id = $1 FOR UPDATE',
    values: [found.orderId],
  })
  // As it is now that nobody else changes it.
  return ticketOf(client, { ...asked, resId: found.resId })
}
