import { createHmac } from 'node:crypto'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** Path of the built-in OpenID Connect provider. */
export const SANDBOX_PATH = '/sandbox/openid'

/** The shop's client credentials there. */
export function sandboxClient(): { readonly clientId: string; readonly clientSecret: string } {
  return { clientId: 'shura', clientSecret: createHmac('sha256', keyFor('sandbox')).update('client secret').digest('base64url') }
}
