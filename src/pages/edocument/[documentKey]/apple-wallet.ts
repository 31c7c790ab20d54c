import type { APIRoute } from 'astro'
import { drawnAnswer, noDocument } from '#lib/server/documents/drawing/document-files.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { appleFileType, offersAppleWallet } from '#lib/server/documents/wallet/apple-wallet.ts'
import { admittingPasses } from '#lib/server/documents/wallet/pass-facts.ts'

/** An order's tickets that still admit, for Apple Wallet. */
export const GET: APIRoute = async (context) => {
  const { locale } = context.locals
  const order = offersAppleWallet() ? await documentOf(context.params.documentKey ?? '') : undefined
  const passes = order ? admittingPasses(order, locale) : []
  if (!order || passes.length === 0) return noDocument()
  const { type, extension } = appleFileType(passes.length)
  return drawnAnswer({ kind: 'passes', passes, locale }, { type, name: `${order.reservationIdentifier}.${extension}` }, context)
}
