import { z } from 'zod'
import type { ReferenceCheck } from './reference-check.ts'

/** Timeout in milliseconds. */
const PATIENCE = 3_000

const answer = z.object({ eligible: z.boolean() })

/** POSTs { ticketId, reference1, reference2 } and expects { eligible }. Redirects count as failures. */
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
