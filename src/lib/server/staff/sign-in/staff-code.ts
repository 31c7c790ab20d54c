import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { openStaffSession, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'
import { staffSidHash } from '#lib/server/staff/session/staff-session.ts'
import { hashOfRecoveryCode, stepOfCode, useRecoveryCode, useStep } from './totp.ts'

const QUARTER = 900
const DAY = 86_400

/** Whose second factor this browser is still to give; undefined if none is asked for. */
export async function waitsForCode(ask: Pick<StaffAsk, 'cookies'>, client: Queryable = database()): Promise<number | undefined> {
  const hash = staffSidHash(ask.cookies)
  if (!hash) return undefined
  const { rows } = await client.query<{ staffId: number }>({
    name: 'staff-waits-for-code',
    text: `SELECT staff_id AS "staffId" FROM staff_session s JOIN staff m USING (staff_id)
           WHERE s.sid_hash = $1 AND NOT s.is_open AND is_staff_session_alive(s) AND m.disabled_at IS NULL FOR UPDATE OF s`,
    values: [hash],
  })
  return rows[0]?.staffId
}

/** Takes the second factor: a code of the app, or a recovery code. Opens a session under a new secret. Refusals: NOT_SIGNED_IN, STAFF_CODE_WRONG, TOO_MANY_REQUESTS. */
export async function giveStaffCode(ask: StaffAsk, typed: string): Promise<Result<null>> {
  const staffId = await waitsForCode(ask)
  if (staffId === undefined) return refuse('NOT_SIGNED_IN')
  const tries = await countCodeTry(ask, staffId)
  if (!tries.ok) return tries
  const done = await inTransaction(async (client): Promise<Result<null>> => {
    if ((await waitsForCode(ask, client)) !== staffId) return refuse('NOT_SIGNED_IN')
    if (!(await useCode(client, staffId, typed))) return refuse('STAFF_CODE_WRONG')
    await openStaffSession(client, ask, { staffId, isOpen: true })
    return accept(null)
  })
  if (done.ok) await takeBackTries(tries.value)
  else await noteStaffAct(database(), { ...whenceOf(ask.source, ask.request), staffId, action: 'code refused', subject: String(staffId) })
  return done
}

/** Counts a try of a code against its account, wherever it comes from. Refusals: TOO_MANY_REQUESTS. */
export function countCodeTry({ uuid, source }: StaffAsk, staffId: number): ReturnType<typeof countTry> {
  const who = String(staffId)
  return countTry({ uuid, caller: source.caller }, [
    { kind: 'staff code of', who, most: 5, seconds: QUARTER },
    { kind: 'staff code of all', who, most: 30, seconds: DAY },
  ])
}

/** Uses a code of the app, if that is in use, or a recovery code up. @returns whether it was right and had not been used */
export async function useCode(client: Queryable, staffId: number, typed: string): Promise<boolean> {
  const { rows } = await client.query<{ secret: Buffer | null }>({
    name: 'totp-secret',
    text: 'SELECT CASE WHEN totp_step IS NOT NULL THEN totp_secret END AS secret FROM staff WHERE staff_id = $1 AND disabled_at IS NULL',
    values: [staffId],
  })
  const [account] = rows
  if (!account) return false
  const step = account.secret ? stepOfCode(decryptText(account.secret), typed) : undefined
  if (step !== undefined) return useStep(client, staffId, step)
  const hash = hashOfRecoveryCode(typed)
  return hash !== undefined && useRecoveryCode(client, staffId, hash)
}
