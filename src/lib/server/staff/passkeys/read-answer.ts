import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import * as z from 'zod/mini'

/** What a browser sends of a passkey, as JSON in a field of a form: of that only what we check or keep. */

/** Signs of the whole field; with certificates, which nobody asks for, it may be longer. */
export const LONGEST_ANSWER = 12_000

const base64url = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most))
const credential = { id: base64url(1_364), rawId: base64url(1_364), type: z.literal('public-key') }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(2_000),
    userHandle: z.optional(base64url(100)),
  }),
})
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

const signedFor = z.object({ challenge: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** A signature of a passkey; undefined if the text is none. */
export function readAssertion(text: string): AuthenticationResponseJSON | undefined {
  const { success, data } = assertion.safeParse(jsonOf(text))
  if (!success) return undefined
  const { userHandle, ...response } = data.response
  return { ...data, response: { ...response, ...(userHandle !== undefined && { userHandle }) }, clientExtensionResults: {} }
}

/** A passkey that was made; undefined if the text is none. Transports that nobody knows are left out. */
export function readAttestation(text: string): RegistrationResponseJSON | undefined {
  const { success, data } = attestation.safeParse(jsonOf(text))
  if (!success) return undefined
  const { clientDataJSON, attestationObject, transports = [] } = data.response
  const known = TRANSPORTS.filter((one) => transports.includes(one))
  return { ...data, response: { clientDataJSON, attestationObject, transports: known }, clientExtensionResults: {} }
}

/** The challenge that an answer says it is to; undefined if it says none. It is worth nothing before the signature is checked. */
export function challengeIn(clientDataJSON: string): string | undefined {
  const said = signedFor.safeParse(jsonOf(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  return said.success ? said.data.challenge : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
