import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { hasCounterGoneBack } from '#lib/domain/staff/passkeys.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { lockAccount } from '#lib/server/staff/sign-in/lock-account.ts'
import { useChallenge, type Purpose } from './challenge.ts'
import { challengeIn } from './read-answer.ts'
import { relyingParty, type RelyingParty } from './relying-party.ts'
import { webAuthn } from './webauthn.ts'

/** A passkey whose signature was right, and what its device says of its uses. It counts once `usePasskey` has taken it. */
export interface Signed {
  readonly credentialId: Buffer
  readonly staffId: number
  readonly counter: number
}

interface PasskeyRow {
  readonly staffId: number
  readonly handle: string
  readonly publicKey: Buffer
}

/** Whose passkey an answer is of, by what it says itself. */
export async function passkeyNamed({ id }: AuthenticationResponseJSON): Promise<PasskeyRow | undefined> {
  const { rows } = await database().query<PasskeyRow>({
    name: 'passkey-named',
    text: `SELECT staff_id AS "staffId", passkey_handle::text AS handle, public_key AS "publicKey" FROM staff_passkey JOIN staff USING (staff_id)
           WHERE credential_id = $1`,
    values: [Buffer.from(id, 'base64url')],
  })
  return rows[0]
}

/** What a challenge was given for: to which browser, by the hash of its secret, and to do what. */
interface Given {
  readonly boundTo: Buffer | undefined
  readonly purpose: Purpose
}

/**
 * Checks what a passkey has signed: this browser's own challenge for this purpose, which is used up by it, our own page, our own name, and that the device knew
 * its owner. Refusals: PASSKEY_NOT_HERE, PASSKEY_EXPIRED, PASSKEY_REFUSED.
 */
export async function checkSignature(
  { boundTo, purpose }: Given,
  answer: AuthenticationResponseJSON,
  passkey: PasskeyRow | undefined,
): Promise<Result<Signed>> {
  const party = relyingParty()
  if (!party) return refuse('PASSKEY_NOT_HERE')
  const challenge = await useChallenge(boundTo, purpose, challengeIn(answer.response.clientDataJSON) ?? '')
  if (!challenge) return refuse('PASSKEY_EXPIRED')
  const counter = passkey && isOfOwner(answer, passkey) ? await counterOf(answer, passkey, { ...challenge, party }) : undefined
  if (!passkey || counter === undefined) return refuse('PASSKEY_REFUSED')
  return accept({ credentialId: Buffer.from(answer.id, 'base64url'), staffId: passkey.staffId, counter })
}

/** Who is known by the passkey alone has to be named by it; a passkey that was asked for may leave that out. */
function isOfOwner({ response }: AuthenticationResponseJSON, { handle }: PasskeyRow): boolean {
  return response.userHandle === undefined || response.userHandle === handleAsKept(handle)
}

/** As passkeys keep it. */
export function handleAsKept(handle: string): string {
  return handleBytes(handle).toString('base64url')
}

export function handleBytes(handle: string): Buffer<ArrayBuffer> {
  return Buffer.from(handle.replaceAll('-', ''), 'hex')
}

/** @returns what the device says of its uses; undefined if the signature, or what was signed, is not right */
async function counterOf(
  answer: AuthenticationResponseJSON,
  { publicKey }: PasskeyRow,
  { challenge, party }: { readonly challenge: string; readonly party: RelyingParty },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      ...{ requireUserVerification: true },
      // usePasskey compares the counter, under a lock.
      credential: { id: answer.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes a passkey whose signature was right, if it is still there, its account is open and its counter has not gone back.
 * Refusals: PASSKEY_REFUSED, PASSKEY_COPIED.
 */
export async function usePasskey(client: Queryable, { credentialId, staffId, counter }: Signed): Promise<Result<null>> {
  if (!(await lockAccount(client, staffId))) return refuse('PASSKEY_REFUSED')
  const { rows } = await client.query<{ before: number }>({
    name: 'passkey-counter',
    text: 'SELECT sign_count AS before FROM staff_passkey WHERE credential_id = $1',
    values: [credentialId],
  })
  const [passkey] = rows
  if (!passkey) return refuse('PASSKEY_REFUSED')
  if (hasCounterGoneBack(passkey.before, counter)) return refuse('PASSKEY_COPIED')
  await client.query({
    name: 'use-passkey',
    text: 'UPDATE staff_passkey SET sign_count = $2, last_used_at = now() WHERE credential_id = $1',
    values: [credentialId, counter],
  })
  return accept(null)
}

/** Notes for owners that a passkey was not taken. @param staffId whose it is, as far as is known */
export async function noteRefusedPasskey({ source, request }: StaffAsk, staffId: number | undefined, { code }: Refusal): Promise<void> {
  await noteStaffAct(database(), {
    ...whenceOf(source, request),
    staffId: null,
    action: code === 'PASSKEY_COPIED' ? 'passkey counter back' : 'passkey refused',
    subject: String(staffId ?? ''),
  })
}
