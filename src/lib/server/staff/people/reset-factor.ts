import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { endStaffSessions } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct } from '#lib/server/staff/session/staff-audit.ts'
import type { Inviter } from './invite.ts'

/** What the log of staff calls it. */
export const FACTOR_RESET = 'reset second factor'

/** Takes the second factor of an account away, app, passkeys and recovery codes, and ends its sessions. The password stays. */
export async function resetFactor(client: Queryable, staffId: number): Promise<void> {
  await client.query({
    name: 'reset-factor',
    text: `UPDATE staff SET totp_secret = NULL, totp_step = NULL, recovery_hashes = '{}' WHERE staff_id = $1`,
    values: [staffId],
  })
  await client.query({ name: 'reset-passkeys', text: 'DELETE FROM staff_passkey WHERE staff_id = $1', values: [staffId] })
  await endStaffSessions(client, staffId)
}

/** The same for the account with an address, and logs it: for an owner whom no other owner can help. Refusal: NOT_FOUND (no such account). */
export async function resetFactorOf(client: Queryable, email: string, by: Inviter): Promise<Result<null>> {
  const { rows } = await client.query<{ readonly staffId: number }>({
    name: 'staff-id-by-address',
    text: `SELECT staff_id AS "staffId" FROM staff WHERE lower(email) = lower($1)`,
    values: [email.trim()],
  })
  const staffId = rows[0]?.staffId
  if (staffId === undefined) return refuse('NOT_FOUND')
  await resetFactor(client, staffId)
  await noteStaffAct(client, { ...by, action: FACTOR_RESET, subject: String(staffId) })
  return accept(null)
}
