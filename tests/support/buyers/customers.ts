import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { indexOf } from '#lib/server/customers/session/security-log.ts'
import { TestVisitor } from './visitor.ts'

export interface CustomerFacts {
  readonly firstName?: string
  readonly lastName?: string
  readonly mobileNumber?: string | null
  readonly email?: string
  readonly isEmailProved?: boolean
  readonly ssn?: string
  readonly passwordHash?: string
  readonly address1?: string
  readonly city?: string
}

/** Makes a customer as an import does. @returns its id */
export async function makeCustomer(facts: CustomerFacts = {}): Promise<number> {
  const {
    firstName = 'נועה',
    lastName = 'ברקאי',
    mobileNumber = null,
    email = '',
    isEmailProved = email !== '',
    ssn,
    passwordHash = null,
  } = facts
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO customer (first_name, last_name, mobile_number, email, is_email_proved, ssn_index, ssn_encrypted, password_hash, address1, city)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING customer_id AS id`,
    [
      ...[firstName, lastName, mobileNumber, email, isEmailProved, ssn ? indexOf('ssn', ssn).toString('hex') : null],
      ...[ssn ? encryptText(ssn) : null, passwordHash, facts.address1 ?? '', facts.city ?? ''],
    ],
  )
  return rows[0]?.id ?? 0
}

/** Makes a membership of a customer. @param days from now; a negative number has expired */
export async function makeMembership(customerId: number, days = 30): Promise<number> {
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO entitlement (kind, lookup, public_code, uses, ends_at, holder_name, membership_id, membership_name, customer_id)
     VALUES ('member', $1, $2, 8, now() + $3 * interval '1 day', 'נועה ברקאי', 1, 'מעגל הבמה', $4) RETURNING entitlement_id AS id`,
    [randomUUID(), randomUUID().slice(0, 8), days, customerId],
  )
  return rows[0]?.id ?? 0
}

/** Signs a customer in to a session without a proof, creating the session if needed. */
export async function signInAs(uuid: string, customerId: number, reach: 'order' | 'area' = 'area'): Promise<void> {
  await database().query(
    `INSERT INTO session AS s (uuid, sid_hash, customer_id, area_customer_id, signed_in_at, signed_in_by)
     VALUES ($1, $2, $3, CASE WHEN $4 THEN $3::int END, now(), 'mobile')
     ON CONFLICT (uuid) DO UPDATE SET sid_hash = coalesce(s.sid_hash, excluded.sid_hash), customer_id = excluded.customer_id,
       area_customer_id = excluded.area_customer_id, signed_in_at = now(), signed_in_by = 'mobile', last_seen_at = now()`,
    [uuid, randomBytes(32), customerId, reach === 'area'],
  )
}

/** Signs in a new customer with an active membership. */
export async function signInMember(uuid: string): Promise<number> {
  const customerId = await makeCustomer()
  await makeMembership(customerId)
  await signInAs(uuid, customerId)
  return customerId
}

/** A browser of a running shop in which a customer is signed in. */
export async function signedInVisitor(origin: string, customerId: number): Promise<TestVisitor> {
  const visitor = new TestVisitor(origin)
  const sid = randomBytes(32).toString('base64url')
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [visitor.uuid, createHash('sha256').update(sid).digest()])
  await signInAs(visitor.uuid, customerId)
  visitor.cookies.set('sid', sid)
  return visitor
}
