import type { APIRoute } from 'astro'
import { drawnAnswer, noDocument } from '#lib/server/documents/drawing/document-files.ts'
import { memberCardOf } from '#lib/server/documents/member-card.ts'
import { appleFileType, offersAppleWallet } from '#lib/server/documents/wallet/apple-wallet.ts'

/** A membership's card for Apple Wallet. */
export const GET: APIRoute = async (context) => {
  const { documentKey, at } = context.params
  const card = offersAppleWallet() ? await memberCardOf(documentKey, at) : undefined
  if (!card) return noDocument()
  const { type, extension } = appleFileType(1)
  return drawnAnswer(
    { kind: 'memberPass', card, locale: context.locals.locale },
    { type, name: `member-${at ?? ''}.${extension}` },
    context,
  )
}
