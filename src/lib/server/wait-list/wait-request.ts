import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { forgetMessages } from '#lib/server/outbox/outbox-sealed.ts'
import { contactIndexesOf, hashOfKey, readContact } from './wait-contact.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { waitShowing, type WaitShowing } from './wait-showing.ts'

/** A request, as its page shows it to anybody with the link. */
export interface WaitRequest {
  readonly state: 'waiting' | 'told' | 'left'
  readonly quantity: number
  /** Whole minutes left of the head start, by the database's clock; 0 if it is over. */
  readonly minutesLeft: number
  readonly showing: WaitShowing
}

const KEY = /^[\w-]{16}$/

/** undefined if there is no such request, or no longer: requests end with the show. @param locale of its page */
export async function waitRequestOf(key: string, locale: Locale = DEFAULT_LOCALE): Promise<WaitRequest | undefined> {
  if (!KEY.test(key)) return undefined
  const { rows } = await database().query<Omit<WaitRequest, 'showing'> & { readonly presentationId: number }>({
    name: 'wait-request',
    text: `SELECT presentation_id AS "presentationId", state, quantity,
             CASE WHEN state = 'told' AND head_start_until(w) > now() THEN ceil(extract(epoch FROM head_start_until(w) - now()) / 60)::int ELSE 0 END AS "minutesLeft"
           FROM wait_list w WHERE key_hash = $1`,
    values: [hashOfKey(key)],
  })
  const { presentationId, ...request } = rows[0] ?? {}
  const showing = presentationId === undefined ? undefined : await waitShowing(presentationId, locale)
  if (!showing || showing.saleState === 'past' || showing.saleState === 'cancelled') return undefined
  return { ...(request as Omit<WaitRequest, 'showing'>), showing }
}

/** Removes a request from the list and deletes its contact; a pending offer passes to the next one. Idempotent. */
export async function leaveWaitList(key: string): Promise<void> {
  if (!KEY.test(key)) return
  await database().query({
    name: 'leave-wait-list',
    text: `UPDATE wait_list SET state = 'left', sealed = NULL, free_since = NULL WHERE key_hash = $1 AND state <> 'left'`,
    values: [hashOfKey(key)],
  })
}

/**
 * Deletes all requests of a deleted customer and their unsent messages; pending offers pass to the next ones.
 * @param contacts numbers and addresses proved to be theirs
 */
export async function forgetWaiting(client: Queryable, contacts: readonly string[]): Promise<void> {
  const known = contacts.map(readContact).filter((contact) => contact !== undefined)
  await client.query({
    name: 'forget-waiting',
    text: 'DELETE FROM wait_list WHERE contact_index = ANY ($1)',
    values: [known.flatMap(contactIndexesOf)],
  })
  await forgetMessages(
    client,
    ['wait list', 'seats free'],
    known.map(({ to }) => to),
  )
}
