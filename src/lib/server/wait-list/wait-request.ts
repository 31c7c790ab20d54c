import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { contactIndexesOf, hashOfKey, readContact } from './wait-contact.ts'
import { waitShowing, type WaitShowing } from './wait-showing.ts'

/** What the page of somebody's request shows to whoever has its link. */
export interface WaitRequest {
  readonly state: 'waiting' | 'told' | 'left'
  readonly quantity: number
  /** Whole minutes of the head start that are left, by the database's clock; 0 where it is over. */
  readonly minutesLeft: number
  readonly showing: WaitShowing
}

const KEY = /^[\w-]{16}$/

/** undefined where there is none, or not any more: requests end with the show. */
export async function waitRequestOf(key: string): Promise<WaitRequest | undefined> {
  if (!KEY.test(key)) return undefined
  const { rows } = await database().query<Omit<WaitRequest, 'showing'> & { readonly presentationId: number }>({
    name: 'wait-request',
    text: `SELECT presentation_id AS "presentationId", state, quantity,
             CASE WHEN state = 'told' AND head_start_until(w) > now() THEN ceil(extract(epoch FROM head_start_until(w) - now()) / 60)::int ELSE 0 END AS "minutesLeft"
           FROM wait_list w WHERE key_hash = $1`,
    values: [hashOfKey(key)],
  })
  const { presentationId, ...request } = rows[0] ?? {}
  const showing = presentationId === undefined ? undefined : await waitShowing(presentationId)
  if (!showing || showing.saleState === 'past' || showing.saleState === 'cancelled') return undefined
  return { ...(request as Omit<WaitRequest, 'showing'>), showing }
}

/** Takes somebody off the list and forgets where they were to be told; whose turn it was gives it to the next. Leaving twice is the same. */
export async function leaveWaitList(key: string): Promise<void> {
  if (!KEY.test(key)) return
  await database().query({
    name: 'leave-wait-list',
    text: `UPDATE wait_list SET state = 'left', sealed = NULL, free_since = NULL WHERE key_hash = $1 AND state <> 'left'`,
    values: [hashOfKey(key)],
  })
}

/**
 * Forgets all requests of somebody who is deleted, and the messages about them that are not out yet; whose turn it was gives it to the next.
 * @param contacts numbers and addresses that are proved to be theirs
 */
export async function forgetWaiting(client: Queryable, contacts: readonly string[]): Promise<void> {
  const known = contacts.map(readContact).filter((contact) => contact !== undefined)
  await client.query({
    name: 'forget-waiting',
    text: `WITH gone AS (DELETE FROM wait_list WHERE contact_index = ANY ($1))
           DELETE FROM outbox WHERE order_id IS NULL AND kind IN ('wait list', 'seats free') AND recipient = ANY ($2)`,
    values: [known.flatMap(contactIndexesOf), known.map(({ to }) => to)],
  })
}
