import { audit } from '#lib/server/platform/db/audit.ts'
import { becomeCustomer } from './customers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { indexOf, logSecurity } from '#lib/server/customers/session/security-log.ts'
import { lockKeys } from '#lib/server/customers/session/sign-in-limits.ts'

/** A person's identity at a provider. */
export interface Identity {
  readonly issuer: string
  /** The provider's permanent identifier of the person. */
  readonly subject: string
  readonly firstName: string
  readonly lastName: string
  /** In lower case; '' if not provided. */
  readonly email: string
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean
}

/**
 * The customer of an identity, in its proof's transaction: the linked one; else the one with the same proved address, if the provider verified it too; else a
 * new one. Of concurrent sign-ins the first creates the customer. @returns customerId
 */
export async function customerOfIdentity(client: Queryable, identity: Identity): Promise<number> {
  const { issuer, subject } = identity
  await lockKeys(client, [indexOf('identity', `${issuer} ${subject}`)])
  const known = await linkedCustomer(client, identity)
  if (known !== undefined) return known
  const customerId = await customerForNew(client, identity)
  await client.query({
    name: 'link-identity',
    text: `INSERT INTO customer_identity (issuer, subject, customer_id) VALUES ($1, $2, $3)
           ON CONFLICT (issuer, subject) DO UPDATE SET customer_id = excluded.customer_id, created_at = now()`,
    values: [issuer, subject, customerId],
  })
  await logSecurity(client, { action: 'identity linked', customerId, facts: { issuer } })
  return customerId
}

/** Ignores deleted customers, so that nobody comes back to a deleted account. */
async function linkedCustomer(client: Queryable, { issuer, subject }: Identity): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>({
    name: 'customer-of-identity',
    text: `SELECT customer_id AS id FROM customer_identity JOIN customer USING (customer_id) WHERE issuer = $1 AND subject = $2 AND deleted_at IS NULL`,
    values: [issuer, subject],
  })
  return rows[0]?.id
}

async function customerForNew(client: Queryable, identity: Identity): Promise<number> {
  const { email, isEmailVerified, firstName, lastName } = identity
  if (email === '' || !isEmailVerified) return makeCustomer(client, identity)
  const customerId = await becomeCustomer(client, { email })
  await client.query({
    name: 'name-new-customer',
    text: `UPDATE customer SET first_name = $2, last_name = $3, updated_at = now() WHERE customer_id = $1 AND first_name = '' AND last_name = ''`,
    values: [customerId, firstName, lastName],
  })
  return customerId
}

/** An unproved address is stored as unproved: it signs nobody in. */
async function makeCustomer(client: Queryable, { email, firstName, lastName }: Identity): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'make-customer-of-identity',
    text: 'INSERT INTO customer (first_name, last_name, email) VALUES ($1, $2, $3) RETURNING customer_id AS id',
    values: [firstName, lastName, email],
  })
  const id = rows[0]?.id
  if (id === undefined) throw new Error('A new customer got no number.')
  await audit(client, { action: 'make customer', subject: String(id), facts: { by: 'identity' } })
  return id
}
