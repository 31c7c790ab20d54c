import { createHash } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { readOrder, seatsIn, seatsOfOrder } from './document-rows.ts'
import { readShowing, type DocumentShowing } from './documents.ts'

/** A ticket as the friend sees it to whom it was sent: where and when it admits, and nothing of its buyer, its price or the rest of the order. */
export type FriendTicket = { readonly state: 'gone' } | { readonly state: 'here'; readonly showing: DocumentShowing }

const KEY = /^[\dA-Z]{26}$/

/** The only form in which the key of a friend's page is stored. */
export function hashOfFriendKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** The ticket of a key, which is its only proof; 'gone' if it was taken back, undefined if no ticket was ever sent with that key. @param locale of its page */
export async function friendTicketOf(
  key: string,
  locale: Locale = DEFAULT_LOCALE,
  now: number = Date.now(),
): Promise<FriendTicket | undefined> {
  if (!KEY.test(key)) return undefined
  const { rows } = await database().query<{ orderId: string; line: number; isTakenBack: boolean }>({
    name: 'friend-ticket',
    text: `SELECT order_id AS "orderId", line, taken_back_at IS NOT NULL AS "isTakenBack" FROM sent_ticket WHERE key_hash = $1`,
    values: [hashOfFriendKey(key)],
  })
  const [sent] = rows
  if (!sent) return undefined
  if (sent.isTakenBack) return { state: 'gone' }
  const [order, seats] = await Promise.all([readOrder(database(), sent), seatsOfOrder(database(), sent.orderId)])
  const own = (await seatsIn(locale, seats))
    .filter(({ line }) => line === sent.line)
    .map((seat) => ({ ...seat, price: 0, isSent: false, series: null }))
  const [showing] = order ? readShowing(order, own, now) : []
  return showing && { state: 'here', showing }
}
