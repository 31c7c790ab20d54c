import { isWeakPassword } from '#lib/domain/customers/weak-password.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { hashPassword, LineFull } from '#lib/server/customers/sign-in/password-hash.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { endStaffSessions, openStaffSession, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { hashOfToken } from '#lib/server/staff/people/invite.ts'

/** Who was invited by a link that still works. */
export interface Guest {
  readonly staffId: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** undefined: the link was used, has ended, or is none. Looking at it uses nothing up. */
export async function guestOf(token: string): Promise<Guest | undefined> {
  const { rows } = await database().query<Guest>({
    name: 'guest-of-link',
    text: `SELECT m.staff_id AS "staffId", first_name AS "firstName", last_name AS "lastName", email FROM staff_invitation i JOIN staff m USING (staff_id)
           WHERE i.token_hash = $1 AND i.used_at IS NULL AND i.expires_at > now() AND m.disabled_at IS NULL`,
    values: [hashOfToken(token)],
  })
  return rows[0]
}

/**
 * Sets the password by the link, which ends with it, and ends all sessions of the account. Whoever has a second factor still has to give it.
 * Refusals: INVITATION_ENDED, PASSWORD_TOO_WEAK, TOO_MANY_REQUESTS.
 */
export async function acceptInvitation(ask: StaffAsk, token: string, password: string): Promise<Result<null>> {
  const guest = await guestOf(token)
  if (!guest) return refuse('INVITATION_ENDED')
  if (isWeakPassword(password, [guest.email, guest.firstName, guest.lastName])) return refuse('PASSWORD_TOO_WEAK')
  const hash = await hashInTurn(password)
  if (!hash.ok) return hash
  return inTransaction(async (client): Promise<Result<null>> => {
    const { rowCount } = await client.query({
      name: 'use-invitation',
      text: 'UPDATE staff_invitation SET used_at = now() WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()',
      values: [hashOfToken(token)],
    })
    if (rowCount !== 1) return refuse('INVITATION_ENDED')
    const { rows } = await client.query<{ hasSecondFactor: boolean }>({
      name: 'set-staff-password',
      text: 'UPDATE staff m SET password_hash = $2 WHERE staff_id = $1 AND disabled_at IS NULL RETURNING has_second_factor(m) AS "hasSecondFactor"',
      values: [guest.staffId, hash.value],
    })
    if (!rows[0]) return refuse('INVITATION_ENDED')
    await endStaffSessions(client, guest.staffId)
    await openStaffSession(client, ask, { staffId: guest.staffId, isOpen: !rows[0].hasSecondFactor })
    return accept(null)
  })
}

async function hashInTurn(password: string): Promise<Result<string>> {
  try {
    return accept(await hashPassword(password))
  } catch (error) {
    if (error instanceof LineFull) return refuse('TOO_MANY_REQUESTS', { seconds: 2 })
    throw error
  }
}
