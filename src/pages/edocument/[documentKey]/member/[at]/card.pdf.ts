import type { APIRoute } from 'astro'
import { noDocument, pdfAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { memberCardOf } from '#lib/server/documents/member-card.ts'

/** A membership's card as a PDF. */
export const GET: APIRoute = async (context) => {
  const { documentKey, at } = context.params
  const card = await memberCardOf(documentKey, at)
  return card ? pdfAnswer({ kind: 'memberCard', card, locale: context.locals.locale }, `member-${at ?? ''}.pdf`, context) : noDocument()
}
