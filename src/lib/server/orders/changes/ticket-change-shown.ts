import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { formatShortDate, formatShortWeekday, formatTime } from '#lib/text/format-date.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { cartOf } from '#lib/server/orders/cart/carts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { givenBackOf } from './terms/ticket-change.ts'

/** A ticket change that the visitor's cart is in exchange for. */
export interface ChangeUnderWay {
  readonly resId: string
  readonly count: number
  /** When the showings of the tickets begin, the first one first. */
  readonly startsAt: readonly number[]
  readonly amount: Agorot
  /** Why it cannot be made any more; undefined where it can. */
  readonly refusal: RefusalCode | undefined
}

/** undefined where the visitor's cart changes no reservation. */
export async function changeUnderWay(uuid: string): Promise<ChangeUnderWay | undefined> {
  const [from, cart] = await Promise.all([catalogue(), cartOf(uuid)])
  const modify = cart?.modify
  if (!modify) return undefined
  const given = await givenBackOf(from, uuid, modify)
  const common = { resId: modify.resId, count: modify.tickets.length }
  if (!given.ok) return { ...common, startsAt: [], amount: 0, refusal: given.refusal.code }
  const times = given.value.presentationIds.flatMap((id) => from.presentations.get(id)?.startsAt ?? [])
  const startsAt = [...new Set(times)].sort((a, b) => a - b)
  return { ...common, startsAt, amount: given.value.amount, refusal: undefined }
}

/** What an order has to do with ticket changes: what it was made in exchange for, and what of it was given back. */
export interface OrderChanges {
  /** Tickets that were given back for this order. */
  readonly gave: { readonly count: number; readonly startsAt: readonly number[]; readonly amount: Agorot } | null
  /** What of their value goes back to the buyer, and whether it has. */
  readonly giveBack: Agorot
  readonly isRefunded: boolean
  /** The provider had refused, and some of it was paid back in another way. */
  readonly isPaidOtherwise: boolean
  /** So much of it became a new voucher, in place of one that had paid and cannot be used any more; its owner alone may see its reference. */
  readonly credit: { readonly amount: Agorot; readonly reference: string } | null
  /** Tickets of this order that were given back for others; the reservation that has those. */
  readonly exchanged: number
  readonly newReservation: string | null
}

/** undefined where it has nothing to do with any. */
export async function changesOfOrder(orderId: string): Promise<OrderChanges | undefined> {
  const { rows } = await database().query<{
    readonly gave: number
    readonly starts_at: readonly Date[]
    readonly modified_amount: number
    readonly give_back: number
    readonly is_refunded: boolean
    readonly is_paid_otherwise: boolean
    readonly credit: number | null
    readonly credit_reference: Buffer | null
    readonly exchanged: number
    readonly new_reservation: string | null
  }>({
    name: 'changes-of-order',
    text: `SELECT o.modified_amount, o.give_back,
             (SELECT count(*)::int FROM order_seat s WHERE s.released_by = o.order_id) AS gave,
             ARRAY(SELECT DISTINCT starts_at FROM order_seat s JOIN presentation USING (presentation_id) WHERE s.released_by = o.order_id ORDER BY 1) AS starts_at,
             o.state <> 'paying' AND NOT EXISTS (SELECT FROM refund r WHERE r.cause = o.order_id AND r.reason = 'change'
               AND r.state IN ('intended', 'refused')) AS is_refunded,
             EXISTS (SELECT FROM refund r WHERE r.cause = o.order_id AND r.reason = 'change' AND r.state = 'settled') AS is_paid_otherwise,
             (SELECT sum(l.amount)::int FROM voucher_ledger l WHERE l.system_voucher_id = o.credit_voucher_id AND l.kind = 'load') AS credit,
             (SELECT v.reference_encrypted FROM system_voucher v WHERE v.system_voucher_id = o.credit_voucher_id) AS credit_reference,
             (SELECT count(*)::int FROM order_seat s WHERE s.order_id = o.order_id AND is_given_back(s.released_by)) AS exchanged,
             (SELECT n.reservation_identifier FROM orders n WHERE n.modifies = o.order_id AND n.state = 'paid' ORDER BY n.created_at DESC LIMIT 1) AS new_reservation
           FROM orders o WHERE o.order_id = $1`,
    values: [orderId],
  })
  const row = rows[0]
  if (!row || (row.gave === 0 && row.exchanged === 0)) return undefined
  return {
    gave: row.gave === 0 ? null : { count: row.gave, startsAt: row.starts_at.map((one) => one.getTime()), amount: row.modified_amount },
    giveBack: row.give_back,
    isRefunded: row.is_refunded,
    isPaidOtherwise: row.is_paid_otherwise,
    credit: row.credit === null || !row.credit_reference ? null : { amount: row.credit, reference: decryptText(row.credit_reference) },
    exchanged: row.exchanged,
    newReservation: row.new_reservation,
  }
}

/** "יום ג׳ 24.11, 20:30"; of several showings "יום ג׳ 24.11, 20:30 ויום ד׳ 25.11, 19:00". The numbers stay left to right. */
export function whenOf(startsAt: readonly number[], locale: Locale): string {
  const times = startsAt.map((one) => `${formatShortWeekday(one, locale)} ${ltr(formatShortDate(one))}, ${ltr(formatTime(one))}`)
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(times)
}
