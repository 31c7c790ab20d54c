import { z } from 'zod'
import type { ReferenceCheck } from './reference-check.ts'

/** Longest that an answer is waited for, in milliseconds. */
const PATIENCE = 3_000

const answer = z.object({ eligible: z.boolean() })

/** Asks by POST with { ticketId, reference1, reference2 }; the answer is { eligible }. A redirect is no answer. */
export function httpReferenceCheck(url: string, patience = PATIENCE): ReferenceCheck {
  return async (reference) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(reference),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!response.ok) throw new Error(`The reference check answered ${String(response.status)}.`)
    return answer.parse(await response.json()).eligible
  }
}
