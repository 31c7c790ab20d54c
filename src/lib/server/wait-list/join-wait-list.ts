import { randomBytes } from 'node:crypto'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { lockKeys } from '#lib/server/customers/session/sign-in-limits.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { joinedBody } from './message-wait-list.ts'
import { contactIndexesOf, hashOfKey, readContact, sealContact, type WaitContact } from './wait-contact.ts'
import { waitShowing, type WaitShowing } from './wait-showing.ts'

/** Maximum number of requests per number or address and day, for any presentation and whatever their outcome. */
const A_DAY = 10
const KEY_BYTES = 12
/** Seconds after which an undelivered confirmation is dropped. */
const CONFIRMED_WITHIN = 7_200

export interface WaitWish {
  readonly presentationId: number
  /** A mobile number or an e-mail address, as typed. */
  readonly contact: string
  readonly quantity: number
  readonly isConsented: boolean
  readonly locale: Locale
}

/**
 * Adds somebody to a presentation's wait list and confirms it. Idempotent: a repeated request keeps the place, sends no second message and answers the same.
 * Refusals: NOT_FOUND, SALE_CLOSED, SALE_NOT_OPEN, FORM_INVALID (which field), TOO_MANY_REQUESTS.
 */
export async function joinWaitList(wish: WaitWish): Promise<Result<{ readonly success: true }>> {
  const showing = await waitShowing(wish.presentationId, wish.locale)
  if (!showing) return refuse('NOT_FOUND')
  if (showing.saleState === 'notOpen' || showing.saleState === 'unpriced') return refuse('SALE_NOT_OPEN')
  if (showing.saleState === 'cancelled' || showing.saleState === 'past') return refuse('SALE_CLOSED')
  const contact = readContact(wish.contact)
  if (!contact) return refuse('FORM_INVALID', { field: 'contact' })
  if (!Number.isInteger(wish.quantity) || wish.quantity < 1 || wish.quantity > showing.mostTickets)
    return refuse('FORM_INVALID', { field: 'quantity' })
  if (!wish.isConsented) return refuse('FORM_INVALID', { field: 'consent' })
  return inTransaction((client) => enter(client, wish, { contact, showing }))
}

interface Checked {
  readonly contact: WaitContact
  readonly showing: WaitShowing
}

async function enter(client: Queryable, wish: WaitWish, { contact, showing }: Checked): Promise<Result<{ readonly success: true }>> {
  const indexes = contactIndexesOf(contact)
  await lockKeys(client, [Buffer.from(indexes[0], 'hex')])
  const { rows } = await client.query<{ today: number; isOnList: boolean }>({
    name: 'wait-list-of-contact',
    text: `SELECT count(*) FILTER (WHERE asked_at > now() - interval '1 day')::int AS today,
             coalesce(bool_or(state = 'waiting' AND presentation_id = $2), false) AS "isOnList"
           FROM wait_list WHERE contact_index = ANY ($1)`,
    values: [indexes, wish.presentationId],
  })
  const { today = 0, isOnList = false } = rows[0] ?? {}
  if (today >= A_DAY) return refuse('TOO_MANY_REQUESTS')
  const key = randomBytes(KEY_BYTES).toString('base64url')
  if (!isOnList) await insert(client, wish, { contact, key })
  await enqueueSealed(client, {
    ...{ channel: contact.channel, kind: 'wait list', recipient: contact.to, expiresIn: CONFIRMED_WITHIN, isWithheld: isOnList },
    body: joinedBody(showing, { channel: contact.channel, locale: wish.locale, quantity: wish.quantity, key }),
  })
  return accept({ success: true })
}

async function insert(client: Queryable, wish: WaitWish, { contact, key }: { contact: WaitContact; key: string }): Promise<void> {
  await client.query({
    name: 'join-wait-list',
    text: `INSERT INTO wait_list (presentation_id, contact_index, sealed, key_hash, quantity, locale) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [
      wish.presentationId,
      contactIndexesOf(contact)[0],
      sealContact({ ...contact, key }),
      hashOfKey(key),
      wish.quantity,
      wish.locale,
    ],
  })
}
