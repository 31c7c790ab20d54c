import { wordsOf } from '#lib/domain/catalogue/mini-sites.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr, ltrIn } from '#lib/text/isolate.ts'
import { namesOfLines } from '#lib/text/line-names.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { unlinked } from '#lib/text/unlinked.ts'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { documentLink, filmLink, receiptLink } from '#lib/server/platform/http/document-link.ts'
import type { OrderDocument } from '#lib/server/documents/documents.ts'
import { besidesSeries, partsOfOrder } from '#lib/server/documents/order-series.ts'
import { drawFile } from '#lib/server/documents/drawing/drawings.ts'
import { donationLines } from './html/message-donations.ts'
import { linesOfEvenings } from './html/message-evenings.ts'
import { renderHtml } from './html/message-html.ts'
import { fitSms, sentBy } from './message-sms.ts'
import { linesOfSite } from './html/message-site.ts'
import { changeSentences, linesOfShowing, titleOfShowings, type MailWords } from './html/message-words.ts'
import type { Attachment, Mail } from '#lib/server/providers/messages/mail.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A mail whose attachments are not generated yet, so that viewing its text is cheap. */
export interface MailBody extends Omit<Mail, 'messageId' | 'to' | 'attachments'> {
  readonly attachments: readonly PlannedAttachment[]
}

export interface PlannedAttachment extends Omit<Attachment, 'content'> {
  readonly make: () => Promise<Buffer> | Buffer
}

/** Generates the attachments. */
export async function withFiles({ attachments, ...letter }: MailBody): Promise<Omit<Mail, 'messageId' | 'to'>> {
  const files = attachments.map(async ({ make, ...named }) => ({ ...named, content: await make() }))
  return { ...letter, attachments: await Promise.all(files) }
}

/** The mail with the tickets: text and HTML, with the calendar file and the PDF attached. Of an order without tickets the mail lists what was ordered. */
export function renderMail(order: OrderDocument): MailBody {
  const { locale } = order
  const t = textOf(locale)
  const words = {
    locale,
    t,
    subject: subjectOf(order, t),
    greeting: greetingOf(order, t),
    link: documentLink(order.documentKey, locale),
    film: filmOf(order),
  }
  return {
    subject: words.subject,
    text: renderText(order, words),
    html: renderHtml(order, words),
    attachments:
      order.showings.length === 0
        ? []
        : [
            { filename: t('messages.pdfName'), contentType: 'application/pdf', make: () => ticketsPdf(order) },
            {
              filename: t('messages.calendarName'),
              contentType: 'text/calendar; charset=utf-8',
              make: () => Buffer.from(calendarOf(order, locale)),
            },
          ],
  }
}

async function ticketsPdf(order: OrderDocument): Promise<Buffer> {
  const drawn = await drawFile({ kind: 'tickets', order, locale: order.locale }, null)
  if (!drawn.ok) throw new Error(`The tickets were not drawn: ${drawn.refusal.code}`)
  return drawn.value
}

/** One short line and the link; a long name is shortened, so that the link always fits. */
export function renderSms(order: OrderDocument): string {
  const site = order.site && wordsOf(order.site, order.locale).name
  return sentBy(settings().brand.name, site, (brand) => ticketsSms(order, brand))
}

function ticketsSms(order: OrderDocument, brand: string): string {
  const t = textOf(order.locale)
  const title = titleOfShowings(order.showings, t)
  const values = {
    brand,
    number: ltrIn(order.locale, formatOrderNumber(order.orderNumber)),
    link: filmOf(order) ?? documentLink(order.documentKey, order.locale),
  }
  if (!title) {
    const names = namesOfLines(order.products)
    return names === '' ? t('messages.smsPlain', values) : fitSms(names, (short) => t('messages.orderSms', { ...values, names: short }))
  }
  const key = order.changes?.gave ? 'change.sms' : 'messages.sms'
  return fitSms(title.feature, (feature) => t(key, { ...values, feature, when: title.when }))
}

function subjectOf(order: OrderDocument, t: Translate): string {
  const title = titleOfShowings(order.showings, t)
  return title
    ? t('messages.subject', { feature: title.feature, date: title.date })
    : t('messages.orderSubject', { names: namesOfLines(order.products) })
}

function greetingOf(order: OrderDocument, t: Translate): string {
  const greeting = order.showings.length === 0 ? 'orderGreeting' : 'greeting'
  return order.firstName === '' ? t(`messages.${greeting}Plain`) : t(`messages.${greeting}`, { name: unlinked(order.firstName) })
}

/** The way to the film that an order is for; undefined of other orders. */
function filmOf({ filmId, reservationIdentifier, locale }: OrderDocument): string | undefined {
  return filmId === undefined ? undefined : filmLink(reservationIdentifier, filmId, locale)
}

function changeLines(order: OrderDocument, words: MailWords): readonly string[] {
  const sentences = changeSentences(order, words)
  return sentences.length === 0 ? [] : [...sentences, '']
}

function renderText(order: OrderDocument, words: MailWords): string {
  const { t, greeting, link, film } = words
  const { series, others } = partsOfOrder(order.showings)
  const evenings = series.flatMap((one) => [...linesOfEvenings(one, words), ''])
  const showings = others.flatMap((showing) => [...linesOfShowing(showing, words), ''])
  const products = besidesSeries(order.products, series).map((product) =>
    t('document.product', { name: product.name, quantity: product.quantity }),
  )
  return [
    greeting,
    '',
    ...evenings,
    ...showings,
    ...changeLines(order, words),
    ...products,
    ...(products.length > 0 ? [''] : []),
    ...donationLines(order, words),
    `${t('messages.paid')}: ${ltr(formatMoney(order.amountDue))}`,
    `${t('messages.order')}: ${ltr(formatOrderNumber(order.orderNumber))}`,
    '',
    ...(film === undefined ? [] : [`${t('vod.watch')}:`, film, '']),
    t(order.showings.length === 0 ? 'messages.orderOpen' : 'messages.open'),
    link,
    ...(order.amountDue > 0 ? [`${t('document.receipt')}: ${receiptLink(order.documentKey, order.locale)}`] : []),
    ...(order.site ? ['', ...linesOfSite(order.site, words)] : []),
    '',
    t('messages.help', { phone: ltr(settings().boxOfficePhone) }),
    settings().brand.name,
  ].join('\n')
}
