import * as z from 'zod/mini'
import { PASSKEY_ROUTES } from '#lib/contract/routes/passkey-routes.ts'
import { endpoint } from '../endpoint.ts'

/** Passkeys of staff. What a passkey answers comes with the forms of the pages, so that a refusal stands where the form is. */

export const passkeyChallenge = endpoint({
  ...PASSKEY_ROUTES.passkeyChallenge,
  summary:
    'What a passkey is to sign, once and within five minutes in this browser: to sign in as staff (signIn), or to prove who is signed in (prove).',
  body: z.object({ purpose: z.enum(['signIn', 'prove']) }),
  /** PublicKeyCredentialRequestOptionsJSON of WebAuthn. allowCredentials: the own passkeys, to prove; without it the person chooses. */
  answer: z.object({
    challenge: z.string(),
    rpId: z.optional(z.string()),
    timeout: z.optional(z.number()),
    userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
    allowCredentials: z.optional(
      z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(z.string())) })),
    ),
  }),
})
