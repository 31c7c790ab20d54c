import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { AstroCookies } from 'astro'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import type { CookieJar } from '#lib/server/platform/http/cookie-jar.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { earlierKeysFor, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { forgetMemberships } from './session-memberships.ts'
import { isMemoryTrue, memoryNow, rememberedBySid, rememberedHeader, rememberHeader, rememberSid } from './visitor-memory.ts'

/**
 * An anonymous visitor (spec §6). The uuid names the cart in public and proves nothing. The proof is a random cookie (sid), stored hashed; a second, signed
 * cookie restores the uuid after the session ends (spec §4: from the session, else a cookie, else generated).
 */
export interface Visitor {
  readonly uuid: string
  /** A header-only visitor is a plain API client: it buys its own cart and sees no personal data. */
  readonly proof: 'cookie' | 'header'
  /** Hash of the visitor's cookie value. A customer's data is accessible only with this secret, not with an earlier one of the same uuid. */
  readonly sidHash?: Buffer
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const YEAR = 31_536_000

/** The visitor of a page, known by cookie or new; sets missing cookies. Refusals: TOO_MANY_REQUESTS (too many new visitors from the caller's address). */
export async function openVisitor(cookies: CookieJar, caller: string | null, knowledge: Knowledge = 'checked'): Promise<Result<Visitor>> {
  const names = cookieNames()
  const known = await visitorBySid(cookies.get(names.sid)?.value, knowledge)
  if (known) return accept(known)
  const wait = await countCall('newcomer', 'caller', caller)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  const before = unsign(cookies.get(names.uuid)?.value)
  // The uuid's own cookie restores the cart but not the sign-in.
  if (before !== undefined) await endSignInOf(before, null)
  const uuid = before ?? randomUUID()
  const sid = newSid()
  const moment = memoryNow()
  await database('holds').query({
    name: 'open-session',
    text: `INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)
           ON CONFLICT (uuid) DO UPDATE SET sid_hash = excluded.sid_hash, last_seen_at = now(), customer_id = NULL, area_customer_id = NULL`,
    values: [uuid, sid.hash],
  })
  giveCookies(cookies, uuid, sid)
  rememberSid(sid.hash, uuid, moment)
  return accept({ uuid, proof: 'cookie', sidHash: sid.hash })
}

/** Deletes the order form's data together with the sign-in, because it is that customer's. @param sidHash only if this is still the secret */
async function endSignInOf(uuid: string, sidHash: Buffer | null): Promise<void> {
  const { rows } = await database('holds').query<{ ended: number | null }>({
    name: 'end-sign-in',
    text: `UPDATE session s SET customer_id = NULL, area_customer_id = NULL, customer_info = CASE WHEN s.customer_id IS NULL THEN s.customer_info END,
             ssn_encrypted = CASE WHEN s.customer_id IS NULL THEN s.ssn_encrypted END, orders_since = now()
           FROM session b WHERE s.uuid = $1 AND b.uuid = s.uuid AND (s.customer_id IS NOT NULL OR s.area_customer_id IS NOT NULL)
             AND ($2::bytea IS NULL OR s.sid_hash = $2) RETURNING b.customer_id AS ended`,
    values: [uuid, sidHash],
  })
  if (rows[0]) await forgetMemberships(database('holds'), uuid, rows[0].ended)
}

/** A session's new secret; only its hash is stored. */
export interface Sid {
  readonly value: string
  readonly hash: Buffer
}

export function newSid(): Sid {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value) }
}

/** Sets the cookies of a session whose row already has this hash. */
export function giveCookies(cookies: CookieJar, uuid: string, sid: Sid): void {
  const names = cookieNames()
  const options = { path: '/', httpOnly: true, secure: names.secure, sameSite: 'lax', maxAge: YEAR } as const
  cookies.set(names.sid, sid.value, options)
  cookies.set(names.uuid, sign(uuid), options)
}

/**
 * How fresh the identity must be. 'checked': read from the database, for everything that shows or changes a customer's property. 'remembered': from the last
 * seconds' cache unless invalidated, for viewing and locking seats.
 */
export type Knowledge = 'checked' | 'remembered'

interface IncomingCall {
  readonly request: Request
  readonly cookies: AstroCookies
  /** The address that newcomers are counted for; null: this machine. */
  readonly caller: string | null
}

/**
 * The visitor of a call; undefined for a plain read without any identity. Refusals: MISSING_UUID (a write without the header), UUID_MISMATCH (header and cookie
 * differ, or the uuid belongs to a cookie session), TOO_MANY_REQUESTS (too many uuids from the caller's address).
 */
