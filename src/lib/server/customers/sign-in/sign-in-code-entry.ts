import { timingSafeEqual } from 'node:crypto'
import { refuse, type Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransactionKeptWhenRefused } from '#lib/server/platform/db/transactions.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { codeHash, targetKey, type CodePurpose } from './sign-in-code.ts'
import { callerLimit, countTry, takeBackTries } from '#lib/server/customers/session/sign-in-tries.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** Maximum number of wrong codes from one address in any session, and the period in seconds. */
const FAILURES = { most: 30, seconds: 3600 }

export interface CodeEntry {
  readonly visitor: Visitor
  readonly caller: string | null
  /** Possible purposes of the code; the newest code among them counts. */
  readonly purposes: readonly CodePurpose[]
  readonly code: string
  /** The destination that the caller names, if the call has one. */
  readonly target?: string
}

/** The facts that a correct code proves. */
export interface ProvedCode {
  readonly purpose: CodePurpose
  readonly channel: Channel
  /** The number or the address that received it. */
  readonly target: string
  readonly customerId: number | null
  /** Whether it was requested by ID number. */
  readonly isBySsn: boolean
}

interface CodeRow {
  readonly id: string
  readonly purpose: CodePurpose
  readonly channel: Channel
  readonly recipient: Buffer
  readonly sealed: Buffer
  readonly customerId: number | null
  readonly isBySsn: boolean
  readonly hash: Buffer
  readonly isAlive: boolean
}

/**
 * Takes a code, once. A wrong one uses up one of its five tries and counts against the caller's address; a used, replaced, expired or foreign session's code is
 * treated as wrong. `use` runs in the transaction that spends the code: its refusals are returned, and the code stays spent. Refusals: MISSING_UUID (a
 * header-only visitor), INVALID_SMS_CODE, TOO_MANY_REQUESTS (with seconds), and those of `use`.
 */
export async function enterCode<T>(
  entry: CodeEntry,
  use: (client: Queryable, proved: ProvedCode) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { visitor, caller } = entry
  const { sidHash, uuid } = visitor
  if (!sidHash) return refuse('MISSING_UUID')
  const tried = await countTry({ uuid, caller }, [callerLimit({ kind: 'wrong codes', who: caller, ...FAILURES })])
  if (!tried.ok) return tried
  const entered = { isRight: false }
  const result = await inTransactionKeptWhenRefused(async (client) => {
    const row = await newestCode(client, sidHash, entry.purposes)
    entered.isRight = row !== undefined && isRightCode(row, entry)
    if (!row || !entered.isRight) return refuseCode(client, row, entry)
    await spendCode(client, row.id)
    return use(client, { ...row, target: decryptText(row.sealed) })
  })
  if (entered.isRight) await takeBackTries(tried.value)
  return result
}

async function refuseCode(client: Queryable, row: CodeRow | undefined, { visitor, caller }: CodeEntry): Promise<Result<never>> {
  if (row) await takeTry(client, row.id)
  const facts = { purpose: row?.purpose ?? null }
  await logSecurity(client, { action: 'code refused', customerId: row?.customerId ?? null, uuid: visitor.uuid, caller, facts })
  return refuse('INVALID_SMS_CODE')
}

/** A fallback message without a recipient does not replace the SMS before it. */
async function newestCode(client: Queryable, sid: Buffer, purposes: readonly CodePurpose[]): Promise<CodeRow | undefined> {
  const { rows } = await client.query<CodeRow>({
    name: 'newest-code',
    text: `SELECT code_id AS id, purpose, channel, recipient, sealed_target AS sealed, customer_id AS "customerId", is_by_ssn AS "isBySsn", code_hash AS hash,
             is_sent AND entered_at IS NULL AND tries_left > 0 AND expires_at > statement_timestamp() AS "isAlive"
           FROM sign_in_code WHERE sid_hash = $1 AND purpose = ANY ($2::text[]) AND (is_sent OR NOT is_fallback)
           ORDER BY created_at DESC LIMIT 1 FOR UPDATE`,
    values: [sid, purposes],
  })
  return rows[0]
}

function isRightCode({ id, isAlive, hash, recipient }: CodeRow, { code, target }: CodeEntry): boolean {
  const isSame = timingSafeEqual(hash, codeHash(id, code.replace(/[\s\p{Pd}\p{Cf}]/gu, '')))
  const isForTarget = target === undefined || recipient.equals(targetKey(target))
  return isAlive && isSame && isForTarget
}

async function spendCode(client: Queryable, id: string): Promise<void> {
  await client.query({
    name: 'spend-code',
    text: 'UPDATE sign_in_code SET entered_at = statement_timestamp() WHERE code_id = $1',
    values: [id],
  })
}

async function takeTry(client: Queryable, id: string): Promise<void> {
  await client.query({
    name: 'take-try',
    text: 'UPDATE sign_in_code SET tries_left = tries_left - 1 WHERE code_id = $1 AND tries_left > 0',
    values: [id],
  })
}
