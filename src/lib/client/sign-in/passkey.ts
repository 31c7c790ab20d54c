import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { callPasskeys } from '#lib/client/http/passkey-call.ts'

/** What a passkey answered, as JSON for a field of a form; else why there is none: `known` is a device that has one already, `message` what the server said. */
export type PasskeyAnswer =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly why: 'known' | 'left' | 'refused'; readonly message?: string }

export function hasPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']
type Making = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Lets a passkey sign what the server asks: to sign in, or to prove who is signed in. */
export async function askPasskey(purpose: 'signIn' | 'prove'): Promise<PasskeyAnswer> {
  const asked = await callPasskeys('passkeyChallenge', { body: { purpose } })
  if (!asked.ok) return { ok: false, why: 'refused', message: asked.refusal.message }
  return answerOf(() => startAuthentication({ optionsJSON: asked.value as Request }))
}

/** Lets the device make a passkey. @param options as the page holds them, in JSON */
export function makePasskey(options: string): Promise<PasskeyAnswer> {
  return answerOf(() => startRegistration({ optionsJSON: JSON.parse(options) as Making }))
}

/** Browsers do not tell a person who said no from a device that has none. */
async function answerOf(work: () => Promise<object>): Promise<PasskeyAnswer> {
  try {
    return { ok: true, json: JSON.stringify(await work()) }
  } catch (error) {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return { ok: false, why: isKnown ? 'known' : 'left' }
  }
}
