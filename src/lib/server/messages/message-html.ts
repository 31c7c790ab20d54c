import { formatOrderNumber } from '#lib/domain/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { receiptLink } from '#lib/server/documents/document-link.ts'
import type { OrderDocument } from '#lib/server/documents/documents.ts'
import { buttonHtml, escapeHtml, factsTable, frameHtml, paragraph, QUIET, row, SERIF } from './message-frame.ts'
import { changeSentences, linesOfShowing, type MailWords, type ShowingLines } from './message-words.ts'

/** The HTML of the mail with the tickets: a card for each presentation, one button. */
export function renderHtml(order: OrderDocument, words: MailWords): string {
  const { locale, subject, greeting, link, t } = words
  return frameHtml(locale, subject, [
    row(paragraph(greeting, 18), '28px 28px 8px'),
    ...order.showings.map((showing) => showingHtml(showing, words)),
    ...changeHtml(order, words),
    factsTable([
      ...order.products.map((product) => [product.name, `× ${String(product.quantity)}`] as const),
      [t('messages.paid'), formatMoney(order.amountDue)],
      [t('messages.order'), formatOrderNumber(order.orderNumber)],
    ]),
    row(
      `${buttonHtml(t('messages.button'), link)}
<p style="margin:18px 0 0;font-size:14px;line-height:1.6;color:${QUIET}">${escapeHtml(t('messages.attached'))}${receiptHtml(order, words)}</p>`,
      '8px 28px 28px',
    ),
  ])
}

/** Name, time, place and seats of a presentation. */
export function showingHtml(showing: ShowingLines, words: Pick<MailWords, 'locale' | 't'>): string {
  const [name = '', ...lines] = linesOfShowing(showing, words)
  const rest = lines.map((line) => `<p style="margin:4px 0 0;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`).join('')
  return row(`<h1 style="margin:0;${SERIF};font-size:28px;line-height:1.2;font-weight:900">${escapeHtml(name)}</h1>${rest}`, '16px 28px')
}

function changeHtml(order: OrderDocument, words: MailWords): readonly string[] {
  const sentences = changeSentences(order, words)
  return sentences.length === 0 ? [] : [row(paragraph(sentences.join(' ')))]
}

function receiptHtml({ amountDue, documentKey }: OrderDocument, { t, locale }: MailWords): string {
  if (amountDue === 0) return ''
  return ` <a href="${escapeHtml(receiptLink(documentKey, locale))}" style="color:${QUIET}">${escapeHtml(t('document.receipt'))}</a>`
}
