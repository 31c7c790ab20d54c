import { createHmac } from 'node:crypto'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** Where the built-in provider of OpenID Connect stands. */
export const SANDBOX_PATH = '/sandbox/openid'

/** What the shop is known by there. */
export function sandboxClient(): { readonly clientId: string; readonly clientSecret: string } {
  return { clientId: 'shura', clientSecret: createHmac('sha256', keyFor('sandbox')).update('client secret').digest('base64url') }
}
