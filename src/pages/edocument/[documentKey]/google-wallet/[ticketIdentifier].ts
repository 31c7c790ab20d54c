import type { APIRoute } from 'astro'
import { setPrivateHeaders, noDocument } from '#lib/server/documents/drawing/document-files.ts'
import { googleLinkOf, offersGoogleWallet } from '#lib/server/documents/wallet/google-wallet.ts'
import { passesOf } from '#lib/server/documents/wallet/pass-facts.ts'

/** Redirects to Google Wallet with one ticket that still admits. */
export const GET: APIRoute = async ({ params, locals }) => {
  const order = offersGoogleWallet() ? await passesOf(params.documentKey ?? '', locals.locale) : undefined
  const pass = order?.passes.find(({ serialNumber }) => serialNumber === params.ticketIdentifier)
  if (!pass) return noDocument()
  const headers = new Headers({ Location: await googleLinkOf(pass, locals.locale) })
  setPrivateHeaders(headers)
  return new Response(null, { status: 303, headers })
}
