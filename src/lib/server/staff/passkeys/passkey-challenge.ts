import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { staffOf, staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { CHALLENGE_MINUTES, giveChallenge } from './challenge.ts'
import { relyingParty } from './relying-party.ts'
import { webAuthn } from './webauthn.ts'

type Transports = Pick<NonNullable<PublicKeyCredentialRequestOptionsJSON['allowCredentials']>[number], 'transports'>

/**
 * What the browser asks a passkey to sign. To sign in it says nothing of anybody: the person chooses among the passkeys of the device. To prove who is signed in
 * it names the own ones. Refusals: PASSKEY_NOT_HERE, NOT_SIGNED_IN (to prove; or a client without cookies).
 */
export async function passkeyRequest(
  { cookies, browser }: Pick<StaffAsk, 'cookies' | 'browser'>,
  purpose: 'sign in' | 'prove',
): Promise<Result<PublicKeyCredentialRequestOptionsJSON>> {
  const party = relyingParty()
  if (!party) return refuse('PASSKEY_NOT_HERE')
  const member = purpose === 'prove' ? await staffOf(cookies) : undefined
  const boundTo = purpose === 'prove' ? member && staffSidHash(cookies) : browser
  if (!boundTo) return refuse('NOT_SIGNED_IN')
  const challenge = await giveChallenge(database(), boundTo, { purpose })
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    timeout: CHALLENGE_MINUTES * 60_000,
    ...(member && { allowCredentials: await credentialsOf(member.staffId) }),
  })
  return accept(options)
}

async function credentialsOf(staffId: number): Promise<(Transports & Pick<AuthenticationResponseJSON, 'id'>)[]> {
  const { rows } = await database().query<Transports & { readonly id: Buffer }>({
    name: 'passkeys-to-prove-by',
    text: 'SELECT credential_id AS id, transports FROM staff_passkey WHERE staff_id = $1',
    values: [staffId],
  })
  return rows.map(({ id, transports }) => ({ id: id.toString('base64url'), ...(transports && { transports }) }))
}
