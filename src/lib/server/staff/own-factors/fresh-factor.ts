import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { lockAccount } from '#lib/server/staff/sign-in/lock-account.ts'
import { countCodeTry, useCode } from '#lib/server/staff/sign-in/staff-code.ts'
import { isRightInTurn } from '#lib/server/staff/sign-in/staff-password.ts'
import { checkSignature, noteRefusedPasskey, passkeyNamed, usePasskey, type Signed } from '../passkeys/check-passkey.ts'
import { readAssertion } from '../passkeys/read-answer.ts'

/** What somebody who is signed in gives again before the factors of the account change; '' is not given. */
export interface Proof {
  readonly code: string
  /** A signature, as JSON. */
  readonly passkey: string
  /** Asked for only where there is no second factor. */
  readonly password: string
}

/** How an account is proved. */
export interface Factors {
  readonly hasApp: boolean
  readonly passkeys: number
  readonly recoveryCodesLeft: number
}

interface FactorsRow extends Factors {
  readonly hash: string | null
}

async function rowOf(client: Queryable, staffId: number): Promise<FactorsRow | undefined> {
  const { rows } = await client.query<FactorsRow>({
    name: 'factors-of',
    text: `SELECT password_hash AS hash, totp_step IS NOT NULL AS "hasApp", cardinality(recovery_hashes) AS "recoveryCodesLeft",
             (SELECT count(*)::int FROM staff_passkey p WHERE p.staff_id = m.staff_id) AS passkeys
           FROM staff m WHERE staff_id = $1`,
    values: [staffId],
  })
  return rows[0]
}

/** The factors of an account, as they are in the transaction. */
export async function factorsOf(client: Queryable, staffId: number): Promise<Factors> {
  const { hasApp = false, passkeys = 0, recoveryCodesLeft = 0 } = (await rowOf(client, staffId)) ?? {}
  return { hasApp, passkeys, recoveryCodesLeft }
}

/** Somebody of the staff who proves to be the owner of the account. */
interface Proving {
  readonly ask: StaffAsk
  readonly staffId: number
  readonly proof: Proof
}

/**
 * Does something to the own factors after a fresh second factor: a code of the app, a recovery code or a passkey; the password where there is none of them.
 * A code or signature is used up only if the work is done. Refusals: LOGIN_FAILED, STAFF_CODE_WRONG, PASSKEY_*, TOO_MANY_REQUESTS, those of the work.
 */
export async function withFreshFactor<T>(
  proving: Proving,
  work: (client: Queryable, before: Factors) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { ask, staffId } = proving
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const signed = await prove(proving)
  if (!signed.ok) return signed
  const done = await inTransaction(async (client): Promise<Result<T>> => {
    if (!(await lockAccount(client, staffId))) return refuse('NOT_FOUND')
    const before = await factorsOf(client, staffId)
    const taken = await take(client, signed.value, { staffId, before })
    return taken.ok ? work(client, before) : taken
  })
  if (done.ok) await takeBackTries(tries.value)
  else if (done.refusal.code === 'PASSKEY_COPIED') await noteRefusedPasskey(ask, staffId, done.refusal)
  return done
}

/** What is proved outside of the transaction: the password, which takes long, or the signature. */
type Proved =
  { readonly by: 'password' } | { readonly by: 'passkey'; readonly signed: Signed } | { readonly by: 'code'; readonly code: string }

async function prove({ ask, staffId, proof: { code, passkey, password } }: Proving): Promise<Result<Proved>> {
  const row = await rowOf(database(), staffId)
  if (!row) return refuse('NOT_FOUND')
  if (!hasFactor(row)) {
    const isRight = await isRightInTurn(password, row.hash)
    if (!isRight.ok) return isRight
    return isRight.value ? accept({ by: 'password' }) : refuse('LOGIN_FAILED')
  }
  return passkey === '' ? accept({ by: 'code', code }) : proveByPasskey(ask, staffId, passkey)
}

async function proveByPasskey(ask: StaffAsk, staffId: number, typed: string): Promise<Result<Proved>> {
  const answer = readAssertion(typed)
  const passkey = answer && (await passkeyNamed(answer))
  const signed: Result<Signed> =
    answer && passkey?.staffId === staffId
      ? await checkSignature({ boundTo: staffSidHash(ask.cookies), purpose: 'prove' }, answer, passkey)
      : refuse('PASSKEY_REFUSED')
  if (signed.ok) return accept({ by: 'passkey', signed: signed.value })
  await noteRefusedPasskey(ask, staffId, signed.refusal)
  return signed
}

/** In the transaction, in which a password is enough only while there still is no second factor. */
async function take(
  client: Queryable,
  proved: Proved,
  { staffId, before }: { readonly staffId: number; readonly before: Factors },
): Promise<Result<null>> {
  if (proved.by === 'passkey') return usePasskey(client, proved.signed)
  if (proved.by === 'code') return (await useCode(client, staffId, proved.code)) ? accept(null) : refuse('STAFF_CODE_WRONG')
  return hasFactor(before) ? refuse('STAFF_CODE_WRONG') : accept(null)
}

export function hasFactor({ hasApp, passkeys }: Factors): boolean {
  return hasApp || passkeys > 0
}
