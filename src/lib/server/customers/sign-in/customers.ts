import { audit } from '#lib/server/platform/db/audit.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { ssnIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'

/** A customer who can be signed in. */
export interface KnownCustomer {
  readonly customerId: number
  /** 05XXXXXXXX, the destination of codes. */
  readonly mobileNumber: string | null
  /** Proved, or empty: an unproved address signs nobody in. */
  readonly email: string
}

/** A contact that identifies a customer and can be proved: 05XXXXXXXX, or an address in any case. */
export type Name = { readonly mobileNumber: string } | { readonly email: string }

const CUSTOMER = `SELECT customer_id AS "customerId", mobile_number AS "mobileNumber", CASE WHEN is_email_proved THEN email ELSE '' END AS email FROM customer`
const OF_MOBILE = 'mobile_number = $1'
const OF_EMAIL = 'lower(email) = lower($1) AND is_email_proved'

export function customerOfMobile(mobileNumber: string, client: Queryable = database()): Promise<KnownCustomer | undefined> {
  return findCustomer(client, OF_MOBILE, { by: 'mobile', value: mobileNumber })
}

/** @param ssn nine digits */
export function customerOfSsn(ssn: string, client: Queryable = database()): Promise<KnownCustomer | undefined> {
  return findCustomer(client, 'ssn_index = ANY($1::text[])', { by: 'ssn', value: ssnIndexesOf(ssn) })
}

export function customerOfProvedEmail(email: string, client: Queryable = database()): Promise<KnownCustomer | undefined> {
  return findCustomer(client, OF_EMAIL, { by: 'email', value: email })
}

/** What a customer is known by, and its value. */
interface KnownBy {
  readonly by: string
  readonly value: unknown
}

async function findCustomer(client: Queryable, where: string, { by, value }: KnownBy): Promise<KnownCustomer | undefined> {
  const { rows } = await client.query<KnownCustomer>({
    name: `customer-of-${by}`,
    text: `${CUSTOMER} WHERE ${where} AND deleted_at IS NULL`,
    values: [value],
  })
  return rows[0]
}

const UNOWNED_OF_MOBILE = `customer_id IS NULL AND mobile_number <> '' AND mobile_number = $1`
const UNOWNED_OF_EMAIL = `customer_id IS NULL AND email <> '' AND lower(email) = lower($1)`

interface Unowned {
  readonly by: 'mobile' | 'email'
  readonly where: typeof UNOWNED_OF_MOBILE | typeof UNOWNED_OF_EMAIL
  readonly value: string
}

/** SQL for unowned orders made with a contact. */
function unowned(name: Name): Unowned {
  return 'mobileNumber' in name
    ? { by: 'mobile', where: UNOWNED_OF_MOBILE, value: name.mobileNumber }
    : { by: 'email', where: UNOWNED_OF_EMAIL, value: name.email }
}

/** An order counts once something was bought or held: an attempt alone does not make its number a recipient of messages. */
const IS_PLACED = `state NOT IN ('paying', 'failed')`

/** Whether somebody without a customer account bought with this number or address. */
export async function hasUnownedOrders(name: Name, client: Queryable = database()): Promise<boolean> {
  const { by, where, value } = unowned(name)
  const { rows } = await client.query<{ found: boolean }>({
    name: `has-unowned-orders-${by}`,
    text: `SELECT EXISTS (SELECT FROM orders WHERE ${where} AND ${IS_PLACED}) AS found`,
    values: [value],
  })
  return rows[0]?.found === true
}

/**
 * The customer of a contact that was just proved, in the proof's transaction: the existing one, or a new one named after the newest unowned order. Adopts such
 * orders. Concurrent proofs share one customer.
 * @returns customerId
 */
export async function becomeCustomer(client: Queryable, name: Name): Promise<number> {
  const customerId = (await lockByName(client, name)) ?? (await makeCustomer(client, name)) ?? (await lockByName(client, name))
  if (customerId === undefined) throw new Error('A customer was neither found nor made.')
  await adoptOrders(client, customerId, name)
  return customerId
}

/**
 * Finds and locks the customer of a number or proved address until the proof commits. Waits for concurrent changes, and does not find a customer who changed
 * the contact or was deleted meanwhile.
 * @returns customerId
 */
export async function lockByName(client: Queryable, name: Name): Promise<number | undefined> {
  const isMobile = 'mobileNumber' in name
  const { rows } = await client.query<KnownCustomer>({
    name: `proved-customer-${isMobile ? 'mobile' : 'email'}`,
    text: `${CUSTOMER} WHERE ${isMobile ? OF_MOBILE : OF_EMAIL} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    values: [isMobile ? name.mobileNumber : name.email],
  })
  return rows[0]?.customerId
}

/** undefined if somebody else created the customer meanwhile. */
async function makeCustomer(client: Queryable, name: Name): Promise<number | undefined> {
  const { by, where, value } = unowned(name)
  const isMobile = 'mobileNumber' in name
  const { rows } = await client.query<{ id: number }>({
    name: `make-customer-${by}`,
    text: `INSERT INTO customer (first_name, last_name, mobile_number, email, is_email_proved)
           SELECT coalesce(o.first_name, ''), coalesce(o.last_name, ''), ${isMobile ? `$1, coalesce(o.email, ''), false` : `NULL, $1, true`}
           FROM (VALUES (1)) one LEFT JOIN LATERAL (
             SELECT first_name, last_name, email FROM orders WHERE ${where} AND ${IS_PLACED} ORDER BY created_at DESC LIMIT 1) o ON true
           ON CONFLICT ${isMobile ? '(mobile_number)' : '(lower(email)) WHERE is_email_proved'} DO NOTHING RETURNING customer_id AS id`,
    values: [value],
  })
  const id = rows[0]?.id
  if (id !== undefined) await audit(client, { action: 'make customer', subject: String(id), facts: { by } })
  return id
}

/** Gives unowned orders made with the proved contact, and the memberships bought in them, to the customer. @returns how many */
export async function adoptOrders(client: Queryable, customerId: number, name: Name): Promise<number> {
  const { by, where, value } = unowned(name)
  const { rowCount } = await client.query({
    name: `adopt-orders-${by}`,
    text: `UPDATE orders SET customer_id = $2 WHERE ${where}`,
    values: [value, customerId],
  })
  await client.query({
    name: 'adopt-memberships',
    text: `UPDATE entitlement e SET customer_id = $1 FROM membership_purchase p JOIN orders o USING (order_id)
           WHERE o.customer_id = $1 AND p.entitlement_id = e.entitlement_id AND p.tops_up IS NULL AND e.customer_id IS NULL`,
    values: [customerId],
  })
  await client.query({
    name: 'adopt-vouchers',
    text: `UPDATE system_voucher v SET customer_id = $1 FROM voucher_purchase p JOIN orders o USING (order_id)
           WHERE o.customer_id = $1 AND v.customer_id IS NULL AND p.system_voucher_id IN (v.system_voucher_id, v.replaces)`,
    values: [customerId],
  })
  const count = rowCount ?? 0
  if (count > 0) await audit(client, { action: 'adopt orders', subject: String(customerId), facts: { by, count } })
  return count
}
