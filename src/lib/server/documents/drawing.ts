import type { Locale } from '#lib/text/locales.ts'
import type { OrderDocument } from './documents.ts'
import type { ReceiptDocument } from './receipt-document.ts'

/** What can be drawn; plain values, because they travel to another thread. */
export type Drawing = PdfDrawing | { readonly kind: 'code'; readonly code: string }

export type PdfDrawing =
  | { readonly kind: 'tickets'; readonly order: OrderDocument; readonly locale: Locale }
  | { readonly kind: 'receipt'; readonly receipt: ReceiptDocument; readonly locale: Locale }

/** Reading the fonts takes as long as four sheets of tickets. */
const DOCUMENT = 4
const LINES_OF_SHEET = 20

/** How much work a PDF is, in sheets. */
export function costOf(drawing: PdfDrawing): number {
  if (drawing.kind === 'receipt') return DOCUMENT + Math.ceil(drawing.receipt.lines.length / LINES_OF_SHEET)
  return DOCUMENT + drawing.order.showings.flatMap(({ tickets }) => tickets).length
}
