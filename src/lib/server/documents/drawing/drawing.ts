import type { OpenedGift } from '#lib/server/gifts/opened-gift.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { OrderDocument } from '../documents.ts'
import type { MemberCardFacts } from '../member-card.ts'
import type { ReceiptDocument } from '../receipt-document.ts'
import type { ReceiptSheet } from '../receipt-words.ts'
import type { PassFacts } from '../wallet/pass-facts.ts'

/** A drawing task; plain values, because they are sent to another thread. */
export type Drawing = FileDrawing | { readonly kind: 'code'; readonly code: string }

export type FileDrawing =
  | { readonly kind: 'tickets'; readonly order: OrderDocument; readonly locale: Locale }
  | { readonly kind: 'receipt'; readonly receipt: ReceiptDocument; readonly locale: Locale }
  | { readonly kind: 'sheet'; readonly sheet: ReceiptSheet; readonly locale: Locale }
  | { readonly kind: 'gift'; readonly gift: OpenedGift; readonly locale: Locale }
  | { readonly kind: 'memberCard'; readonly card: MemberCardFacts; readonly locale: Locale }
  | { readonly kind: 'memberPass'; readonly card: MemberCardFacts; readonly locale: Locale }
  | { readonly kind: 'passes'; readonly passes: readonly PassFacts[]; readonly locale: Locale }

/** Loading the fonts costs as much as four sheets of tickets. */
const DOCUMENT = 4
const LINES_OF_SHEET = 20
/** Signing a pass costs as much as this many sheets. */
const SHEETS_OF_PASS = 7

/** The cost of a file, in sheets. */
export function costOf(drawing: FileDrawing): number {
  if (drawing.kind === 'receipt') return DOCUMENT + Math.ceil(drawing.receipt.lines.length / LINES_OF_SHEET)
  if (drawing.kind === 'sheet') return DOCUMENT + Math.ceil(drawing.sheet.lines.length / LINES_OF_SHEET)
  if (drawing.kind === 'passes') return drawing.passes.length * SHEETS_OF_PASS
  if (drawing.kind === 'memberPass') return SHEETS_OF_PASS
  if (drawing.kind === 'gift' || drawing.kind === 'memberCard') return DOCUMENT + 1
  return DOCUMENT + drawing.order.showings.flatMap(({ tickets }) => tickets).length
}
