import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { relyingParty } from '../passkeys/relying-party.ts'
import { webAuthn } from '../passkeys/webauthn.ts'

/** Signatures of the passkeys that are made here, as COSE numbers them: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const

/** Bytes of the name of a passkey: fewer can be guessed, and more no device makes (WebAuthn §4). */
const [FEWEST, MOST] = [16, 1_023]

/** A new passkey, as it is kept. */
export interface MadePasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

/**
 * Checks what a browser has made: to our challenge, on our own page, for our own name, by a device that knew its owner.
 * @returns undefined if it is not right
 */
export async function readPasskey(answer: RegistrationResponseJSON, challenge: string): Promise<MadePasskey | undefined> {
  const party = relyingParty()
  if (!party) return undefined
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    if (await isCertified(answer)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      ...{ requireUserVerification: true },
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const credentialId = Buffer.from(id, 'base64url')
    if (credentialId.length < FEWEST || credentialId.length > MOST) return undefined
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports }
  } catch {
    return undefined
  }
}

/** We ask for no certificate of the device; to look at one that comes would mean to fetch from addresses that it names. */
async function isCertified({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
}
