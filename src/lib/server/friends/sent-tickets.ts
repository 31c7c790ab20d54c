import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { maskedContact, openFriend, type Friend } from './friend-contact.ts'

/** Tickets that were sent to friends: rows of `sent_ticket`. */

/** A ticket that a friend has now. */
export interface SentTicket {
  readonly line: number
  /** undefined once it is forgotten. */
  readonly friend: Friend | undefined
  readonly locale: string
}

/** What friends have now of an order. */
export async function sentTicketsOf(client: Queryable, orderId: string): Promise<readonly SentTicket[]> {
  const { rows } = await client.query<{ line: number; sealed: Buffer | null; locale: string }>({
    name: 'sent-tickets-of',
    text: 'SELECT line, sealed, locale FROM sent_ticket WHERE order_id = $1 AND taken_back_at IS NULL ORDER BY line',
    values: [orderId],
  })
  return rows.map(({ sealed, ...row }) => ({ ...row, friend: sealed ? openFriend(sealed) : undefined }))
}

/** The names of friends who have tickets of a customer now, by ticket identifier; '' once forgotten. */
export async function friendsOf(customerId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database().query<{ ticket: string | null; sealed: Buffer | null }>({
    name: 'friends-of-customer',
    text: `SELECT s.ticket_identifier AS ticket, t.sealed FROM sent_ticket t JOIN order_seat s USING (order_id, line) JOIN orders o USING (order_id)
           WHERE o.customer_id = $1 AND t.taken_back_at IS NULL`,
    values: [customerId],
  })
  return new Map(rows.map(({ ticket, sealed }) => [ticket ?? '', sealed ? openFriend(sealed).name : '']))
}

/** How often tickets of an order were sent within a day. */
export async function sentToday(client: Queryable, orderId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'sent-today',
    text: `SELECT count(*)::int AS count FROM sent_ticket WHERE order_id = $1 AND sent_at > now() - interval '1 day'`,
    values: [orderId],
  })
  return rows[0]?.count ?? 0
}

export async function noteSent(client: Queryable, values: readonly unknown[]): Promise<void> {
  await client.query({
    name: 'note-sent',
    text: 'INSERT INTO sent_ticket (order_id, line, key_hash, sealed, locale) VALUES ($1, $2, $3, $4, $5)',
    values: [...values],
  })
}

export async function noteTakenBack(client: Queryable, orderId: string, line: number): Promise<void> {
  await client.query({
    name: 'note-taken-back',
    text: 'UPDATE sent_ticket SET taken_back_at = now() WHERE order_id = $1 AND line = $2 AND taken_back_at IS NULL',
    values: [orderId, line],
  })
}

/** What a customer's data file says of tickets that they have sent. */
export async function sentByCustomer(customerId: number): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await database().query<{ resId: string; sealed: Buffer | null; sentAt: Date; takenBackAt: Date | null }>({
    name: 'sent-by-customer',
    text: `SELECT o.reservation_identifier AS "resId", t.sealed, t.sent_at AS "sentAt", t.taken_back_at AS "takenBackAt"
           FROM sent_ticket t JOIN orders o USING (order_id) WHERE o.customer_id = $1 AND t.sealed IS NOT NULL ORDER BY t.sent_at`,
    values: [customerId],
  })
  return rows.flatMap(({ resId, sealed, ...times }) => {
    if (!sealed) return []
    const friend = openFriend(sealed)
    return [{ reservationIdentifier: resId, name: friend.name, contact: maskedContact(friend), ...times }]
  })
}

/** Days after a show for which it is known to whom its tickets were sent: for questions about the evening. */
const KNOWN = 7

/** Forgets friends whose show is over; the ticket stays theirs. */
export async function sweepFriends(): Promise<void> {
  await database().query({
    name: 'sweep-friends',
    text: `UPDATE sent_ticket t SET sealed = NULL FROM order_seat s JOIN presentation p USING (presentation_id)
           WHERE s.order_id = t.order_id AND s.line = t.line AND t.sealed IS NOT NULL AND p.starts_at < now() - $1::int * interval '1 day'`,
    values: [KNOWN],
  })
}

/** Forgets to whom a customer has sent tickets. */
export async function forgetFriends(client: Queryable, customerId: number): Promise<void> {
  await client.query({
    name: 'forget-friends',
    text: 'UPDATE sent_ticket t SET sealed = NULL FROM orders o WHERE o.order_id = t.order_id AND o.customer_id = $1',
    values: [customerId],
  })
}
