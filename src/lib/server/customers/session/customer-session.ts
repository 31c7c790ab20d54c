import type { AstroCookies } from 'astro'
import { refuse, accept, type Result } from '#lib/domain/result.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { afterCommit, database, inTransaction, type Queryable } from '#lib/server/platform/db/connect.ts'
import { logSecurity } from './security-log.ts'
import { forgetMemberships } from './session-memberships.ts'
import { giveCookies, newSid, type Visitor } from './visitors.ts'

/** Who is signed in at a visitor's session, as far as orders ask. */
export interface SignedInCustomer {
  readonly customerId: number
  /** Has a membership that is active now. */
  readonly isMember: boolean
}

/** A customer counts as signed in when the session has a CustomerId (spec §4); undefined where nobody is. */
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

/** Whose personal area is open. */
export interface AreaCustomer {
  readonly customerId: number
  readonly signedInBy: SignInWay
  /** Whether the customer has proved who they are within the last minutes: what could lock them out, or ends everything, needs that. */
  readonly isFresh: boolean
}

/** Minutes after a sign-in in which what could lock a customer out may be changed. */
export const FRESH_MINUTES = 15

/** The customer of the personal area; undefined where nobody is signed in there, or the cookie is not the one of that sign-in. */
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

/** As areaCustomerOf, for a call: NOT_SIGNED_IN where nobody is. */
export async function needAreaCustomer(visitor: Visitor | undefined): Promise<Result<AreaCustomer>> {
  const customer = await areaCustomerOf(visitor)
  return customer ? accept(customer) : refuse('NOT_SIGNED_IN')
}

export type SignInWay = 'mobile' | 'ssn' | 'email' | 'link' | 'password' | 'social'

/** A proof that was accepted. */
export interface SignIn {
  readonly customerId: number
  readonly by: SignInWay
  /** 'order': for the order only, as at the checkout; else the personal area is open as well. */
  readonly reach: 'order' | 'area'
  /** The browser as it names itself: what the list of devices says. */
  readonly userAgent: string
  readonly caller: string | null
}

/**
 * Signs a customer in at the visitor's session: under a new secret, so that whoever knew the old one has nothing of it. The cart stays. What the customer
 * may order with is noted, and orders that nobody owns and that were made with a proved number or address become theirs (`ownOrders` of the proof's own doing).
 * It belongs to the transaction of its proof: a new password, a deletion or another such end of all sessions comes before both or after both.
 * Refusals: MISSING_UUID (a header-only visitor cannot sign in), CUSTOMER_NOT_FOUND (deleted since the proof).
 */
export async function signIn(client: Queryable, cookies: AstroCookies, visitor: Visitor, proof: SignIn): Promise<Result<null>> {
  const { uuid, sidHash } = visitor
  if (!sidHash) return refuse('MISSING_UUID')
  if (!(await isThere(client, proof.customerId))) return refuse('CUSTOMER_NOT_FOUND')
  const sid = newSid()
  const signedIn = await takeSession(client, uuid, { before: sidHash, now: sid.hash }, proof)
  if (!signedIn) return refuse('MISSING_UUID')
  if (signedIn.before !== proof.customerId) await forgetMemberships(client, uuid, signedIn.before)
  await noteMemberships(client, uuid, proof.customerId)
  const { customerId, caller, by, reach } = proof
  await logSecurity(client, { action: 'signed in', customerId, uuid, caller, facts: { by, reach } })
  await audit(client, { action: 'sign in', subject: String(customerId), uuid })
  afterCommit(client, () => giveCookies(cookies, uuid, sid, sidHash))
  return accept(null)
}

/** Before the session is touched, in the order in which a deletion locks. What ends the customer's sessions at this moment is waited for, or waits. */
async function isThere(client: Queryable, customerId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'customer-signs-in',
    text: 'SELECT FROM customer WHERE customer_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    values: [customerId],
  })
  return rowCount === 1
}

/** @returns the customer who was signed in here for the order before; undefined where the session's secret is another by now */
async function takeSession(
  client: Queryable,
  uuid: string,
  sid: { readonly before: Buffer; readonly now: Buffer },
  { customerId, reach, by, userAgent }: SignIn,
): Promise<{ readonly before: number | null } | undefined> {
  const { rows } = await client.query<{ before: number | null }>({
    name: 'sign-in',
    // Of another customer who was signed in here nothing stays in the order.
    text: `UPDATE session s SET sid_hash = $3, customer_id = $4, area_customer_id = CASE WHEN $5 OR s.area_customer_id = $4 THEN $4 END,
             customer_info = CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.customer_info END,
             ssn_encrypted = CASE WHEN s.customer_id <> $4 THEN NULL ELSE s.ssn_encrypted END,
             orders_since = CASE WHEN s.customer_id <> $4 THEN now() ELSE s.orders_since END,
             signed_in_at = now(), signed_in_by = $6, device = $7, last_seen_at = now()
           FROM session b WHERE s.uuid = $1 AND s.sid_hash = $2 AND b.uuid = s.uuid RETURNING b.customer_id AS before`,
    values: [uuid, sid.before, sid.now, customerId, reach === 'area', by, userAgent.slice(0, 300)],
  })
  return rows[0]
}

/**
 * Whether a personal area is open still: for what changes or ends an account, in its transaction and once the customer's row is locked, since the session may
 * have been ended after the call was let in.
 */
export async function isAreaStillOpen(client: Queryable, { uuid, sidHash }: Visitor, customerId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'is-area-still-open',
    text: 'SELECT FROM session s WHERE uuid = $1 AND sid_hash = $2 AND area_customer_id = $3 AND is_signed_in(s) FOR SHARE',
    values: [uuid, sidHash ?? null, customerId],
  })
  return rowCount === 1
}

/** Members of a customer are added to the order as available members (spec §4). */
export async function noteMemberships(client: Queryable, uuid: string, customerId: number): Promise<void> {
  await client.query({
    name: 'note-memberships',
    text: `INSERT INTO session_grant (uuid, entitlement_id) SELECT $1, entitlement_id FROM entitlement WHERE customer_id = $2 AND kind = 'member' AND is_active
           ON CONFLICT (uuid, entitlement_id) WHERE entitlement_id IS NOT NULL DO NOTHING`,
    values: [uuid, customerId],
  })
}

/**
 * Ends the order's sign-in or that of the personal area; each has its own (spec §4). The session gets a new secret, the cart stays. What the order knew of its
 * customer goes with the order's sign-in.
 */
export async function signOut(cookies: AstroCookies, visitor: Visitor, which: 'order' | 'area', caller: string | null): Promise<void> {
  const { uuid, sidHash } = visitor
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
  if (isDone) giveCookies(cookies, uuid, sid, sidHash)
}
