import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransactionKeptWhenRefused } from '#lib/server/platform/db/transactions.ts'
import type { Channel } from '#lib/server/outbox/outbox-queue.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { encryptText, keyFor } from '#lib/server/platform/secrets/secrets.ts'
import { indexOf } from '#lib/server/customers/session/security-log.ts'
import { isSmsStopped } from './sign-in-breaker.ts'
import { codeText } from './sign-in-code-text.ts'
import { noteLimit } from '#lib/server/customers/session/sign-in-limits-log.ts'
import { leftAfter, lockKeys, PAUSE_SECONDS, usedLimits, waitFor, type CodeKeys } from '#lib/server/customers/session/sign-in-limits.ts'
import { smsHealth } from '#lib/server/outbox/sms-health.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** The purpose of a code: the personal area, an order's customer at checkout, an order through the order calls, a new number or address. */
export type CodePurpose = 'area' | 'checkout' | 'order' | 'contact'

/** Seconds for which a code is valid. */
export const CODE_SECONDS = 300
/** Minutes after an SMS in which the other channel may be requested. */
const FALLBACK_MINUTES = 15

export interface CodeAsk {
  readonly visitor: Visitor
  readonly caller: string | null
  readonly purpose: CodePurpose
  readonly channel: Channel
  /** The destination: 05XXXXXXXX, or an address; null if there is none. */
  readonly target: string | null
  /** The requested name if it differs from the target: limits that answers reveal count by it. */
  readonly asked?: { readonly by: 'mobile' | 'ssn'; readonly text: string }
  /** The customer; null: the owner of the target becomes one. */
  readonly customerId: number | null
  /** false: do the same work without sending. */
  readonly isSent: boolean
  /** true for the other channel, after an SMS. */
  readonly isFallback?: boolean
  readonly locale: Locale
}

/** The number of further codes allowed now, and the seconds until the next one. */
export interface CodeSent {
  readonly messagesLeft: number
  readonly secondsToNext: number
}

/**
 * Sends a code, or does the same work without sending: same statements, rows and answer. A newer code replaces earlier ones of the same session and purpose.
 * Refusals: MISSING_UUID (a header-only visitor), TOO_MANY_REQUESTS (with seconds), SMS_FAILED (SMS are stopped for everybody).
 */
export async function sendCode(ask: CodeAsk): Promise<Result<CodeSent>> {
  const { sidHash } = ask.visitor
  if (!sidHash) return refuse('MISSING_UUID')
  const keys = keysOf(ask, sidHash)
  const isDown = ask.channel === 'sms' && (await smsHealth()).isDown
  return inTransactionKeptWhenRefused(async (client) => {
    await lockKeys(client, [keys.target, keys.recipient, keys.sid, keys.caller])
    const { told, isRecipientFull } = await usedLimits(client, keys, ask.asked?.by === 'ssn')
    const wait = waitFor(told) ?? (ask.isFallback === true ? await waitForFallback(client, ask, keys) : undefined)
    if (wait) {
      await noteLimit(client, { limit: wait.name, uuid: ask.visitor.uuid, caller: ask.caller })
      return refuse('TOO_MANY_REQUESTS', { seconds: wait.seconds })
    }
    if (ask.channel === 'sms' && (await isSmsStopped(client, isDown))) return refuse('SMS_FAILED')
    await writeCode(client, keys, { ...ask, isSent: ask.isSent && ask.target !== null && !isRecipientFull })
    return accept(leftAfter(told))
  })
}

function keysOf({ target, asked, caller }: CodeAsk, sid: Buffer): CodeKeys {
  const named = asked ? targetKey(asked.text, asked.by) : targetKey(target ?? '')
  return {
    target: named,
    recipient: target === null ? named : targetKey(target),
    sid,
    caller: caller === null ? null : indexOf('caller', caller),
  }
}

/** The keyed hash that a number or an address is counted by; ID numbers have a separate kind. */
export function targetKey(text: string, by: 'mobile' | 'ssn' = 'mobile'): Buffer {
  return indexOf(by === 'ssn' ? 'ssn target' : 'target', text.toLowerCase())
}

/** The other channel is available once, after an SMS to the same target and the pause between two messages. */
async function waitForFallback(client: Queryable, { purpose }: CodeAsk, { sid, target }: CodeKeys) {
  const { rows } = await client.query<{ open: boolean }>({
    name: 'fallback-open',
    text: `SELECT channel = 'sms' AND target = $3 AND created_at > statement_timestamp() - $4::int * interval '1 minute' AS open
           FROM sign_in_code WHERE sid_hash = $1 AND purpose = $2 ORDER BY created_at DESC LIMIT 1`,
    values: [sid, purpose, target, FALLBACK_MINUTES],
  })
  return rows[0]?.open === true ? undefined : { name: 'fallback', seconds: PAUSE_SECONDS }
}

async function writeCode(client: Queryable, keys: CodeKeys, ask: CodeAsk): Promise<void> {
  const { purpose, channel, target, customerId, isSent, locale } = ask
  const codeId = randomUUID()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await client.query({
    name: 'write-code',
    text: `INSERT INTO sign_in_code (code_id, sid_hash, purpose, channel, target, recipient, is_by_ssn, caller, sealed_target, customer_id, code_hash, is_sent,
             is_fallback, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, statement_timestamp(), statement_timestamp() + $14::int * interval '1 second')`,
    values: [
      ...[codeId, keys.sid, purpose, channel, keys.target, keys.recipient, ask.asked?.by === 'ssn', keys.caller],
      ...[encryptText(target ?? ''), customerId, codeHash(codeId, code), isSent, ask.isFallback === true, CODE_SECONDS],
    ],
  })
  await enqueueSealed(client, {
    channel,
    kind: 'code',
    recipient: target ?? '',
    body: codeText(channel, code, locale),
    expiresIn: CODE_SECONDS,
    isWithheld: !isSent,
  })
}

/** The only stored form of a code: a keyed hash that depends on its row. */
export function codeHash(codeId: string, code: string): Buffer {
  return createHmac('sha256', keyFor('code')).update(`${codeId}:${code}`).digest()
}
