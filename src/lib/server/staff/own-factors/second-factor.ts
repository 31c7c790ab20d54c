import QRCode from 'qrcode'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { withFreshFactor, type Proof } from '#lib/server/staff/own-factors/fresh-factor.ts'
import { endStaffSessions, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { countCodeTry } from '../sign-in/staff-code.ts'
import { giveRecoveryCodes, newTotpSecret, stepOfCode, totpAddress, useStep } from '../sign-in/totp.ts'

/** An own account, for its page. */
export interface OwnFactor {
  readonly email: string
  /** 'begun': the secret is shown, and is in use once a code of it was given. */
  readonly state: 'none' | 'begun' | 'on'
  readonly recoveryCodesLeft: number
  /** While it is begun: the secret in base32, and the picture of its address as SVG. */
  readonly secret?: string
  readonly picture?: string
}

interface FactorRow {
  readonly email: string
  readonly sealed: Buffer | null
  readonly isOn: boolean
  readonly left: number
}

async function rowOf(staffId: number): Promise<FactorRow | undefined> {
  const { rows } = await database().query<FactorRow>({
    name: 'own-factor',
    text: `SELECT email, totp_secret AS sealed, totp_step IS NOT NULL AS "isOn", cardinality(recovery_hashes) AS left
           FROM staff WHERE staff_id = $1`,
    values: [staffId],
  })
  return rows[0]
}

export async function ownFactor(staffId: number): Promise<OwnFactor> {
  const row = await rowOf(staffId)
  if (!row?.sealed || row.isOn) return { email: row?.email ?? '', state: row?.isOn ? 'on' : 'none', recoveryCodesLeft: row?.left ?? 0 }
  const secret = decryptText(row.sealed)
  const address = totpAddress(secret, row.email, settings().brand.name)
  return {
    email: row.email,
    state: 'begun',
    recoveryCodesLeft: row.left,
    secret,
    picture: await QRCode.toString(address, { type: 'svg', margin: 2 }),
  }
}

/**
 * Makes a new secret, which counts once a code of it was given. Asks for the password, or for a passkey or recovery code of who has a passkey.
 * Refusals: NOT_FOUND (it is on already), those of `withFreshFactor`.
 */
export async function beginFactor(ask: StaffAsk, staffId: number, proof: Proof): Promise<Result<null>> {
  return withFreshFactor({ ask, staffId, proof }, async (client, { hasApp }) => {
    if (hasApp) return refuse('NOT_FOUND')
    await client.query({
      name: 'begin-factor',
      text: 'UPDATE staff SET totp_secret = $2 WHERE staff_id = $1 AND totp_step IS NULL',
      values: [staffId, encryptText(newTotpSecret())],
    })
    return accept(null)
  })
}

/** Turns the second factor on by its first code, and ends all other sessions. Refusals: STAFF_CODE_WRONG, TOO_MANY_REQUESTS. @returns recovery codes, shown once */
export async function confirmFactor(ask: StaffAsk, staffId: number, code: string): Promise<Result<readonly string[]>> {
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const done = await inTransaction(async (client): Promise<Result<readonly string[]>> => {
    const { rows } = await client.query<{ sealed: Buffer | null }>({
      name: 'factor-to-confirm',
      text: 'SELECT totp_secret AS sealed FROM staff WHERE staff_id = $1 AND totp_step IS NULL AND totp_secret IS NOT NULL FOR UPDATE',
      values: [staffId],
    })
    const sealed = rows[0]?.sealed
    const step = sealed ? stepOfCode(decryptText(sealed), code) : undefined
    if (step === undefined || !(await useStep(client, staffId, step))) return refuse('STAFF_CODE_WRONG')
    const codes = await giveRecoveryCodes(client, staffId)
    await endStaffSessions(client, staffId, staffSidHash(ask.cookies))
    await noteStaffAct(client, { ...whenceOf(ask.source, ask.request), staffId, action: 'second factor on', subject: String(staffId) })
    return accept(codes)
  })
  if (done.ok) await takeBackTries(tries.value)
  return done
}

/**
 * Turns the own app off after a fresh second factor, if a passkey is left. Recovery codes stay. Refusals: NOT_FOUND (it is not on), LAST_SECOND_FACTOR, those of
 * `withFreshFactor`.
 */
export async function endFactor(ask: StaffAsk, staffId: number, proof: Proof): Promise<Result<null>> {
  return withFreshFactor({ ask, staffId, proof }, async (client, { hasApp, passkeys }) => {
    if (!hasApp) return refuse('NOT_FOUND')
    if (passkeys === 0) return refuse('LAST_SECOND_FACTOR')
    await client.query({
      name: 'end-factor',
      text: 'UPDATE staff SET totp_secret = NULL, totp_step = NULL WHERE staff_id = $1',
      values: [staffId],
    })
    await noteStaffAct(client, { ...whenceOf(ask.source, ask.request), staffId, action: 'second factor off', subject: String(staffId) })
    return accept(null)
  })
}
