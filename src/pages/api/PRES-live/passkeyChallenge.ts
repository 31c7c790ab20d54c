import { passkeyChallenge } from '#lib/contract/staff/passkeys.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { passkeyRequest } from '#lib/server/staff/passkeys/passkey-challenge.ts'

export const POST = serve(passkeyChallenge, (asked) =>
  passkeyRequest({ cookies: asked.context.cookies, browser: writer(asked).sidHash }, asked.body.purpose === 'prove' ? 'prove' : 'sign in'),
)
export const ALL = onlyMethods('POST')
