import type { APIRoute } from 'astro'
import { ownOrigin } from '#lib/server/platform/http/own-origin.ts'
import { SANDBOX_PATH } from '#lib/server/providers/sign-in/openid-client-of-sandbox.ts'
import { SANDBOX_CONFIGURATION } from '#lib/server/providers/sign-in/openid-sandbox.ts'
import { isSandboxOpen } from '#lib/server/customers/sign-in/social-providers.ts'

/** For `.well-known`, which is a parameter because tools ignore a folder of that name. */
export const GET: APIRoute = ({ params, request, rewrite }) => {
  if (!isSandboxOpen() || params.folder !== '.well-known') return rewrite('/404')
  const issuer = ownOrigin(request) + SANDBOX_PATH
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...SANDBOX_CONFIGURATION,
  })
}
