import type { AstroCookies } from 'astro'
import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { afterCommit, inTransaction } from '#lib/server/platform/db/transactions.ts'
import { logSecurity } from './security-log.ts'
import { forgetMemberships } from './session-memberships.ts'
import { forgetSid } from './visitor-memory.ts'
import { giveCookies, newSid, type Sid, type Visitor } from './visitors.ts'

/** The customer of a visitor's session, for orders. */
export interface SignedInCustomer {
  readonly customerId: number
  /** Whether the customer has an active membership now. */
  readonly isMember: boolean
}

/** The customer of a session that has a CustomerId, which counts as signed in (spec §4); undefined if there is none. */
export async function customerOf(uuid: string): Promise<SignedInCustomer | undefined> {
  const { rows } = await database().query<SignedInCustomer>({
    name: 'customer-of-session',
    text: `SELECT s.customer_id AS "customerId", EXISTS (
             SELECT FROM entitlement e WHERE e.customer_id = s.customer_id AND e.kind = 'member' AND e.is_active
               AND (e.starts_at IS NULL OR e.starts_at <= now()) AND (e.ends_at IS NULL OR e.ends_at > now())) AS "isMember"
           FROM session s WHERE s.uuid = $1 AND s.customer_id IS NOT NULL AND is_signed_in(s)`,
    values: [uuid],
  })
  return rows[0]
}

/** The customer of an open personal area. */
export interface AreaCustomer {
  readonly customerId: number
  readonly signedInBy: SignInWay
  /** Whether the customer was authenticated within the last minutes, which is required for changes that could lock them out or delete the account. */
  readonly isFresh: boolean
}

/** Minutes after a sign-in in which such changes are allowed. */
export const FRESH_MINUTES = 15

/** The customer of the personal area; undefined if nobody is signed in there, or the cookie is not the one of that sign-in. */
export async function areaCustomerOf(visitor: Visitor | undefined): Promise<AreaCustomer | undefined> {
  if (!visitor?.sidHash) return undefined
  const { rows } = await database().query<AreaCustomer>({
    name: 'area-customer',
    text: `SELECT area_customer_id AS "customerId", signed_in_by AS "signedInBy", signed_in_at > now() - $3::int * interval '1 minute' AS "isFresh"
           FROM session s WHERE uuid = $1 AND sid_hash = $2 AND area_customer_id IS NOT NULL AND is_signed_in(s)`,
    values: [visitor.uuid, visitor.sidHash, FRESH_MINUTES],
  })
  return rows[0]
}

/** The same for a call. Refusals: NOT_SIGNED_IN. */
export async function needAreaCustomer(visitor: Visitor | undefined): Promise<Result<AreaCustomer>> {
  const customer = await areaCustomerOf(visitor)
  return customer ? accept(customer) : refuse('NOT_SIGNED_IN')
}

export type SignInWay = 'mobile' | 'ssn' | 'email' | 'link' | 'password' | 'social'

/** A visitor, and the cookies of the browser that the visitor is known by. */
export interface Browser {
  readonly cookies: AstroCookies
  readonly visitor: Visitor
}

/** An accepted proof. */
export interface SignIn {
  readonly customerId: number
  readonly by: SignInWay
  /** 'order': for the order only, as at checkout; 'area': opens the personal area too. */
  readonly reach: 'order' | 'area'
  /** The User-Agent, for the list of devices. */
  readonly userAgent: string
  readonly caller: string | null
}

/**
 * Signs a customer in to the visitor's session under a new secret, so that the old one is worthless; the cart stays. Adds the customer's memberships to the
 * order and adopts unowned orders made with the proved number or address (`ownOrders`). Runs in the proof's transaction, so that a new password, a deletion or
 * another end of all sessions comes entirely before or after it. Refusals: MISSING_UUID (a header-only visitor cannot sign in), CUSTOMER_NOT_FOUND (deleted
 * since the proof).
 */
export async function signIn(client: Queryable, browser: Browser, proof: SignIn): Promise<Result<null>> {
  const { uuid, sidHash } = browser.visitor
  if (!sidHash) return refuse('MISSING_UUID')
  if (!(await isThere(client, proof.customerId))) return refuse('CUSTOMER_NOT_FOUND')
  const sid = newSid()
  const signedIn = await takeSession(client, { uuid, before: sidHash, now: sid.hash }, proof)
  if (!signedIn) return refuse('MISSING_UUID')
  if (signedIn.before !== proof.customerId) await forgetMemberships(client, uuid, signedIn.before)
  await noteMemberships(client, uuid, proof.customerId)
  const { customerId, caller, by, reach } = proof
  await logSecurity(client, { action: 'signed in', customerId, uuid, caller, facts: { by, reach } })
  await audit(client, { action: 'sign in', subject: String(customerId), uuid })
  afterCommit(client, () => replaceCookies(browser, sid))
  return accept(null)
}

