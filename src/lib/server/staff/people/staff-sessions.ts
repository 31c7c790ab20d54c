import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'

/** An open session of somebody of the staff. */
export interface StaffSessionListed {
  readonly sessionId: string
  readonly device: string
  /** null: this machine. */
  readonly address: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly isCurrent: boolean
}

/** The own open sessions, the last used first. */
export async function ownSessions({ cookies }: Pick<StaffAsk, 'cookies'>, staffId: number): Promise<readonly StaffSessionListed[]> {
  const { rows } = await database().query<StaffSessionListed>({
    name: 'own-staff-sessions',
    text: `SELECT session_id AS "sessionId", device, address, created_at AS "createdAt", last_seen_at AS "lastSeenAt", sid_hash = $2 AS "isCurrent"
           FROM staff_session s WHERE staff_id = $1 AND is_open AND is_staff_session_alive(s) ORDER BY last_seen_at DESC, session_id`,
    values: [staffId, staffSidHash(cookies) ?? null],
  })
  return rows
}

/** Ends one of the own sessions. Refusals: NOT_FOUND, for somebody else's as for none. */
export async function endOwnSession({ source, request }: StaffAsk, staffId: number, sessionId: string): Promise<Result<null>> {
  if (!isUuid(sessionId)) return refuse('NOT_FOUND')
  return inTransaction(async (client): Promise<Result<null>> => {
    const { rowCount } = await client.query({
      name: 'end-own-staff-session',
      text: 'DELETE FROM staff_session WHERE session_id = $2 AND staff_id = $1',
      values: [staffId, sessionId],
    })
    if (rowCount !== 1) return refuse('NOT_FOUND')
    await noteStaffAct(client, { ...whenceOf(source, request), staffId, action: 'end session', subject: String(staffId) })
    return accept(null)
  })
}
