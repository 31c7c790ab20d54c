import type { Locale } from '#lib/text/locales.ts'
import type { OrderDocument } from './documents.ts'
import type { ReceiptDocument } from './receipt-document.ts'
import type { PassFacts } from './wallet/pass-facts.ts'

/** What can be drawn; plain values, because they travel to another thread. */
export type Drawing = FileDrawing | { readonly kind: 'code'; readonly code: string }

export type FileDrawing =
  | { readonly kind: 'tickets'; readonly order: OrderDocument; readonly locale: Locale }
  | { readonly kind: 'receipt'; readonly receipt: ReceiptDocument; readonly locale: Locale }
  | { readonly kind: 'passes'; readonly passes: readonly PassFacts[]; readonly locale: Locale }

/** Reading the fonts takes as long as four sheets of tickets. */
const DOCUMENT = 4
const LINES_OF_SHEET = 20
/** Signing a pass takes as long as so many. */
const SHEETS_OF_PASS = 7

/** How much work a file is, in sheets. */
export function costOf(drawing: FileDrawing): number {
  if (drawing.kind === 'receipt') return DOCUMENT + Math.ceil(drawing.receipt.lines.length / LINES_OF_SHEET)
  if (drawing.kind === 'passes') return drawing.passes.length * SHEETS_OF_PASS
  return DOCUMENT + drawing.order.showings.flatMap(({ tickets }) => tickets).length
}
