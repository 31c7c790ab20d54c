import { formatMoney } from '#lib/text/format-money.ts'
import { directionOf } from '#lib/text/locales.ts'
import { receiptLink } from './document-link.ts'
import type { DocumentShowing, OrderDocument } from './documents.ts'
import { changeSentences, linesOfShowing, type MailWords } from './message-words.ts'
import { settings } from './settings.ts'

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
}

/** Mail programs read styles from the elements only, and tables are what all of them lay out alike. */
const FONT = "font-family:Heebo,Arial,'Arial Hebrew',sans-serif"
const SERIF = "font-family:'Frank Ruhl Libre','David Libre','Times New Roman',serif"
const INK = '#15111B'
const QUIET = '#665E72'

/** The HTML of the mail with the tickets: the black head with the brand, a card for each presentation, one button. */
export function renderHtml(order: OrderDocument, words: MailWords): string {
  const direction = directionOf(words.locale)
  const accent = settings().brand.accent ?? '#6C1AA6'
  return `<!doctype html>
<html lang="${words.locale}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(words.subject)}</title></head>
<body dir="${direction}" style="margin:0;padding:0;background:#F4F2F7;${FONT};color:${INK}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border-radius:18px;overflow:hidden">
<tr><td style="background:#120D18;color:#FFFFFF;padding:24px 28px;${SERIF};font-size:24px;font-weight:900;text-align:start">${escapeHtml(settings().brand.name)}</td></tr>
<tr><td style="padding:28px 28px 8px;text-align:start"><p style="margin:0;font-size:18px;line-height:1.5">${escapeHtml(words.greeting)}</p></td></tr>
${order.showings.map((showing) => showingHtml(showing, words)).join('\n')}
${changeHtml(order, words)}${factsHtml(order, words)}
<tr><td style="padding:8px 28px 28px;text-align:start"><a href="${escapeHtml(words.link)}" style="display:inline-block;background:${accent};color:#FFFFFF;text-decoration:none;font-weight:700;font-size:17px;padding:15px 28px;border-radius:12px">${escapeHtml(words.t('messages.button'))}</a>
<p style="margin:18px 0 0;font-size:14px;line-height:1.6;color:${QUIET}">${escapeHtml(words.t('messages.attached'))}${receiptHtml(order, words)}</p></td></tr>
<tr><td style="padding:18px 28px;background:#F4F2F7;font-size:14px;color:${QUIET};text-align:start">${helpHtml(words)}</td></tr>
</table></td></tr></table></body></html>`
}

function showingHtml(showing: DocumentShowing, words: MailWords): string {
  const [name = '', ...lines] = linesOfShowing(showing, words)
  const rest = lines.map((line) => `<p style="margin:4px 0 0;font-size:16px;line-height:1.5">${escapeHtml(line)}</p>`).join('')
  return `<tr><td style="padding:16px 28px;text-align:start"><h1 style="margin:0;${SERIF};font-size:28px;line-height:1.2;font-weight:900">${escapeHtml(name)}</h1>${rest}</td></tr>`
}

function changeHtml(order: OrderDocument, words: MailWords): string {
  const sentences = changeSentences(order, words)
  if (sentences.length === 0) return ''
  return `<tr><td style="padding:8px 28px;text-align:start;font-size:16px;line-height:1.5">${escapeHtml(sentences.join(' '))}</td></tr>`
}

function factsHtml(order: OrderDocument, { t }: MailWords): string {
  const rows: readonly (readonly [string, string])[] = [
    ...order.products.map((product) => [product.name, `× ${String(product.quantity)}`] as const),
    [t('messages.paid'), formatMoney(order.amountDue)],
    [t('messages.order'), order.reservationIdentifier],
  ]
  const cells = rows.map(
    ([label, value]) =>
      `<tr><td style="padding:8px 0;border-top:1px solid #DDD8E5;color:${QUIET};text-align:start">${escapeHtml(label)}</td><td style="padding:8px 0;border-top:1px solid #DDD8E5;font-weight:700;text-align:end"><bdi dir="ltr">${escapeHtml(value)}</bdi></td></tr>`,
  )
  return `<tr><td style="padding:8px 28px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:16px">${cells.join('')}</table></td></tr>`
}

function receiptHtml({ amountDue, documentKey }: OrderDocument, { t }: MailWords): string {
  if (amountDue === 0) return ''
  return ` <a href="${escapeHtml(receiptLink(documentKey))}" style="color:${QUIET}">${escapeHtml(t('document.receipt'))}</a>`
}

function helpHtml({ t }: MailWords): string {
  const phone = settings().boxOfficePhone
  const [before = '', after = ''] = t('messages.help', { phone: '\u0000' }).split('\u0000')
  return `${escapeHtml(before)}<bdi dir="ltr">${escapeHtml(phone)}</bdi>${escapeHtml(after)}`
}
