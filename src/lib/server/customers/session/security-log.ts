import { createHmac } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { keyFor } from '#lib/server/platform/secrets/secrets.ts'

/** What happened to a sign-in or an account. */
export interface SecurityEvent {
  readonly action: string
  readonly customerId?: number | null
  readonly uuid?: string
  /** The network address that it came from, which is kept as a keyed hash; null is this machine. */
  readonly caller?: string | null
  /** Nothing personal. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Adds a line to the security log, which is kept for 24 months, in the transaction of what it tells of. */
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

/** A keyed hash under which a number, an address or a caller is found and not read. */
export function indexOf(kind: string, text: string): Buffer {
  return createHmac('sha256', keyFor('pii-index')).update(`${kind}:${text}`).digest()
}
