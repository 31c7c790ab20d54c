import { createHmac } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** An event of a sign-in or an account. */
export interface SecurityEvent {
  readonly action: string
  readonly customerId?: number | null
  readonly uuid?: string
  /** The network address, stored as a keyed hash; null is this machine. */
  readonly caller?: string | null
  /** Must not contain personal data. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Adds an entry to the security log, inside the transaction of the event. Entries are kept for 24 months. */
export async function logSecurity(client: Queryable, { action, customerId, uuid, caller, facts }: SecurityEvent): Promise<void> {
  await client.query({
    name: 'security-log',
    text: 'INSERT INTO security_log (action, customer_id, uuid, caller, facts) VALUES ($1, $2, $3, $4, $5)',
    values: [
      action,
      customerId ?? null,
      uuid ?? null,
      caller == null ? null : indexOf('caller', caller),
      facts ? JSON.stringify(facts) : null,
    ],
  })
}

/** A keyed hash for finding a number, an address or a caller that must not be readable. */
export function indexOf(kind: string, text: string): Buffer {
  return createHmac('sha256', keyFor('pii-index')).update(`${kind}:${text}`).digest()
}
