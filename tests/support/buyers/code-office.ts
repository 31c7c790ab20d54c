import { accept, type Result } from '#lib/domain/result.ts'
import { enterCode, type CodeEntry, type ProvedCode } from '#lib/server/customers/sign-in/sign-in-code-entry.ts'
import { sendCode, type CodeAsk, type CodeSent } from '#lib/server/customers/sign-in/sign-in-code.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** Sends a code by SMS for the personal area to an existing customer from this machine, unless told otherwise. */
export function send(visitor: Visitor, target: string | null, other: Partial<CodeAsk> = {}): Promise<Result<CodeSent>> {
  return sendCode({
    visitor,
    caller: null,
    purpose: 'area',
    channel: 'sms',
    target,
    customerId: null,
    isSent: true,
    locale: 'he',
    ...other,
  })
}

/** Enters a code for the personal area. @returns what it proves */
export function enter(visitor: Visitor, code: string, other: Partial<CodeEntry> = {}): Promise<Result<ProvedCode>> {
  return enterCode({ visitor, caller: null, purposes: ['area'], code, ...other }, (_client, proved) => Promise.resolve(accept(proved)))
}

let numbers = 0
/** A mobile number that has received nothing yet. */
export function newNumber(): string {
  return `054${String(1_000_000 + (numbers += 1))}`
}

export const WRONG = { ok: false, refusal: { code: 'INVALID_SMS_CODE' } }

/** The refusal's code, or null. */
export function codeOf(result: Result<unknown>): string | null {
  return result.ok ? null : result.refusal.code
}
