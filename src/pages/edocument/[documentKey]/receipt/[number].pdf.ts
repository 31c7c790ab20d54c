import type { APIRoute } from 'astro'
import { noDocument, pdfAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { receiptOf } from '#lib/server/documents/receipt-document.ts'

export const GET: APIRoute = async (context) => {
  const receipt = await receiptOf(context.params.documentKey ?? '', context.params.number ?? '', context.locals.locale)
  if (!receipt) return noDocument()
  return pdfAnswer({ kind: 'receipt', receipt, locale: context.locals.locale }, `receipt-${String(receipt.number)}.pdf`, context)
}
