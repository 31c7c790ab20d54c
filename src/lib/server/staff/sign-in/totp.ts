import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Codes of six digits that change every 30 seconds (RFC 6238), as every authenticator app makes them. */
const PERIOD = 30
/** Steps before and after the present one whose code is taken, for clocks that differ. */
const WINDOW = 1
const RECOVERY_CODES = 10

/** @returns a new secret in base32, as apps and people read it */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address in the QR code that an app reads. */
export function totpAddress(secret: string, email: string, issuer: string): string {
  return totpOf(secret, email, issuer).toString()
}

function totpOf(secret: string, label = '', issuer = ''): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD, digits: 6, label, issuer })
}

/** The time step that a code is of; undefined if it is none of now. */
export function stepOfCode(secret: string, code: string, now = Date.now()): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD) + delta
}

/** Uses the code of a step up: it counts once, also among calls at the same moment. @returns whether this call was the one */
export async function useStep(client: Queryable, staffId: number, step: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'use-totp-step',
    text: 'UPDATE staff SET totp_step = $2 WHERE staff_id = $1 AND totp_secret IS NOT NULL AND coalesce(totp_step, 0) < $2',
    values: [staffId, step],
  })
  return rowCount === 1
}

/** Gives an account new codes for the day on which app or passkey is lost, five signs and five signs; those that it had end. */
export async function giveRecoveryCodes(client: Queryable, staffId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => unguessable(10).replace(/^(.{5})/, '$1-'))
  await client.query({
    name: 'keep-recovery-codes',
    text: 'UPDATE staff SET recovery_hashes = $2 WHERE staff_id = $1',
    values: [staffId, codes.map(hashOfRecoveryCode)],
  })
  return codes
}

/** @returns the hash of a code as it was typed, or undefined if it cannot be one */
export function hashOfRecoveryCode(typed: string): Buffer | undefined {
  const signs = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return signs.length === 10 ? createHash('sha256').update(signs).digest() : undefined
}

/** Uses a recovery code up. @returns whether there was one */
export async function useRecoveryCode(client: Queryable, staffId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'use-recovery-code',
    text: 'UPDATE staff SET recovery_hashes = array_remove(recovery_hashes, $2) WHERE staff_id = $1 AND $2 = ANY (recovery_hashes)',
    values: [staffId, hash],
  })
  return rowCount === 1
}
