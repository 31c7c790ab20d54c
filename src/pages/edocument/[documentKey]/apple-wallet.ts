import type { APIRoute } from 'astro'
import { drawnAnswer, noDocument } from '#lib/server/documents/drawing/document-files.ts'
import { appleFileType, offersAppleWallet } from '#lib/server/documents/wallet/apple-wallet.ts'
import { passesOf } from '#lib/server/documents/wallet/pass-facts.ts'

/** An order's tickets that still admit, for Apple Wallet. */
export const GET: APIRoute = async (context) => {
  const { locale } = context.locals
  const order = offersAppleWallet() ? await passesOf(context.params.documentKey ?? '', locale) : undefined
  if (!order || order.passes.length === 0) return noDocument()
  const { passes } = order
  const { type, extension } = appleFileType(passes.length)
  return drawnAnswer({ kind: 'passes', passes, locale }, { type, name: `${order.reservationIdentifier}.${extension}` }, context)
}
