import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { StaffAction } from '#lib/domain/staff/actions.ts'
import { MOST_PASSKEYS, readPasskeyName } from '#lib/domain/staff/passkeys.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'
import { endStaffSessions, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { lockAccount } from '#lib/server/staff/sign-in/lock-account.ts'
import { giveRecoveryCodes } from '#lib/server/staff/sign-in/totp.ts'
import { CHALLENGE_MINUTES, dropChallenge, giveChallenge, openChallenge, useChallenge } from '../passkeys/challenge.ts'
import { handleBytes } from '../passkeys/check-passkey.ts'
import { factorsOf, hasFactor, withFreshFactor, type Proof } from './fresh-factor.ts'
import { challengeIn, readAttestation } from '../passkeys/read-answer.ts'
import { ALGORITHMS, readPasskey, type MadePasskey } from './read-passkey.ts'
import { relyingParty } from '../passkeys/relying-party.ts'
import { webAuthn } from '../passkeys/webauthn.ts'

/** A passkey of the own account. */
export interface PasskeyListed {
  readonly passkeyId: string
  readonly name: string
  readonly addedAt: Date
  readonly lastUsedAt: Date | null
}

/** The own passkeys, in the order in which they were added. */
export async function ownPasskeys(staffId: number): Promise<readonly PasskeyListed[]> {
  const { rows } = await database().query<PasskeyListed>({
    name: 'own-passkeys',
    text: `SELECT passkey_id AS "passkeyId", name, added_at AS "addedAt", last_used_at AS "lastUsedAt" FROM staff_passkey
           WHERE staff_id = $1 ORDER BY added_at, passkey_id`,
    values: [staffId],
  })
  return rows
}

/**
 * The first step of adding one: a fresh second factor (where there is none, the password) and a name open it for some minutes in this session.
 * Refusals: PASSKEY_NOT_HERE, FORM_INVALID (the name), PASSKEY_LIMIT, those of `withFreshFactor`.
 */
export async function beginPasskey(
  ask: StaffAsk,
  staffId: number,
  { typedName, proof }: { readonly typedName: string; readonly proof: Proof },
): Promise<Result<null>> {
  const [name, session] = [readPasskeyName(typedName), staffSidHash(ask.cookies)]
  if (!relyingParty()) return refuse('PASSKEY_NOT_HERE')
  if (name === undefined) return refuse('FORM_INVALID', { field: 'name' })
  return withFreshFactor({ ask, staffId, proof }, async (client, { passkeys }) => {
    if (passkeys >= MOST_PASSKEYS) return refuse('PASSKEY_LIMIT', { max: MOST_PASSKEYS })
    if (!session) return refuse('NOT_SIGNED_IN')
    await giveChallenge(client, session, { purpose: 'add', name })
    return accept(null)
  })
}

/** A passkey that is being added. */
export interface BegunPasskey {
  readonly name: string
  /** What the browser is asked to make. */
  readonly options: PublicKeyCredentialCreationOptionsJSON
}

interface Person {
  readonly email: string
  readonly fullName: string
  readonly handle: string
  readonly known: readonly string[]
}

/** The passkey that this session is adding; undefined: none. */
export async function begunPasskey({ cookies }: Pick<StaffAsk, 'cookies'>, staffId: number): Promise<BegunPasskey | undefined> {
  const [party, begun] = [relyingParty(), await openChallenge(staffSidHash(cookies), 'add')]
  const person = begun && (await personOf(staffId))
  if (!party || !person || begun.name === null) return undefined
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    ...{ rpName: settings().brand.name, rpID: party.id, timeout: CHALLENGE_MINUTES * 60_000, attestationType: 'none' },
    ...{ userID: handleBytes(person.handle), userName: person.email, userDisplayName: person.fullName },
    challenge: Uint8Array.from(Buffer.from(begun.challenge, 'base64url')),
    excludeCredentials: person.known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [...ALGORITHMS],
  })
  return { name: begun.name, options }
}

