import type { Agorot } from '#lib/domain/money.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { DEFAULT_LOCALE, directionOf, isLocale, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { database, type Queryable } from './db/connect.ts'
import { receiptLink } from './document-link.ts'
import { isEnabledLocale } from './enabled-locales.ts'
import { escapeHtml } from './message-html.ts'
import { ltr } from './message-words.ts'
import type { MailBody } from './messages.ts'
import { enqueueMessages } from './outbox-queue.ts'
import { settings } from './settings.ts'

/** The kinds of messages about money that went back: 'refund:late', 'refund:double', 'refund:change', 'refund:cancel'. */
const KIND = 'refund:'

/** What a buyer is told of money that went back, and the order that it is told about. */
interface ReturnedMoney {
  readonly reason: string
  readonly amount: Agorot
  readonly reservationIdentifier: string
  readonly locale: Locale
  /** Of the order whose payment it was: its receipts are there. */
  readonly documentKey: string
}

/** One mail and one SMS when all that goes back for one reason has gone; of a ticket change they speak of the new order. In the transaction of the refund. */
export async function tellReturned(client: Queryable, refundId: string): Promise<void> {
  const { rows } = await client.query<{ orderId: string; email: string; mobileNumber: string; reason: string }>({
    name: 'refund-to-tell',
    text: `SELECT o.order_id AS "orderId", o.email, o.mobile_number AS "mobileNumber", r.reason
           FROM refund r JOIN orders o ON o.order_id = CASE r.reason WHEN 'change' THEN r.cause ELSE r.order_id END
           WHERE r.refund_id = $1 AND NOT EXISTS (
             SELECT FROM refund x WHERE x.order_id = r.order_id AND x.reason = r.reason AND x.cause IS NOT DISTINCT FROM r.cause AND x.state = 'intended')`,
    values: [refundId],
  })
  if (rows[0]) await enqueueMessages(client, rows[0], `${KIND}${rows[0].reason}`)
}

export function isOfReturned(kind: string): boolean {
  return kind.startsWith(KIND)
}

/** undefined where nothing of that kind went back. */
export async function returnedMoneyOf(orderId: string, kind: string): Promise<ReturnedMoney | undefined> {
  const reason = kind.slice(KIND.length)
  const { rows } = await database().query<Omit<ReturnedMoney, 'reason' | 'locale'> & { readonly locale: string }>({
    name: 'returned-money',
    text: `SELECT o.reservation_identifier AS "reservationIdentifier", o.locale, sum(r.amount)::int AS amount,
             min(paid.document_key) AS "documentKey"
           FROM refund r JOIN orders o ON o.order_id = CASE r.reason WHEN 'change' THEN r.cause ELSE r.order_id END
             JOIN orders paid ON paid.order_id = r.order_id
           WHERE o.order_id = $1 AND r.reason = $2 AND r.state = 'done' GROUP BY o.order_id`,
    values: [orderId, reason],
  })
  const row = rows[0]
  return row && { ...row, reason, locale: isLocale(row.locale) && isEnabledLocale(row.locale) ? row.locale : DEFAULT_LOCALE }
}

export function renderReturnedSms({ reason, amount, locale, documentKey }: ReturnedMoney): string {
  const t = textOf(locale)
  const values = { brand: settings().brand.name, amount: ltr(formatMoney(amount)), link: receiptLink(documentKey) }
  return t('messages.refundSms', { ...values, why: t(`messages.refund_${reason}`) })
}

export function renderReturnedMail(returned: ReturnedMoney): MailBody {
  const { reason, amount, locale, reservationIdentifier, documentKey } = returned
  const t = textOf(locale)
  const subject = t('messages.refundSubject', { amount: ltr(formatMoney(amount)) })
  const lines = [
    t(`messages.refund_${reason}`),
    t('messages.refundWhen', { amount: ltr(formatMoney(amount)) }),
    `${t('messages.order')}: ${ltr(reservationIdentifier)}`,
    `${t('document.receipt')}: ${receiptLink(documentKey)}`,
    t('messages.help', { phone: ltr(settings().boxOfficePhone) }),
    settings().brand.name,
  ]
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`).join('\n')
  const direction = directionOf(locale)
  const html = `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:24px;font-family:Heebo,Arial,'Arial Hebrew',sans-serif;color:#15111B">
${paragraphs}
</body></html>`
  return { subject, text: lines.join('\n\n'), html, attachments: [] }
}
