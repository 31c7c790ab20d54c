import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { donationReceiptLink, receiptLink } from '#lib/server/platform/http/document-link.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { placeOf } from '#lib/text/place-text.ts'
import type { DocumentShowing, OrderDocument } from '#lib/server/documents/documents.ts'
import { frameHtml } from './message-frame.ts'
import { buttonRow, escapeHtml, factsTable, finePrint, linkHtml, paragraph, row } from './message-parts.ts'
import { showingHtml, type TicketLine } from './message-showing.ts'
import { changeSentences, linesOfShowing, type MailWords } from './message-words.ts'

/** With more tickets than this, seats are grouped by row, with one button to all codes. */
const MOST_LISTED = 8

/** The HTML of the mail with the tickets: a panel per presentation, one button. */
export function renderHtml(order: OrderDocument, words: MailWords): string {
  const { locale, subject, greeting, link, film, t } = words
  const [first] = order.showings
  const changes = changeSentences(order, words)
  return frameHtml({
    locale,
    subject,
    headline: greeting,
    preview: first ? linesOfShowing(first, words).slice(0, 2).join(' · ') : namesOfLines(order.products),
    rows: [
      ...order.showings.map((showing) => showingHtml(showing, words, ticketsOf(order, showing, words))),
      ...(order.donationReceipts ? [row(paragraph(t('donation.mailThanks')))] : []),
      ...(changes.length === 0 ? [] : [row(paragraph(changes.join(' ')))]),
      factsTable(
        [
          ...order.products.map((product) => [product.name, `× ${String(product.quantity)}`] as const),
          [t('messages.paid'), formatMoney(order.amountDue)],
          [t('messages.order'), formatOrderNumber(order.orderNumber)],
        ],
        locale,
      ),
      film === undefined ? buttonRow(t(first ? 'messages.button' : 'messages.orderButton'), link) : buttonRow(t('vod.watch'), film),
      ...finePrintOf(order, words),
    ],
  })
}

/** The tickets of a presentation that still admit, each with its code's address; empty if there are too many to list. */
function ticketsOf(order: OrderDocument, { presentationId }: DocumentShowing, { t, link }: MailWords): readonly TicketLine[] {
  const all = order.showings.flatMap(({ presentationId: id, tickets }) => tickets.map((ticket) => ({ id, ticket })))
  if (all.length > MOST_LISTED) return []
  return all.flatMap(({ id, ticket }, index) =>
    id === presentationId && ticket.code !== null ? [{ place: placeOf(ticket, t), address: `${link}#ticket-${String(index + 1)}` }] : [],
  )
}

/** What is attached, and the receipt. */
function finePrintOf(
  { amountDue, documentKey, showings, donationReceipts = [] }: OrderDocument,
  { t, locale, link, film }: MailWords,
): readonly string[] {
  const parts = [
    ...(showings.length === 0 ? [] : [escapeHtml(t('messages.attached'))]),
    ...donationReceipts.map((number) =>
      linkHtml(escapeHtml(t('donation.receiptName', { number })), donationReceiptLink(documentKey, number, locale)),
    ),
    ...(film === undefined ? [] : [linkHtml(escapeHtml(t('messages.orderButton')), link)]),
    ...(amountDue === 0 ? [] : [linkHtml(escapeHtml(t('document.receipt')), receiptLink(documentKey, locale))]),
  ]
  return parts.length === 0 ? [] : [finePrint(parts.join(' '))]
}
