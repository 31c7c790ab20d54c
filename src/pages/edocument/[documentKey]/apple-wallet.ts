import type { APIRoute } from 'astro'
import { noDocument, privateFile } from '#lib/server/documents/document-files.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { appleFileOf, offersAppleWallet } from '#lib/server/documents/wallet/apple-wallet.ts'
import { admittingPasses } from '#lib/server/documents/wallet/pass-facts.ts'

/** All tickets of an order that still admit, for Apple Wallet. */
export const GET: APIRoute = async ({ params, locals }) => {
  const order = offersAppleWallet() ? await documentOf(params.documentKey ?? '') : undefined
  const passes = order ? admittingPasses(order, locals.locale) : []
  if (!order || passes.length === 0) return noDocument()
  const { content, type, extension } = await appleFileOf(passes, locals.locale)
  return privateFile(content, type, `${order.reservationIdentifier}.${extension}`)
}
