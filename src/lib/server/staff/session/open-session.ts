import type { AstroCookies } from 'astro'
import { newSid } from '#lib/server/customers/session/visitors.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit } from '#lib/server/platform/db/transactions.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import type { Source } from '#lib/server/platform/http/limits/network.ts'
import { noteStaffAct, whenceOf } from './staff-audit.ts'
import { staffSidHash } from './staff-session.ts'

/** A browser that asks to be let in, or acts, as staff. */
export interface StaffAsk {
  readonly cookies: AstroCookies
  readonly request: Request
  readonly source: Source
  /** The visitor of the same browser, for the log of limits. */
  readonly uuid: string
  /** The hash of that visitor's secret, which binds to this browser what is begun before there is a session of staff; undefined without cookies. */
  readonly browser?: Buffer | undefined
}

/** Seconds for which a browser keeps the cookie; the database ends the session earlier. */
const COOKIE_SECONDS = 43_200

/** A session of somebody; it is not open while the second factor is still to be given. */
interface NewSession {
  readonly staffId: number
  readonly isOpen: boolean
}

/**
 * Opens a session under a new secret, in the transaction of the proof; the one that this browser had before ends.
 */
export async function openStaffSession(client: Queryable, ask: StaffAsk, { staffId, isOpen }: NewSession): Promise<void> {
  const { cookies, source, request } = ask
  const sid = newSid()
  const whence = whenceOf(source, request)
  await deleteSession(client, staffSidHash(cookies))
  await client.query({
    name: 'open-staff-session',
    text: 'INSERT INTO staff_session (sid_hash, staff_id, is_open, device, address, visitor) VALUES ($1, $2, $3, $4, $5, $6)',
    values: [sid.hash, staffId, isOpen, whence.device, whence.address, ask.uuid],
  })
  await noteStaffAct(client, { ...whence, staffId, action: isOpen ? 'sign in' : 'password accepted', subject: String(staffId) })
  afterCommit(client, () => {
    const { staff, secure } = cookieNames()
    cookies.set(staff, sid.value, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge: COOKIE_SECONDS })
  })
}

/** Ends the session of this browser, open or not. */
export async function closeStaffSession(client: Queryable, { cookies, source, request }: StaffAsk): Promise<void> {
  const staffId = await deleteSession(client, staffSidHash(cookies))
  if (staffId !== undefined)
    await noteStaffAct(client, { ...whenceOf(source, request), staffId, action: 'sign out', subject: String(staffId) })
  afterCommit(client, () => {
    const { staff, secure } = cookieNames()
    cookies.delete(staff, { path: '/', secure })
  })
}

/** @returns whose it was */
async function deleteSession(client: Queryable, hash: Buffer | undefined): Promise<number | undefined> {
  if (!hash) return undefined
  const { rows } = await client.query<{ staffId: number }>({
    name: 'close-staff-session',
    text: 'DELETE FROM staff_session WHERE sid_hash = $1 RETURNING staff_id AS "staffId"',
    values: [hash],
  })
  return rows[0]?.staffId
}

/** Ends the sessions of somebody of the staff, in the transaction of the cause. @param except the hash of one that stays */
export async function endStaffSessions(client: Queryable, staffId: number, except?: Buffer): Promise<void> {
  await client.query({
    name: 'end-staff-sessions',
    text: 'DELETE FROM staff_session WHERE staff_id = $1 AND sid_hash IS DISTINCT FROM $2',
    values: [staffId, except ?? null],
  })
}
