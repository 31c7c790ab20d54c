import type { APIRoute } from 'astro'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { SANDBOX_PATH } from '#lib/server/providers/sign-in/openid-client-of-sandbox.ts'
import { exchangeCode } from '#lib/server/providers/sign-in/openid-sandbox.ts'
import { isSandboxOpen } from '#lib/server/customers/sign-in/social-providers.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Called by a server, never a browser; authenticated by the client's secret. */
export const POST: APIRoute = async ({ request, rewrite }) => {
  if (!isSandboxOpen()) return rewrite('/404')
  const isForm = request.headers.get('content-type')?.startsWith(FORM) ?? false
  const form = isForm && !isCrossSite(request) ? new URLSearchParams(await request.text()) : undefined
  const tokens = form && (await exchangeCode(form, ownOrigin(request) + SANDBOX_PATH))
  const headers = { 'Cache-Control': 'no-store' }
  return tokens ? Response.json(tokens, { headers }) : Response.json({ error: 'invalid_grant' }, { status: 400, headers })
}
