import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { inTransactionKeptWhenRefused, type Queryable } from '#lib/server/platform/db/connect.ts'
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

/** What a code is for: the personal area, an order's customer at the checkout, an order by the order's own calls, a new number or address. */
export type CodePurpose = 'area' | 'checkout' | 'order' | 'contact'

/** Seconds in which a code may be entered. */
export const CODE_SECONDS = 300
/** Minutes after an SMS in which the other way of sending it may be asked for. */
const FALLBACK_MINUTES = 15

export interface CodeAsk {
  readonly visitor: Visitor
  readonly caller: string | null
  readonly purpose: CodePurpose
  readonly channel: Channel
  /** Where it goes: 05XXXXXXXX, or an address; null where there is nothing to send it to. */
  readonly target: string | null
  /** What was asked for, where that is not the target itself: limits that are told count by it. */
  readonly asked?: { readonly by: 'mobile' | 'ssn'; readonly text: string }
  /** The customer whom it is for; null: whoever has the target becomes one. */
  readonly customerId: number | null
  /** False: all is done as if, and nothing is sent. */
  readonly isSent: boolean
  /** True for the other way, after an SMS. */
  readonly isFallback?: boolean
  readonly locale: Locale
}

/** How many more may be asked for now, and the seconds until the next one. */
export interface CodeSent {
  readonly messagesLeft: number
  readonly secondsToNext: number
}

/**
 * Sends a code, or does all the same without sending it: same statements, same rows, same answer. A newer code of the same session and purpose replaces the
 * ones before it. Refusals: MISSING_UUID (a header-only visitor), TOO_MANY_REQUESTS (with seconds), SMS_FAILED (SMS is stopped for everybody).
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
    await writeCode(client, ask, keys, ask.isSent && ask.target !== null && !isRecipientFull)
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

/** The keyed hash by which a number or an address is counted; an ID number has one of its own kind. */
export function targetKey(text: string, by: 'mobile' | 'ssn' = 'mobile'): Buffer {
  return indexOf(by === 'ssn' ? 'ssn target' : 'target', text.toLowerCase())
}

/** The other way is open after an SMS to the same, and once; when, the pause between two messages says. */
async function waitForFallback(client: Queryable, { purpose }: CodeAsk, { sid, target }: CodeKeys) {
  const { rows } = await client.query<{ open: boolean }>({
    name: 'fallback-open',
    text: `SELECT channel = 'sms' AND target = $3 AND created_at > statement_timestamp() - $4::int * interval '1 minute' AS open
           FROM sign_in_code WHERE sid_hash = $1 AND purpose = $2 ORDER BY created_at DESC LIMIT 1`,
    values: [sid, purpose, target, FALLBACK_MINUTES],
  })
  return rows[0]?.open === true ? undefined : { name: 'fallback', seconds: PAUSE_SECONDS }
}

async function writeCode(client: Queryable, ask: CodeAsk, keys: CodeKeys, isSent: boolean): Promise<void> {
  const { purpose, channel, target, customerId, locale } = ask
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

/** A code is known by this only: a keyed hash, of this one row. */
export function codeHash(codeId: string, code: string): Buffer {
  return createHmac('sha256', keyFor('code')).update(`${codeId}:${code}`).digest()
}
