import type { Agorot } from '#lib/domain/money.ts'
import { formatOrderNumber } from '#lib/domain/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { database, type Queryable } from '#lib/server/db/connect.ts'
import { receiptLink } from '#lib/server/documents/document-link.ts'
import { localeOfOrder } from '#lib/server/enabled-locales.ts'
import { renderLetter } from './message-letter.ts'
import { ltr } from './message-words.ts'
import type { MailBody } from './messages.ts'
import { enqueueMail, enqueueMessages, type Recipients } from './outbox-queue.ts'
import { settings } from '#lib/server/settings.ts'

/** The kinds of messages about money that went back: 'refund:late', 'refund:double', 'refund:change', 'refund:cancel:' with the cancellation; of what went back later
 * with the refund that it was told with, 'refund:cancel:cancellation:refund'. */
const KIND = 'refund:'

/** The order that a refund r is spoken of. */
const SPEAKS_OF = `CASE r.reason WHEN 'change' THEN r.cause
  WHEN 'cancel' THEN coalesce((SELECT c.order_id FROM cancellation c WHERE c.cancellation_id = r.cause), r.order_id) ELSE r.order_id END`

/** What a buyer is told of money that went back, and the order that it is told about. */
interface ReturnedMoney {
  readonly reason: string
  readonly amount: Agorot
  readonly orderNumber: string
  readonly locale: Locale
  /** Of the order whose payment it was: its receipts are there. */
  readonly documentKey: string
}

/**
 * One mail and one SMS of what the providers gave back for one reason, when nothing more of it is asked for; what goes back later still has a message of its own.
 * Of a ticket change they speak of the new order, of a cancellation of the order that was cancelled, and then by mail alone, because the cancellation's own SMS
 * has said it. In the transaction of the refund, which has locked its order.
 */
export async function tellReturned(client: Queryable, refundId: string): Promise<void> {
  const { rows } = await client.query<Recipients & { reason: string; kind: string }>({
    name: 'refund-to-tell',
    text: `WITH same AS (
             SELECT x.* FROM refund r JOIN refund x ON x.order_id = r.order_id AND x.reason = r.reason AND x.cause IS NOT DISTINCT FROM r.cause
             WHERE r.refund_id = $1),
           told AS (
             UPDATE refund SET told = '${KIND}' || reason || CASE
               WHEN EXISTS (SELECT FROM same WHERE told IS NOT NULL) THEN ':' || coalesce(cause::text, '') || ':' || $1::uuid
               WHEN reason = 'cancel' AND cause IS NOT NULL THEN ':' || cause ELSE '' END
             WHERE refund_id IN (SELECT refund_id FROM same WHERE state = 'done' AND told IS NULL)
               AND NOT EXISTS (SELECT FROM same WHERE state = 'intended')
             RETURNING *)
           SELECT DISTINCT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber", r.reason, r.told AS kind
           FROM told r JOIN orders o ON o.order_id = ${SPEAKS_OF}`,
    values: [refundId],
  })
  const told = rows[0]
  if (!told) return
  if (told.reason === 'cancel') await enqueueMail(client, told, told.kind)
  else await enqueueMessages(client, told, told.kind)
}

export function isOfReturned(kind: string): boolean {
  return kind.startsWith(KIND)
}

/** undefined where nothing of that kind went back. */
export async function returnedMoneyOf(orderId: string, kind: string): Promise<ReturnedMoney | undefined> {
  const [reason = ''] = kind.slice(KIND.length).split(':')
  const { rows } = await database().query<Omit<ReturnedMoney, 'reason' | 'locale'> & { readonly locale: string }>({
    name: 'returned-money',
    text: `SELECT o.order_number AS "orderNumber", o.locale, sum(r.amount)::int AS amount,
             min(paid.document_key) AS "documentKey"
           FROM refund r JOIN orders o ON o.order_id = ${SPEAKS_OF}
             JOIN orders paid ON paid.order_id = r.order_id
           WHERE o.order_id = $1 AND r.told = $2 AND r.state = 'done' GROUP BY o.order_id`,
    values: [orderId, kind],
  })
  const found = rows[0]
  return found && { ...found, reason, locale: localeOfOrder(found.locale) }
}

export function renderReturnedSms({ reason, amount, locale, documentKey }: ReturnedMoney): string {
  const t = textOf(locale)
  const values = { brand: settings().brand.name, amount: ltr(formatMoney(amount)), link: receiptLink(documentKey, locale) }
  return t('messages.refundSms', { ...values, why: t(`messages.refundWhy_${reason}`) })
}

export function renderReturnedMail({ reason, amount, locale, orderNumber, documentKey }: ReturnedMoney): MailBody {
  const t = textOf(locale)
  const subject = t('messages.refundSubject', { amount: ltr(formatMoney(amount)) })
  return renderLetter({
    locale,
    subject,
    greeting: subject,
    showings: [],
    sentences: [t(`messages.refund_${reason}`), t('messages.refundWhen', { amount: ltr(formatMoney(amount)) })],
    facts: [[t('messages.order'), formatOrderNumber(orderNumber)]],
    link: { label: t('messages.receiptButton'), address: receiptLink(documentKey, locale) },
  })
}
