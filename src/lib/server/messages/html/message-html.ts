import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { receiptLink } from '#lib/server/platform/http/document-link.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { placeOf } from '#lib/text/place-text.ts'
import { besidesSeries, partsOfOrder } from '#lib/server/documents/order-series.ts'
import type { OrderDocument } from '#lib/server/documents/documents.ts'
import { frameHtml } from './message-frame.ts'
import { buttonRow, escapeHtml, factsTable, finePrint, linkHtml, paragraph, row } from './message-parts.ts'
import { donationReceiptLinks, donationRows } from './message-donations.ts'
import { eveningsHtml, linesOfEvenings } from './message-evenings.ts'
import { showingHtml, type TicketLine } from './message-showing.ts'
import { siteRows } from './message-site.ts'
import { changeSentences, linesOfShowing, type MailWords, type ShowingLines } from './message-words.ts'

/** With more tickets than this, seats are grouped by row, with one button to all codes. */
const MOST_LISTED = 8

/** The HTML of the mail with the tickets: a panel per presentation, one button. */
export function renderHtml(order: OrderDocument, words: MailWords): string {
  const { locale, subject, greeting, link, film, t } = words
  const [first] = order.showings
  const { series, others } = partsOfOrder(order.showings)
  const [heading] = [...series.map((one) => linesOfEvenings(one, words)), ...others.map((one) => linesOfShowing(one, words))]
  const changes = changeSentences(order, words)
  return frameHtml({
    locale,
    subject,
    headline: greeting,
    preview: heading ? heading.slice(0, 2).join(' · ') : namesOfLines(order.products),
    rows: [
      ...series.map((one) => eveningsHtml(one, words, ({ tickets }) => ticketsOf(order, { tickets }, words).map(({ address }) => address))),
      ...others.map((showing) => showingHtml(showing, words, ticketsOf(order, showing, words))),
      ...donationRows(order, words),
      ...(changes.length === 0 ? [] : [row(paragraph(changes.join(' ')))]),
      factsTable(
        [
          ...besidesSeries(order.products, series).map((product) => [product.name, `× ${String(product.quantity)}`] as const),
          [t('messages.paid'), formatMoney(order.amountDue)],
          [t('messages.order'), formatOrderNumber(order.orderNumber)],
        ],
        locale,
      ),
      film === undefined ? buttonRow(t(first ? 'messages.button' : 'messages.orderButton'), link) : buttonRow(t('vod.watch'), film),
      ...finePrintOf(order, words),
      ...siteRows(order.site, words),
    ],
  })
}

/** Those of an order's tickets that still admit, each with its code's address; empty if there are too many to list. */
function ticketsOf(order: OrderDocument, { tickets }: Pick<ShowingLines, 'tickets'>, { t, link }: MailWords): readonly TicketLine[] {
  const all = order.showings.flatMap((showing) => showing.tickets)
  if (all.length > MOST_LISTED) return []
  return all.flatMap((ticket, index) =>
    tickets.includes(ticket) && ticket.code !== null ? [{ place: placeOf(ticket, t), address: `${link}#ticket-${String(index + 1)}` }] : [],
  )
}

/** What is attached, and the receipt. */
function finePrintOf(order: OrderDocument, { t, locale, link, film }: MailWords): readonly string[] {
  const { amountDue, documentKey, showings } = order
  const parts = [
    ...(showings.length === 0 ? [] : [escapeHtml(t('messages.attached'))]),
    ...donationReceiptLinks(order).map((receipt) =>
      linkHtml(escapeHtml(t('donation.receiptName', { number: receipt.number })), receipt.link),
    ),
    ...(film === undefined ? [] : [linkHtml(escapeHtml(t('messages.orderButton')), link)]),
    ...(amountDue === 0 ? [] : [linkHtml(escapeHtml(t('document.receipt')), receiptLink(documentKey, locale))]),
  ]
  return parts.length === 0 ? [] : [finePrint(parts.join(' '))]
}
