import { isWeakPassword } from '#lib/domain/customers/weak-password.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { passwordChangedMail, passwordChangedSms } from './account-messages.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { isAreaStillOpen, needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { endSessionsOf } from '#lib/server/customers/session/devices.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { hashPassword, LineFull } from './password-hash.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

interface Owner {
  readonly names: readonly string[]
  readonly mobile: string
  readonly email: string
  readonly isEmailProved: boolean
}

export interface NewPassword {
  readonly password: string
  readonly caller: string | null
  readonly locale: Locale
}

/** Seconds after which an undelivered notice is dropped. */
const NOTICE_SECONDS = 86_400

/**
 * Sets the password of a signed-in customer who was authenticated recently. Ends all other sessions of the customer and notifies them. Refusals: NOT_SIGNED_IN,
 * SIGN_IN_AGAIN, PASSWORD_TOO_WEAK, TOO_MANY_REQUESTS.
 */
export async function setPasswordOf(visitor: Visitor, { password, caller, locale }: NewPassword): Promise<Result<null>> {
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return customer
  const { customerId, isFresh } = customer.value
  if (!isFresh) return refuse('SIGN_IN_AGAIN')
  const owner = await ownerOf(customerId)
  if (!owner) return refuse('NOT_SIGNED_IN')
  const { email, mobile, names } = owner
  if (isWeakPassword(password, [email, mobile, ...names])) return refuse('PASSWORD_TOO_WEAK')
  const hash = await hashInTurn(password)
  if (!hash.ok) return hash
  return inTransaction(async (client) => {
    await lockCustomer(client, customerId)
    if (!(await isAreaStillOpen(client, visitor, customerId))) return refuse('NOT_SIGNED_IN')
    await client.query({
      name: 'set-password',
      text: 'UPDATE customer SET password_hash = $2, updated_at = now() WHERE customer_id = $1 AND deleted_at IS NULL',
      values: [customerId, hash.value],
    })
    await endSessionsOf(client, customerId, visitor.uuid)
    await logSecurity(client, { action: 'password set', customerId, uuid: visitor.uuid, caller })
    await audit(client, { action: 'set password', subject: String(customerId), uuid: visitor.uuid })
    await tellOwner(client, owner, locale)
    return accept(null)
  })
}

/** Serialises with the customer's sign-ins: earlier ones end with the other sessions, later ones see the new password. */
async function lockCustomer(client: Queryable, customerId: number): Promise<void> {
  await client.query({
    name: 'customer-sets-password',
    text: 'SELECT FROM customer WHERE customer_id = $1 FOR NO KEY UPDATE',
    values: [customerId],
  })
}

async function ownerOf(customerId: number): Promise<Owner | undefined> {
  const { rows } = await database().query<Owner>({
    name: 'owner-of-password',
    text: `SELECT ARRAY[first_name, last_name, first_name || last_name] AS names, coalesce(mobile_number, '') AS mobile, email,
             is_email_proved AS "isEmailProved" FROM customer WHERE customer_id = $1 AND deleted_at IS NULL`,
    values: [customerId],
  })
  return rows[0]
}

async function hashInTurn(password: string): Promise<Result<string>> {
  try {
    return accept(await hashPassword(password))
  } catch (error) {
    if (error instanceof LineFull) return refuse('TOO_MANY_REQUESTS', { seconds: 2 })
    throw error
  }
}

/** By mail if the address is proved, otherwise by SMS. */
async function tellOwner(client: Queryable, { email, mobile, isEmailProved }: Owner, locale: Locale): Promise<void> {
  const shared = { kind: 'password changed', expiresIn: NOTICE_SECONDS }
  if (isEmailProved) await enqueueSealed(client, { ...shared, channel: 'mail', recipient: email, body: passwordChangedMail(locale) })
  else if (mobile !== '') await enqueueSealed(client, { ...shared, channel: 'sms', recipient: mobile, body: passwordChangedSms(locale) })
}