async function personOf(staffId: number): Promise<Person | undefined> {
  const { rows } = await database().query<Omit<Person, 'known'> & { readonly known: readonly Buffer[] }>({
    name: 'passkeys-person',
    text: `SELECT email, btrim(first_name || ' ' || last_name) AS "fullName", passkey_handle::text AS handle,
             ARRAY(SELECT credential_id FROM staff_passkey p WHERE p.staff_id = m.staff_id) AS known
           FROM staff m WHERE staff_id = $1`,
    values: [staffId],
  })
  return rows[0] && { ...rows[0], known: rows[0].known.map((id) => id.toString('base64url')) }
}

/**
 * The second step: keeps the passkey that the browser has made, ends all other sessions, and gives recovery codes to who has none.
 * Refusals: PASSKEY_NOT_HERE, PASSKEY_EXPIRED, PASSKEY_REFUSED, PASSKEY_LIMIT.
 * @returns recovery codes, shown once; none if they were given before
 */
export async function confirmPasskey(ask: StaffAsk, staffId: number, typed: string): Promise<Result<readonly string[]>> {
  const answer = readAttestation(typed)
  if (!relyingParty()) return refuse('PASSKEY_NOT_HERE')
  if (!answer) return refuse('PASSKEY_REFUSED')
  const challenge = await useChallenge(staffSidHash(ask.cookies), 'add', challengeIn(answer.response.clientDataJSON) ?? '')
  if (!challenge) return refuse('PASSKEY_EXPIRED')
  const made = await readPasskey(answer, challenge.challenge)
  if (!made) return refuse('PASSKEY_REFUSED')
  return inTransaction(async (client): Promise<Result<readonly string[]>> => {
    if (!(await lockAccount(client, staffId))) return refuse('NOT_FOUND')
    const before = await factorsOf(client, staffId)
    if (before.passkeys >= MOST_PASSKEYS) return refuse('PASSKEY_LIMIT', { max: MOST_PASSKEYS })
    if (!(await keepPasskey(client, staffId, { ...made, name: challenge.name ?? '' }))) return refuse('PASSKEY_REFUSED')
    await endStaffSessions(client, staffId, staffSidHash(ask.cookies))
    await note(client, ask, { staffId, action: 'passkey added' })
    return accept(hasFactor(before) ? [] : await giveRecoveryCodes(client, staffId))
  })
}

/** @returns false if somebody has it already */
async function keepPasskey(client: Queryable, staffId: number, made: MadePasskey & { readonly name: string }): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'keep-passkey',
    text: `INSERT INTO staff_passkey (credential_id, staff_id, name, public_key, sign_count, transports) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (credential_id) DO NOTHING`,
    values: [made.credentialId, staffId, made.name, made.publicKey, made.counter, made.transports],
  })
  return rowCount === 1
}

/** Leaves the adding. */
export async function leavePasskey({ cookies }: Pick<StaffAsk, 'cookies'>): Promise<Result<null>> {
  await dropChallenge(staffSidHash(cookies), 'add')
  return accept(null)
}

/**
 * Removes an own passkey, after a fresh second factor. Refusals: NOT_FOUND (somebody else's as none), LAST_SECOND_FACTOR, those of `withFreshFactor`.
 */
export async function removePasskey(
  ask: StaffAsk,
  staffId: number,
  { passkeyId, proof }: { readonly passkeyId: string; readonly proof: Proof },
): Promise<Result<null>> {
  if (!isUuid(passkeyId)) return refuse('NOT_FOUND')
  return withFreshFactor({ ask, staffId, proof }, async (client, { hasApp, passkeys }) => {
    const { rowCount } = await client.query({
      name: 'remove-passkey',
      text: 'DELETE FROM staff_passkey WHERE passkey_id = $2 AND staff_id = $1',
      values: [staffId, passkeyId],
    })
    if (rowCount !== 1) return refuse('NOT_FOUND')
    if (!hasApp && passkeys === 1) return refuse('LAST_SECOND_FACTOR')
    await note(client, ask, { staffId, action: 'passkey removed' })
    return accept(null)
  })
}

async function note(
  client: Queryable,
  { source, request }: StaffAsk,
  done: { readonly staffId: number; readonly action: StaffAction },
): Promise<void> {
  await noteStaffAct(client, { ...whenceOf(source, request), ...done, subject: String(done.staffId) })
}
