import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { openSiteById } from '#lib/server/catalogue/current-mini-site.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { receiptLink } from '#lib/server/platform/http/document-link.ts'
import { localeOfOrder } from '#lib/server/platform/config/enabled-locales.ts'
import { renderLetter } from './message-letter.ts'
import type { MailBody } from './messages.ts'
import { RETURNED, SPEAKS_OF } from '#lib/server/payments/tell-returned.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A refund to tell the buyer about, and its order. */
interface ReturnedMoney {
  readonly reason: string
  readonly amount: Agorot
  readonly orderNumber: string
  readonly locale: Locale
  /** Key of the order that was paid, which has the receipts. */
  readonly documentKey: string
  /** The mini-site that the order was begun in; undefined if none, or if its page is gone. */
  readonly site: MiniSite | undefined
}

export function isOfReturned(kind: string): boolean {
  return kind.startsWith(RETURNED)
}

/** undefined if there was no such refund. */
export async function returnedMoneyOf(orderId: string, kind: string): Promise<ReturnedMoney | undefined> {
  const [reason = ''] = kind.slice(RETURNED.length).split(':')
  const { rows } = await database().query<
    Omit<ReturnedMoney, 'reason' | 'locale' | 'site'> & { readonly locale: string; readonly miniSiteId: number | null }
  >({
    name: 'returned-money',
    text: `SELECT o.order_number AS "orderNumber", o.locale, sum(r.amount)::int AS amount,
             min(paid.document_key) AS "documentKey", o.mini_site_id AS "miniSiteId"
           FROM refund r JOIN orders o ON o.order_id = ${SPEAKS_OF}
             JOIN orders paid ON paid.order_id = r.order_id
           WHERE o.order_id = $1 AND r.told = $2 AND r.state = 'done' GROUP BY o.order_id`,
    values: [orderId, kind],
  })
  if (!rows[0]) return undefined
  const { miniSiteId, ...found } = rows[0]
  return { ...found, reason, locale: localeOfOrder(found.locale), site: await openSiteById(miniSiteId) }
}

export function renderReturnedSms({ reason, amount, locale, documentKey }: ReturnedMoney): string {
  const t = textOf(locale)
  const values = { brand: settings().brand.name, amount: ltr(formatMoney(amount)), link: receiptLink(documentKey, locale) }
  return t('messages.refundSms', { ...values, why: t(`messages.refundWhy_${reason}`) })
}

export function renderReturnedMail({ reason, amount, locale, orderNumber, documentKey, site }: ReturnedMoney): MailBody {
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
    site,
  })
}