/** Locks the customer before the session, in the same order as a deletion, so that a concurrent end of the customer's sessions comes before or after. */
async function isThere(client: Queryable, customerId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'customer-signs-in',
    text: 'SELECT FROM customer WHERE customer_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    values: [customerId],
  })
  return rowCount === 1
}

/** Gives the browser the session's new secret; the cache drops the earlier one. */
function replaceCookies({ cookies, visitor: { uuid, sidHash } }: Browser, sid: Sid): void {
  giveCookies(cookies, uuid, sid)
  if (sidHash) forgetSid(sidHash)
}

/** @returns the customer who was signed in for the order before; undefined if the session's secret has changed meanwhile */
async function takeSession(
  client: Queryable,
  { uuid, before, now }: { readonly uuid: string; readonly before: Buffer; readonly now: Buffer },
  { customerId, reach, by, userAgent }: SignIn,
): Promise<{ readonly before: number | null } | undefined> {
  const { rows } = await client.query<{ before: number | null }>({
    name: 'sign-in',
    // Removes a previous customer's data from the order.
    text: `UPDATE session s SET sid_hash = $3, customer_id = $4, area_customer_id = CASE WHEN $5 OR s.area_customer_id = $4 THEN $4 END,
             customer_info = CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.customer_info END,
             ssn_encrypted = CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.ssn_encrypted END,
             orders_since = CASE WHEN s.customer_id <> $4 THEN now() ELSE s.orders_since END,
             signed_in_at = now(), signed_in_by = $6, device = $7, last_seen_at = now()
           FROM session b WHERE s.uuid = $1 AND s.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.customer_id AS before`,
    values: [uuid, before, now, customerId, reach === 'area', by, userAgent.slice(0, 300)],
  })
  return rows[0]
}

/**
 * Whether the personal area is still open, for changes to an account. Call it in their transaction after locking the customer's row, because the session may
 * have ended since the call was admitted.
 */
export async function isAreaStillOpen(client: Queryable, { uuid, sidHash }: Visitor, customerId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-area-still-open',
    text: 'SELECT FROM session s WHERE uuid = $1 AND sid_hash = $2 AND area_customer_id = $3 AND is_signed_in(s) FOR SHARE',
    values: [uuid, sidHash ?? null, customerId],
  })
  return rowCount === 1
}

/** Adds the customer's memberships to the order as available members (spec §4). */
export async function noteMemberships(client: Queryable, uuid: string, customerId: number): Promise<void> {
  await client.query({
    name: 'note-memberships',
    text: `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM entitlement WHERE customer_id = $2 AND kind = 'member' AND is_active
           ON CONFLICT (uuid, entitlement_id) WHERE entitlement_id IS NOT NULL DO NOTHING`,
    values: [uuid, customerId],
  })
}

/**
 * Ends the sign-in of the order or of the personal area, which are separate (spec §4). The session gets a new secret and keeps its cart; signing out of the
 * order also deletes its customer data.
 */
export async function signOut(browser: Browser, which: 'order' | 'area', caller: string | null): Promise<void> {
  const { uuid, sidHash } = browser.visitor
  if (!sidHash) return
  const sid = newSid()
  const isDone = await inTransaction(async (client) => {
    const { rows } = await client.query<{ customer: number | null }>({
      name: which === 'order' ? 'sign-out-order' : 'sign-out-area',
      text:
        which === 'order'
          ? `UPDATE session s SET sid_hash = $3, customer_id = NULL, customer_info = NULL, ssn_encrypted = NULL, orders_since = now() FROM session b
             WHERE s.uuid = $1 AND s.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.customer_id AS customer`
          : `UPDATE session s SET sid_hash = $3, area_customer_id = NULL, orders_since = now() FROM session b
             WHERE s.uuid = $1 AND s.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.area_customer_id AS customer`,
      values: [uuid, sidHash, sid.hash],
    })
    const ended = rows[0]
    if (!ended) return false
    if (which === 'order') await forgetMemberships(client, uuid, ended.customer)
    if (ended.customer !== null)
      await logSecurity(client, { action: 'signed out', customerId: ended.customer, uuid, caller, facts: { which } })
    return true
  })
  if (isDone) replaceCookies(browser, sid)
}
