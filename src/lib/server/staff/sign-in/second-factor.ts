import QRCode from 'qrcode'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { database, inTransaction } from '#lib/server/platform/db/connect.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { endStaffSessions, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { countCodeTry, useCode } from './staff-code.ts'
import { isRightInTurn } from './staff-password.ts'
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, totpAddress } from './totp.ts'

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
  readonly hash: string | null
  readonly sealed: Buffer | null
  readonly isOn: boolean
  readonly left: number
}

async function rowOf(staffId: number): Promise<FactorRow | undefined> {
  const { rows } = await database().query<FactorRow>({
    name: 'own-factor',
    text: `SELECT email, password_hash AS hash, totp_secret AS sealed, totp_step IS NOT NULL AS "isOn", cardinality(recovery_hashes) AS left
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
    recoveryCodesLeft: 0,
    secret,
    picture: await QRCode.toString(address, { type: 'svg', margin: 2 }),
  }
}

/** Makes a new secret, which counts once a code of it was given. Asks for the password. Refusals: LOGIN_FAILED, TOO_MANY_REQUESTS, NOT_FOUND (it is on already). */
export async function beginFactor(ask: StaffAsk, staffId: number, password: string): Promise<Result<null>> {
  const row = await rowOf(staffId)
  if (!row || row.isOn) return refuse('NOT_FOUND')
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const isRight = await isRightInTurn(password, row.hash)
  if (!isRight.ok) return isRight
  if (!isRight.value) return refuse('LOGIN_FAILED')
  await takeBackTries(tries.value)
  await database().query({
    name: 'begin-factor',
    text: 'UPDATE staff SET totp_secret = $2 WHERE staff_id = $1 AND totp_step IS NULL',
    values: [staffId, encryptText(newTotpSecret())],
  })
  return accept(null)
}

/** Turns the second factor on by its first code, and ends all other sessions. Refusals: STAFF_CODE_WRONG, TOO_MANY_REQUESTS. @returns recovery codes, shown once */
export async function confirmFactor(ask: StaffAsk, staffId: number, code: string): Promise<Result<readonly string[]>> {
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const codes = newRecoveryCodes()
  const done = await inTransaction(async (client): Promise<Result<readonly string[]>> => {
    const { rowCount } = await client.query({
      name: 'may-confirm-factor',
      text: 'SELECT FROM staff WHERE staff_id = $1 AND totp_step IS NULL AND totp_secret IS NOT NULL FOR UPDATE',
      values: [staffId],
    })
    if (rowCount !== 1 || !(await useCode(client, staffId, code))) return refuse('STAFF_CODE_WRONG')
    await client.query({
      name: 'keep-recovery-codes',
      text: 'UPDATE staff SET recovery_hashes = $2 WHERE staff_id = $1',
      values: [staffId, codes.map(hashOfRecoveryCode)],
    })
    await endStaffSessions(client, staffId, staffSidHash(ask.cookies))
    await noteStaffAct(client, { ...whenceOf(ask.source, ask.request), staffId, action: 'second factor on', subject: String(staffId) })
    return accept(codes)
  })
  if (done.ok) await takeBackTries(tries.value)
  return done
}

/** Turns the own second factor off by a code of it. Refusals: STAFF_CODE_WRONG, TOO_MANY_REQUESTS. */
export async function endFactor(ask: StaffAsk, staffId: number, code: string): Promise<Result<null>> {
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const done = await inTransaction(async (client): Promise<Result<null>> => {
    if (!(await useCode(client, staffId, code))) return refuse('STAFF_CODE_WRONG')
    await client.query({
      name: 'end-factor',
      text: `UPDATE staff SET totp_secret = NULL, totp_step = NULL, recovery_hashes = '{}' WHERE staff_id = $1`,
      values: [staffId],
    })
    await noteStaffAct(client, { ...whenceOf(ask.source, ask.request), staffId, action: 'second factor off', subject: String(staffId) })
    return accept(null)
  })
  if (done.ok) await takeBackTries(tries.value)
  return done
}
