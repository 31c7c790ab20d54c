import type { APIRoute } from 'astro'
import { noDocument, setPrivateHeaders } from '#lib/server/documents/drawing/document-files.ts'
import { memberCardOf } from '#lib/server/documents/member-card.ts'
import { googleLinkOfCard, offersGoogleWallet } from '#lib/server/documents/wallet/google-wallet.ts'

/** Redirects to Google Wallet with a membership's card. */
export const GET: APIRoute = async ({ params, locals }) => {
  const card = offersGoogleWallet() ? await memberCardOf(params.documentKey, params.at) : undefined
  if (!card) return noDocument()
  const headers = new Headers({ Location: await googleLinkOfCard(card, locals.locale) })
  setPrivateHeaders(headers)
  return new Response(null, { status: 303, headers })
}
