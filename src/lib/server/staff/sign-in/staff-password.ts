import { normaliseEmail } from '#lib/domain/customers/email-address.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { callerLimit, countTry, takeBackTries, type TryLimit } from '#lib/server/customers/session/sign-in-tries.ts'
import { checkPassword, LineFull } from '#lib/server/customers/sign-in/password-hash.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { openStaffSession, type StaffAsk } from '#lib/server/staff/session/open-session.ts'
import { noteStaffAct, whenceOf } from '#lib/server/staff/session/staff-audit.ts'

const QUARTER = 900
const DAY = 86_400

/** Wrong passwords of one account from one source, from one source for any account, and for one account from everywhere. */
function limitsOf({ source }: StaffAsk, address: string): readonly TryLimit[] {
  return [
    { kind: 'staff password of', who: `${source.caller ?? ''} ${address}`, most: 5, seconds: QUARTER },
    callerLimit({ kind: 'staff password from', who: source.caller, most: 20, seconds: QUARTER }),
    { kind: 'staff password of all', who: address, most: 50, seconds: DAY },
  ]
}

interface Account {
  readonly staffId: number
  /** null: invited, and no password yet. */
  readonly hash: string | null
  readonly hasSecondFactor: boolean
}

/**
 * Lets staff in by address and password. All failures look alike and take the same time. Refusals: LOGIN_FAILED, TOO_MANY_REQUESTS.
 * @returns 'code' if the second factor is still to be given
 */
export async function signInStaff(ask: StaffAsk, email: string, password: string): Promise<Result<'open' | 'code'>> {
  const address = normaliseEmail(email) ?? email.trim().toLowerCase()
  const tries = await countTry({ uuid: ask.uuid, caller: ask.source.caller }, limitsOf(ask, address))
  if (!tries.ok) return tries
  const found = await accountOf(address)
  const isRight = await isRightInTurn(password, found?.hash ?? null)
  if (!isRight.ok) return isRight
  const opened = found && isRight.value ? await open(ask, found) : undefined
  if (opened) {
    await takeBackTries(tries.value)
    return accept(opened)
  }
  await noteStaffAct(database(), {
    ...whenceOf(ask.source, ask.request),
    staffId: null,
    action: 'sign in failed',
    subject: String(found?.staffId ?? ''),
  })
  return refuse('LOGIN_FAILED')
}

async function accountOf(address: string): Promise<Account | undefined> {
  const { rows } = await database().query<Account>({
    name: 'staff-by-password',
    text: `SELECT staff_id AS "staffId", password_hash AS hash, has_second_factor(m) AS "hasSecondFactor" FROM staff m
           WHERE lower(email) = $1 AND disabled_at IS NULL`,
    values: [address],
  })
  return rows[0]
}

/** Refusals: TOO_MANY_REQUESTS, if too many passwords are queued. */
export async function isRightInTurn(password: string, hash: string | null): Promise<Result<boolean>> {
  try {
    return accept((await checkPassword(password, hash)).isRight)
  } catch (error) {
    if (error instanceof LineFull) return refuse('TOO_MANY_REQUESTS', { seconds: 2 })
    throw error
  }
}

/** Opens a session unless the password has changed or the account was closed since the check. */
async function open(ask: StaffAsk, { staffId, hash, hasSecondFactor }: Account): Promise<'open' | 'code' | undefined> {
  return inTransaction(async (client) => {
    if (!(await isStillRight(client, staffId, hash))) return undefined
    await openStaffSession(client, ask, { staffId, isOpen: !hasSecondFactor })
    return hasSecondFactor ? 'code' : 'open'
  })
}

async function isStillRight(client: Queryable, staffId: number, hash: string | null): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-staff-password-still-right',
    text: 'SELECT FROM staff WHERE staff_id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR NO KEY UPDATE',
    values: [staffId, hash],
  })
  return rowCount === 1
}
