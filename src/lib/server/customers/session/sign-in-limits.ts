import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/**
 * Limits on sent codes. Counted from the rows of sent codes, so that all processes count together, inside a transaction that holds locks on the keys
 * (lockKeys), so that parallel calls cannot slip through.
 */

/** The keyed hashes that codes are counted by; `caller` is null for this machine, which is not limited. */
export interface CodeKeys {
  /** The requested number, ID number or address. */
  readonly target: Buffer
  /** The destination. */
  readonly recipient: Buffer
  readonly sid: Buffer
  readonly caller: Buffer | null
}

interface CodeLimit {
  readonly name: string
  readonly of: keyof CodeKeys
  readonly calls: number
  readonly seconds: number
  /** Set for codes requested by ID number. */
  readonly isOfSsn?: true
}

const MINUTES = 60
const HOUR = 3600
const DAY = 24 * HOUR
/** Seconds between two messages, and before the other channel is available (spec §9). */
export const PAUSE_SECONDS = 20

/** Limits that answers reveal. An unknown number counts like any other. */
const TOLD: readonly CodeLimit[] = [
  { name: 'pause', of: 'target', calls: 1, seconds: PAUSE_SECONDS },
  { name: 'few', of: 'target', calls: 3, seconds: 15 * MINUTES },
  { name: 'day', of: 'target', calls: 5, seconds: DAY },
  { name: 'session', of: 'sid', calls: 10, seconds: HOUR },
  { name: 'caller', of: 'caller', calls: 10, seconds: HOUR },
  { name: 'caller by ID number', of: 'caller', calls: 5, seconds: HOUR, isOfSsn: true },
]

/** Limits that answers do not reveal: to somebody who asks by ID number, a full mobile number would reveal whose it is. */
const UNTOLD: readonly CodeLimit[] = [
  { name: 'recipient pause', of: 'recipient', calls: 1, seconds: PAUSE_SECONDS },
  { name: 'recipient few', of: 'recipient', calls: 3, seconds: 15 * MINUTES },
  { name: 'recipient day', of: 'recipient', calls: 5, seconds: DAY },
]

/** The use of a limit: codes within its period, capped at its maximum, and the age in seconds of the oldest of them. */
export interface LimitUse {
  readonly limit: CodeLimit
  readonly used: number
  readonly age: number
}

export interface CodeUse {
  readonly told: readonly LimitUse[]
  /** Whether the recipient can get no further message now. */
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

/** Reads the use of the limits. @param isBySsn whether the code is requested by ID number */
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

/** The limit with the longest wait, and its seconds; undefined: a code may be sent. */
export function waitFor(told: readonly LimitUse[]): { readonly name: string; readonly seconds: number } | undefined {
  const waits = told.filter(isFull).map(({ limit, age }) => ({ name: limit.name, seconds: Math.max(1, Math.ceil(limit.seconds - age)) }))
  return waits.toSorted((a, b) => b.seconds - a.seconds)[0]
}

/** What is left after one more code is sent. */
export function leftAfter(told: readonly LimitUse[]): { readonly messagesLeft: number; readonly secondsToNext: number } {
  const left = told.filter(({ limit }) => limit.name !== 'pause').map(({ limit, used }) => callsOf(limit) - used - 1)
  const waits = told
    .filter(({ limit, used }) => used + 1 >= callsOf(limit))
    .map(({ limit, used, age }) => (used === 0 ? limit.seconds : Math.ceil(limit.seconds - age)))
  return { messagesLeft: Math.max(0, Math.min(...left)), secondsToNext: Math.max(0, ...waits) }
}

/** Takes the advisory locks of these keys until the transaction ends, always in the same order to avoid deadlocks. */
export async function lockKeys(client: Queryable, keys: readonly (Buffer | null)[]): Promise<void> {
  const numbers = new Set(keys.flatMap((key) => (key ? [key.readBigInt64BE(0)] : [])))
  const inOrder = [...numbers].sort((a, b) => (a < b ? -1 : 1)).map(String)
  await client.query({
    name: 'sign-in-lock',
    text: 'SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) WITH ORDINALITY AS k (key, place) ORDER BY place',
    values: [inOrder],
  })
}
