import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/**
 * How many codes are sent. They are counted from the rows of what was sent, so that all processes count together, and inside a transaction that has locked
 * what it counts (lockKeys), so that many calls at once do not slip through.
 */

/** What codes are counted by: keyed hashes, of the caller null where it is this machine, which is not limited. */
export interface CodeKeys {
  /** What was asked for: a number, an ID number, an address. */
  readonly target: Buffer
  /** Where it goes. */
  readonly recipient: Buffer
  readonly sid: Buffer
  readonly caller: Buffer | null
}

interface CodeLimit {
  readonly name: string
  readonly of: keyof CodeKeys
  readonly calls: number
  readonly seconds: number
  /** Of codes that were asked for by ID number. */
  readonly isOfSsn?: true
}

const MINUTES = 60
const HOUR = 3600
const DAY = 24 * HOUR
/** Seconds from one message to the next, and to the other way of sending it (spec §9). */
export const PAUSE_SECONDS = 20

/** These are told. An unknown number counts like any other. */
const TOLD: readonly CodeLimit[] = [
  { name: 'pause', of: 'target', calls: 1, seconds: PAUSE_SECONDS },
  { name: 'few', of: 'target', calls: 3, seconds: 15 * MINUTES },
  { name: 'day', of: 'target', calls: 5, seconds: DAY },
  { name: 'session', of: 'sid', calls: 10, seconds: HOUR },
  { name: 'caller', of: 'caller', calls: 10, seconds: HOUR },
  { name: 'caller by ID number', of: 'caller', calls: 5, seconds: HOUR, isOfSsn: true },
]

/** These are not: one who asks by ID number and is told that too much went to a mobile number knows whose it is. */
const UNTOLD: readonly CodeLimit[] = [
  { name: 'recipient pause', of: 'recipient', calls: 1, seconds: PAUSE_SECONDS },
  { name: 'recipient few', of: 'recipient', calls: 3, seconds: 15 * MINUTES },
  { name: 'recipient day', of: 'recipient', calls: 5, seconds: DAY },
]

/** How far a limit is used: codes within its time, at most as many as it allows, and the age in seconds of the oldest of these. */
export interface LimitUse {
  readonly limit: CodeLimit
  readonly used: number
  readonly age: number
}

export interface CodeUse {
  readonly told: readonly LimitUse[]
  /** Whether nothing more goes to the recipient now. */
  readonly isRecipientFull: boolean
}

const COLUMN: Readonly<Record<keyof CodeKeys, string>> = { target: 'target', recipient: 'recipient', sid: 'sid_hash', caller: 'caller' }
const PARAMETER: Readonly<Record<keyof CodeKeys, string>> = { target: '$1', recipient: '$2', sid: '$3', caller: '$4' }

function callsOf({ of, calls, seconds }: CodeLimit): number {
  if (of === 'caller') return calls * settings().addressLimitFactor
  return seconds === PAUSE_SECONDS ? calls : calls * settings().codeLimitFactor
}

function countOf(limit: CodeLimit, place: number): string {
  const only = limit.of === 'recipient' ? 'AND is_sent' : limit.isOfSsn ? 'AND is_by_ssn' : ''
  return `SELECT ${place} AS place, count(*)::int AS used, coalesce(extract(epoch FROM statement_timestamp() - min(created_at)), 0)::float AS age FROM (
    SELECT created_at FROM sign_in_code WHERE ${COLUMN[limit.of]} = ${PARAMETER[limit.of]} ${only}
      AND created_at > statement_timestamp() - interval '${limit.seconds} seconds' ORDER BY created_at DESC LIMIT ${callsOf(limit)}) recent`
}

const ALL = [...TOLD, ...UNTOLD]

/** How far the limits are used. @param isBySsn whether this is asked for by ID number */
export async function usedLimits(client: Queryable, keys: CodeKeys, isBySsn: boolean): Promise<CodeUse> {
  const { rows } = await client.query<{ place: number; used: number; age: number }>({
    name: 'sign-in-limits',
    text: ALL.map(countOf).join(' UNION ALL '),
    values: [keys.target, keys.recipient, keys.sid, keys.caller],
  })
  const uses = rows.flatMap(({ place, used, age }) => {
    const limit = ALL[place]
    return limit ? [{ limit, used, age }] : []
  })
  return {
    told: uses.filter(({ limit }) => TOLD.includes(limit) && keys[limit.of] !== null && (isBySsn || !limit.isOfSsn)),
    isRecipientFull: uses.some((use) => UNTOLD.includes(use.limit) && isFull(use)),
  }
}

function isFull({ limit, used }: LimitUse): boolean {
  return used >= callsOf(limit)
}

/** The limit that is in the way for the longest, with the seconds until it is not; undefined: a code may be sent. */
export function waitFor(told: readonly LimitUse[]): { readonly name: string; readonly seconds: number } | undefined {
  const waits = told.filter(isFull).map(({ limit, age }) => ({ name: limit.name, seconds: Math.max(1, Math.ceil(limit.seconds - age)) }))
  return waits.toSorted((a, b) => b.seconds - a.seconds)[0]
}

/** What is left once one more has been sent. */
export function leftAfter(told: readonly LimitUse[]): { readonly messagesLeft: number; readonly secondsToNext: number } {
  const left = told.filter(({ limit }) => limit.name !== 'pause').map(({ limit, used }) => callsOf(limit) - used - 1)
  const waits = told
    .filter(({ limit, used }) => used + 1 >= callsOf(limit))
    .map(({ limit, used, age }) => (used === 0 ? limit.seconds : Math.ceil(limit.seconds - age)))
  return { messagesLeft: Math.max(0, Math.min(...left)), secondsToNext: Math.max(0, ...waits) }
}

/** Waits for the turn of all that these keys stand for, until the transaction ends. Always in the same order, so that no two wait for each other. */
export async function lockKeys(client: Queryable, keys: readonly (Buffer | null)[]): Promise<void> {
  const numbers = new Set(keys.flatMap((key) => (key ? [key.readBigInt64BE(0)] : [])))
  const inOrder = [...numbers].sort((a, b) => (a < b ? -1 : 1)).map(String)
  await client.query({
    name: 'sign-in-lock',
    text: 'SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) WITH ORDINALITY AS k (key, place) ORDER BY place',
    values: [inOrder],
  })
}