export async function visitorOfCall(
  { request, cookies, caller }: IncomingCall,
  isWrite: boolean,
  knowledge: Knowledge = 'checked',
): Promise<Result<Visitor | undefined>> {
  const header = request.headers.get('uuid')?.toLowerCase()
  if (header !== undefined && !UUID.test(header)) return refuse('MISSING_UUID')
  if (isWrite && header === undefined) return refuse('MISSING_UUID')
  const bySid = await visitorBySid(cookies.get(cookieNames().sid)?.value, knowledge)
  if (bySid) return header === undefined || header === bySid.uuid ? accept(bySid) : refuse('UUID_MISMATCH')
  if (header === undefined) return accept(undefined)
  const wait = rememberedHeader(header) ? undefined : await countCall('newcomer', 'caller', caller)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  return (await isFreeForHeader(header, knowledge)) ? accept({ uuid: header, proof: 'header' }) : refuse('UUID_MISMATCH')
}

async function visitorBySid(sid: string | undefined, knowledge: Knowledge): Promise<Visitor | undefined> {
  if (!sid) return undefined
  const hash = hashOf(sid)
  const remembered = rememberedBySid(hash)
  if (remembered && (isEnough(knowledge) || (await isStillSid(hash)))) return { uuid: remembered, proof: 'cookie', sidHash: hash }
  const moment = memoryNow()
  const { rows } = await database('holds').query<{ uuid: string; isOver: boolean }>({
    name: 'session-by-sid',
    // Ends an expired sign-in before this visit extends it.
    text: `UPDATE session s SET last_seen_at = now(), signed_in_at = CASE WHEN is_signed_in(s) THEN signed_in_at END WHERE sid_hash = $1
           RETURNING uuid, signed_in_at IS NULL AND (customer_id IS NOT NULL OR area_customer_id IS NOT NULL) AS "isOver"`,
    values: [hash],
  })
  const [seen] = rows
  if (!seen) return undefined
  const { uuid, isOver } = seen
  if (isOver) await endSignInOf(uuid, hash)
  rememberSid(hash, uuid, moment)
  return { uuid, proof: 'cookie', sidHash: hash }
}

/** Whether the cache may be used. */
function isEnough(knowledge: Knowledge): boolean {
  return knowledge === 'remembered' && isMemoryTrue()
}

async function isStillSid(hash: Buffer): Promise<boolean> {
  const { rowCount } = await database('holds').query({
    name: 'is-still-sid',
    text: 'SELECT FROM session WHERE sid_hash = $1',
    values: [hash],
  })
  return rowCount === 1
}

/** A uuid without a cookie session may be used by header alone; its session is created on first use. */
async function isFreeForHeader(uuid: string, knowledge: Knowledge): Promise<boolean> {
  if (rememberedHeader(uuid) && (isEnough(knowledge) || (await isStillFree(uuid)))) return true
  const moment = memoryNow()
  const { rows } = await database('holds').query<{ bound: boolean }>({
    name: 'session-by-header',
    text: `INSERT INTO session AS s (uuid) VALUES ($1)
           ON CONFLICT (uuid) DO UPDATE SET last_seen_at = now() RETURNING s.sid_hash IS NOT NULL AS bound`,
    values: [uuid],
  })
  if (rows[0]?.bound !== false) return false
  rememberHeader(uuid, moment)
  return true
}

async function isStillFree(uuid: string): Promise<boolean> {
  const { rowCount } = await database('holds').query({
    name: 'is-still-free',
    text: 'SELECT FROM session WHERE uuid = $1 AND sid_hash IS NULL',
    values: [uuid],
  })
  return rowCount === 1
}

/** Whether a secret is still valid; uses the cache if it is fresh. */
export async function isSecretOfSession(hash: Buffer): Promise<boolean> {
  return (isMemoryTrue() && rememberedBySid(hash) !== undefined) || (await isStillSid(hash))
}

/** Which of these secrets are of sessions that were seen within so many ms, by whatever process. */
export async function seenLately(sids: readonly string[], within: number): Promise<ReadonlySet<string>> {
  const { rows } = await database('holds').query<{ place: number }>({
    name: 'seen-lately',
    text: `SELECT place::int FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place) JOIN session ON sid_hash = hash
           WHERE last_seen_at > now() - $2::float * interval '1 millisecond'`,
    values: [sids.map(hashOf), within],
  })
  return new Set(rows.map(({ place }) => sids[place - 1] ?? ''))
}

function hashOf(sid: string): Buffer {
  return createHash('sha256').update(sid).digest()
}

function signatureOf(uuid: string, key: Buffer = keyFor('session')): string {
  return createHmac('sha256', key).update(uuid).digest('base64url')
}

function sign(uuid: string): string {
  return `${uuid}.${signatureOf(uuid)}`
}

/** Accepts signatures under earlier secrets, so that old cookies still name their carts. */
function unsign(signed: string | undefined): string | undefined {
  const [uuid = '', signature = ''] = signed?.split('.') ?? []
  if (!UUID.test(uuid)) return undefined
  return [keyFor('session'), ...earlierKeysFor('session')].some((key) => isSame(signature, signatureOf(uuid, key))) ? uuid : undefined
}

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return given.length === right.length && timingSafeEqual(given, right)
}
