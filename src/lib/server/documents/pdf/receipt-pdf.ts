import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { openPdf } from './pdf-file.ts'
import { drawText, wrapText, type TextBox, type TextStyle } from './pdf-text.ts'
import type { ReceiptDocument } from '../receipt-document.ts'
import { receiptSheet, type ReceiptSheet } from '../receipt-words.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A4, in points. */
const PAPER = { width: 595.28, height: 841.89 } as const
const MARGIN = 56
const WIDTH = PAPER.width - 2 * MARGIN
/** Lines below it start a new page. */
const BOTTOM = PAPER.height - 96
const RULE = '#DDD8E5'
const INK = '#15111B'

const BRAND: TextStyle = { face: 'display', size: 20, color: INK }
const TITLE: TextStyle = { face: 'display', size: 26, color: INK }
const QUIET: TextStyle = { face: 'regular', size: 10, color: '#665E72' }
const TEXT: TextStyle = { face: 'regular', size: 11, color: INK }
const STRONG: TextStyle = { face: 'bold', size: 11, color: INK }
const TOTAL: TextStyle = { face: 'bold', size: 14, color: INK }

/** Start and width of each column in reading direction, as shares of the page width. */
const COLUMNS = {
  label: [0, 0.26],
  value: [0.26, 0.74],
  what: [0, 0.64],
  quantity: [0.66, 0.12],
  amount: [0.8, 0.2],
  whole: [0, 1],
} as const

interface Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly direction: 'rtl' | 'ltr'
  readonly t: Translate
}

/** A receipt as a PDF. */
export function receiptPdf(receipt: ReceiptDocument, locale: Locale): Promise<Buffer> {
  return receiptSheetPdf(receiptSheet(receipt, textOf(locale)), locale)
}

/** What stands on a receipt as a PDF, on as many pages as needed. */
export async function receiptSheetPdf(receipt: ReceiptSheet, locale: Locale): Promise<Buffer> {
  const { doc, whole } = openPdf(receipt.title, locale, PAPER)
  const sheet: Sheet = { doc, direction: directionOf(locale), t: textOf(locale) }
  doc.addPage()
  const afterHead = drawHead(sheet, receipt)
  const afterFacts = drawFacts(sheet, receipt.facts, afterHead + 40)
  const afterLines = drawLines(sheet, receipt, afterFacts + 20)
  drawTotal(sheet, receipt, afterLines)
  doc.end()
  return whole
}

function boxAt({ direction }: Sheet, [from, share]: readonly [number, number], y: number): TextBox {
  const left = direction === 'ltr' ? from : 1 - from - share
  return { x: MARGIN + left * WIDTH, width: share * WIDTH, y, align: 'start', direction }
}

/** A left-to-right box at the end of the line, so that a minus stays on the left. */
function amountBox(sheet: Sheet, y: number): TextBox {
  return { ...boxAt(sheet, COLUMNS.amount, y), align: sheet.direction === 'rtl' ? 'start' : 'end', direction: 'ltr' }
}

function drawRule({ doc }: Sheet, y: number): void {
  doc
    .save()
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(1)
    .stroke(RULE)
    .restore()
}

/** Draws the seller and the document's title. @returns the last baseline */
function drawHead(sheet: Sheet, { title, seller, sellerNumber }: ReceiptSheet): number {
  const { doc } = sheet
  drawText(doc, { text: seller, style: BRAND }, boxAt(sheet, COLUMNS.whole, 76))
  if (sellerNumber !== undefined) drawText(doc, { text: sellerNumber, style: QUIET }, boxAt(sheet, COLUMNS.whole, 94))
  drawRule(sheet, 116)
  return drawText(doc, { text: title, style: TITLE }, boxAt(sheet, COLUMNS.whole, 160))
}

function drawFacts(sheet: Sheet, facts: readonly (readonly [string, string])[], top: number): number {
  let y = top
  for (const [label, value] of facts) {
    drawText(sheet.doc, { text: label, style: QUIET }, boxAt(sheet, COLUMNS.label, y))
    y = drawText(sheet.doc, { text: value, style: TEXT }, { ...boxAt(sheet, COLUMNS.value, y), leading: 16 }) + 22
  }
  return y
}

function drawLines(sheet: Sheet, receipt: ReceiptSheet, top: number): number {
  let y = drawTableHead(sheet, top)
  for (const { text, quantity, amount } of receipt.lines) {
    const height = wrapText(sheet.doc, { text, style: TEXT }, COLUMNS.what[1] * WIDTH).length * 16
    if (y + height > BOTTOM) y = drawTableHead(sheet, turnPage(sheet))
    const last = drawText(sheet.doc, { text, style: TEXT }, { ...boxAt(sheet, COLUMNS.what, y), leading: 16 })
    if (quantity !== null)
      drawText(sheet.doc, { text: String(quantity), style: TEXT }, { ...boxAt(sheet, COLUMNS.quantity, y), align: 'end' })
    drawText(sheet.doc, { text: formatMoney(amount), style: TEXT }, amountBox(sheet, y))
    y = last + 24
  }
  return y
}

function drawTableHead(sheet: Sheet, y: number): number {
  const { doc, t } = sheet
  drawText(doc, { text: t('document.receiptWhat'), style: QUIET }, boxAt(sheet, COLUMNS.what, y))
  drawText(doc, { text: t('document.receiptQuantity'), style: QUIET }, { ...boxAt(sheet, COLUMNS.quantity, y), align: 'end' })
  drawText(doc, { text: t('document.receiptAmount'), style: QUIET }, { ...boxAt(sheet, COLUMNS.amount, y), align: 'end' })
  drawRule(sheet, y + 10)
  return y + 32
}

function turnPage({ doc }: Sheet): number {
  doc.addPage()
  return MARGIN + 20
}

function drawTotal(sheet: Sheet, { totalLabel, amount, notes }: ReceiptSheet, top: number): void {
  const { doc, t } = sheet
  const y = top + 40 > BOTTOM ? turnPage(sheet) : top
  drawRule(sheet, y - 12)
  drawText(doc, { text: totalLabel, style: STRONG }, boxAt(sheet, COLUMNS.what, y + 14))
  drawText(doc, { text: formatMoney(amount), style: TOTAL }, amountBox(sheet, y + 14))
  let below = y + 40
  for (const note of notes) below = drawText(doc, { text: note, style: QUIET }, { ...boxAt(sheet, COLUMNS.whole, below), leading: 15 }) + 18
  drawText(doc, { text: t('document.receiptCopy'), style: QUIET }, boxAt(sheet, COLUMNS.whole, PAPER.height - 56))
  drawText(
    doc,
    { text: t('document.footer', { phone: ltr(settings().boxOfficePhone) }), style: QUIET },
    boxAt(sheet, COLUMNS.whole, PAPER.height - 40),
  )
}
