import type { APIRoute } from 'astro'
import { noDocument, pdfAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { openGift } from '#lib/server/gifts/opened-gift.ts'

/** The card of a gift to print, while its voucher pays. */
export const GET: APIRoute = async (context) => {
  const gift = await openGift(context.params.key ?? '', context.locals.locale)
  if (!gift || gift.standing !== 'active') return noDocument()
  return pdfAnswer({ kind: 'gift', gift, locale: context.locals.locale }, 'gift.pdf', context)
}
