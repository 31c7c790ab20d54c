import { loadTextOverrides } from '#lib/server/platform/config/text-overrides.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import type { Drawing } from './drawing.ts'
import { pdfOf } from '../pdf/document-pdf.ts'
import { giftPdf } from '../pdf/gift-pdf.ts'
import { memberPdf } from '../pdf/member-pdf.ts'
import { receiptPdf, receiptSheetPdf } from '../pdf/receipt-pdf.ts'
import { qrPath, type QrPath } from '../ticket-codes.ts'

// A thread has its own memory, so the venue's own texts are loaded again.
loadTextOverrides(settings().textOverridesDir)

/** The entry point of the thread of `drawings.ts`. */
export default function draw(drawing: Drawing): QrPath | Promise<Buffer> {
  if (drawing.kind === 'code') return qrPath(drawing.code)
  if (drawing.kind === 'passes' || drawing.kind === 'memberPass') return passesOf(drawing)
  if (drawing.kind === 'memberCard') return memberPdf(drawing.card, drawing.locale)
  if (drawing.kind === 'sheet') return receiptSheetPdf(drawing.sheet, drawing.locale)
  if (drawing.kind === 'gift') return giftPdf(drawing.gift, drawing.locale)
  return drawing.kind === 'tickets' ? pdfOf(drawing.order, drawing.locale) : receiptPdf(drawing.receipt, drawing.locale)
}

/** Imported on demand: signing passes takes 100 ms to load, and most drawings never need it. */
async function passesOf(drawing: Extract<Drawing, { readonly kind: 'passes' | 'memberPass' }>): Promise<Buffer> {
  const { signMemberPass, signPasses } = await import('../wallet/apple-pass.ts')
  return drawing.kind === 'passes' ? signPasses(drawing.passes, drawing.locale) : signMemberPass(drawing.card, drawing.locale)
}
