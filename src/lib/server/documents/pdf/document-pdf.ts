import { rowFact } from '#lib/text/row-text.ts'
import { wordsOf } from '#lib/domain/catalogue/mini-sites.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { joinParts, ltr } from '#lib/text/isolate.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { drawCode, drawHeader, drawNotice, drawPerforation, MOST_LINES, PAGE, type Sheet } from './document-pdf-parts.ts'
import type { DocumentShowing, DocumentTicket, OrderDocument } from '../documents.ts'
import { drawEvenings } from './document-pdf-evenings.ts'
import { partsOfOrder } from '../order-series.ts'
import { openPdf } from './pdf-file.ts'
import { drawText, wrapText, type TextStyle } from './pdf-text.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** The tickets of an order as a PDF: one page each, with its QR code if it is valid. */
export async function pdfOf(order: OrderDocument, locale: Locale): Promise<Buffer> {
  const t = textOf(locale)
  const { doc, whole } = openPdf(t('document.pdfTitle', { id: ltr(formatOrderNumber(order.orderNumber)) }), locale, PAGE)
  const sheet: Sheet = { doc, direction: directionOf(locale) }
  const printing: Printing = { sheet, order, t, locale }
  const { series, others } = partsOfOrder(order.showings)
  for (const evenings of series) {
    drawEvenings(sheet, evenings, { t, locale })
    for (const [index, showing] of evenings.showings.entries()) {
      const count = t('document.eveningOf', { number: index + 1, count: evenings.showings.length })
      drawPages(printing, [showing], { series: evenings.name, count: () => count })
    }
  }
  const count = others.reduce((sum, { tickets }) => sum + tickets.length, 0)
  drawPages(printing, others, { series: '', count: (number) => t('document.ticketOf', { number, count }) })
  doc.end()
  return whole
}

/** An order that is being printed, and its language. */
interface Printing {
  readonly sheet: Sheet
  readonly order: OrderDocument
  readonly t: Translate
  readonly locale: Locale
}

/** A page for each ticket. */
function drawPages(printing: Printing, showings: readonly DocumentShowing[], heading: Heading): void {
  const pages = showings.flatMap((showing) => showing.tickets.map((ticket) => ({ showing, ticket })))
  for (const [index, page] of pages.entries()) {
    printing.sheet.doc.addPage()
    drawTicket(printing, page, { ...heading, count: heading.count(index + 1) })
  }
}

/** What tickets are told apart by at the head of a page. */
interface Heading<Count = (number: number) => string> {
  /** The series or season that the tickets are of; empty: of none. */
  readonly series: string
  /** "כרטיס 1 מתוך 2", by the number of the ticket. */
  readonly count: Count
}

const INK = '#15111B'
const QUIET: TextStyle = { face: 'regular', size: 9, color: '#665E72' }
const FACT: TextStyle = { face: 'bold', size: 13, color: INK }
const SMALL: TextStyle = { face: 'regular', size: 9.5, color: INK }

interface TicketPage {
  readonly showing: DocumentShowing
  readonly ticket: DocumentTicket
}

function drawTicket(printing: Printing, { showing, ticket }: TicketPage, { series, count }: Heading<string>): void {
  const { sheet, t } = printing
  const place = [series, showing.venueName, showing.locationName, showing.city].filter((part) => part !== '').join(', ')
  const afterHeader = drawHeader(sheet, { brand: settings().brand.name, count, title: showing.featureName, place })
  const afterFacts = drawFacts(sheet, factsOf(showing, ticket, printing), afterHeader + 26)
  drawPerforation(sheet, afterFacts)
  const codeTop = afterFacts + 22
  const afterCode =
    ticket.code === null ? drawNotice(sheet, t(`document.state_${ticket.state}`), codeTop) : drawCode(sheet, ticket.code, codeTop)
  const box = { x: PAGE.margin, width: PAGE.width - 2 * PAGE.margin, align: 'center', direction: sheet.direction } as const
  drawText(sheet.doc, { text: t('document.ticketNumber', { id: ticket.ticketIdentifier }), style: SMALL }, { ...box, y: afterCode + 18 })
  drawText(sheet.doc, { text: orderLine(printing), style: QUIET }, { ...box, y: afterCode + 33 })
  drawText(
    sheet.doc,
    { text: t('document.footer', { phone: ltr(settings().boxOfficePhone) }), style: QUIET },
    { ...box, y: PAGE.height - 24 },
  )
}

/** The number of the order, and the mini-site that it was begun in: by its name alone, or not at all, where the line has no room for more. */
function orderLine({ sheet: { doc }, order: { orderNumber, site }, t, locale }: Printing): string {
  const number = t('document.orderNumber', { id: ltr(formatOrderNumber(orderNumber)) })
  if (!site) return number
  const { name } = wordsOf(site, locale)
  const lines = [`${t('miniSite.orderedAt')} ${name}`, name].map((where) => joinParts(locale, [number, where]))
  return lines.find((line) => wrapText(doc, { text: line, style: QUIET }, PAGE.width - 2 * PAGE.margin).length === 1) ?? number
}

type Fact = readonly [label: string, value: string]

function factsOf(showing: DocumentShowing, ticket: DocumentTicket, { t, locale }: Printing): readonly Fact[] {
  const facts: (Fact | false)[] = [
    [t('document.date'), formatLongDate(showing.startsAt, locale)],
    showing.isUntimed ? [t('document.time'), t('document.untimed')] : [t('document.time'), formatTime(showing.startsAt)],
    [t('document.section'), ticket.sectionName],
    ticket.rowName !== null && rowFact(t, ticket.rowName),
    ticket.seatName !== null && [t('document.seatLabel'), ticket.seatName],
    [t('document.ticket'), ticket.ticketName],
    // An evening of a series has no price of its own.
    !ticket.series && [t('document.price'), formatMoney(ticket.price)],
    showing.doorsAt !== null && [t('document.doors'), formatTime(showing.doorsAt)],
  ]
  return facts.filter((fact) => fact !== false)
}

const FACT_COLUMNS = 2
const FACT_HEIGHT = 38
/** What the second line of a fact adds to the height of its row: the label below keeps its distance. */
const SECOND_LINE = 10
const FACT_WIDTH = (PAGE.width - 2 * PAGE.margin) / FACT_COLUMNS

/** Draws two columns in reading direction. @returns their lower edge */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], top: number): number {
  let y = top
  for (let at = 0; at < facts.length; at += FACT_COLUMNS) y += drawFactRow(sheet, facts.slice(at, at + FACT_COLUMNS), y)
  return y
}

/** @returns the height of the row, by the fact with the most lines. */
function drawFactRow(sheet: Sheet, facts: readonly Fact[], top: number): number {
  const heights = facts.map(([label, value], column) => {
    const fromLeft = sheet.direction === 'rtl' ? FACT_COLUMNS - 1 - column : column
    const x = PAGE.margin + fromLeft * FACT_WIDTH
    const box = { x, width: FACT_WIDTH - 8, align: 'start', direction: sheet.direction } as const
    drawText(sheet.doc, { text: label, style: QUIET }, { ...box, y: top })
    const last = drawText(sheet.doc, { text: value, style: FACT }, { ...box, y: top + 16, leading: 13, most: MOST_LINES })
    return FACT_HEIGHT + (last > top + 16 ? SECOND_LINE : 0)
  })
  return Math.max(...heights)
}
