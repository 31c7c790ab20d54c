import type { APIRoute } from 'astro'
import { noDocument, pdfAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { donationReceiptOf, donationSheet } from '#lib/server/documents/donation-receipt.ts'
import { textOf } from '#lib/text/text.ts'

export const GET: APIRoute = async (context) => {
  const { documentKey = '', number = '' } = context.params
  const { locale } = context.locals
  const [receipt, order] = await Promise.all([donationReceiptOf(documentKey, number, locale), documentOf(documentKey)])
  if (!receipt || !order) return noDocument()
  const sheet = donationSheet(receipt, order.orderNumber, textOf(locale, receipt.businessId))
  return pdfAnswer({ kind: 'sheet', sheet, locale }, `donation-${receipt.number}.pdf`, context)
}
