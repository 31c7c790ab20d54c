import type { APIRoute } from 'astro'
import { privateFile, noDocument } from '#lib/server/documents/document-files.ts'
import { receiptOf } from '#lib/server/documents/receipt-document.ts'
import { receiptPdf } from '#lib/server/documents/receipt-pdf.ts'

export const GET: APIRoute = async ({ params, locals }) => {
  const receipt = await receiptOf(params.documentKey ?? '', params.number ?? '')
  if (!receipt) return noDocument()
  return privateFile(await receiptPdf(receipt, locals.locale), 'application/pdf', `receipt-${String(receipt.number)}.pdf`)
}
