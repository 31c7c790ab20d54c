import pg from 'pg'
import type { BodyOf } from '#lib/contract/endpoint.ts'
import type { updateCustomer } from '#lib/contract/area/customers.ts'
import { changeDetails, type DetailChange, type DetailField, type KnownDetails } from '#lib/domain/customers/customer-details.ts'
import { loadedMobile } from '#lib/domain/customers/loaded-customer.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { tellContactChanged, type Reached } from './customer-contact-notice.ts'
import { mayUpdateMobile } from '#lib/server/customers/session/customer-row.ts'
import { isAreaStillOpen, type AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { adoptOrders } from '#lib/server/customers/sign-in/customers.ts'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { enterCode } from '#lib/server/customers/sign-in/sign-in-code-entry.ts'
import { sendCode } from '#lib/server/customers/sign-in/sign-in-code.ts'
import { countTry } from '#lib/server/customers/session/sign-in-tries.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** Who changes details, and from where. */
export interface DetailsCaller {
  readonly visitor: Visitor
  readonly customer: AreaCustomer
  readonly caller: string | null
  readonly locale: Locale
}

/** A number or address that counts once it is proved. */
type NewContact = NonNullable<DetailChange['toProve']>
type ContactField = NewContact['field']

interface Row extends Reached {
  readonly firstName: string
  readonly lastName: string
  readonly hasIdentity: boolean
}

async function readKnown(client: Queryable, customerId: number, lock: '' | ' FOR UPDATE' = ''): Promise<Row> {
  const { rows } = await client.query<Row>({
    name: `known-details${lock}`,
    text: `SELECT first_name AS "firstName", last_name AS "lastName", mobile_number AS "mobileNumber", email, is_email_proved AS "isEmailProved",
             EXISTS (SELECT FROM customer_identity i WHERE i.customer_id = c.customer_id) AS "hasIdentity"
           FROM customer c WHERE customer_id = $1 AND deleted_at IS NULL${lock}`,
    values: [customerId],
  })
  const row = rows[0]
  if (!row) throw new Error('A session is signed in as a customer who is not there.')
  return row
}

function knownOf({ firstName, lastName, mobileNumber, email, isEmailProved, hasIdentity }: Row): KnownDetails {
  return {
    ...{ FirstName: firstName, LastName: lastName, MobileNumber1: mobileNumber ?? '', EmailAddress1: email },
    ...{ isEmailProved, hasIdentity, mayUpdateMobile: mayUpdateMobile(mobileNumber) },
  }
}

/** Maximum number of new contacts for which one customer may request codes, across sign-ins. */
const CONTACTS = { most: 10, seconds: 86_400 }

/**
 * Saves personal details and sends a code to a new number or address, which counts once the code is entered. Saves nothing if the code cannot be sent.
 * @returns the contact that waits for its code. Refusals: those of `changeDetails` and `sendCode`, NOT_SIGNED_IN (signed out meanwhile), SIGN_IN_AGAIN (a
 * contact is added, changed or removed long after the sign-in: otherwise anybody at an open browser could take over the account)
 */
export async function saveDetails(by: DetailsCaller, body: BodyOf<typeof updateCustomer>): Promise<Result<ContactField | null>> {
  const { customerId } = by.customer
  const change = changeDetails(body, knownOf(await readKnown(database(), customerId)), Date.now())
  if (!change.ok) return change
  const { saved, toProve } = change.value
  if ((toProve || removesContact(saved)) && !by.customer.isFresh) return refuse('SIGN_IN_AGAIN')
  const sent = toProve && (await sendContactCode(by, toProve))
  if (sent && !sent.ok) return sent
  const written = Object.keys(saved).length > 0 ? await inTransaction((client) => writeDetails(client, by, saved)) : accept(null)
  return written.ok ? accept(toProve?.field ?? null) : written
}

function removesContact(saved: DetailChange['saved']): boolean {
  return saved.MobileNumber1 !== undefined || saved.EmailAddress1 !== undefined
}

/** Sends the code even if another customer has the contact: only the person who enters it learns that. */
async function sendContactCode({ visitor, customer, caller, locale }: DetailsCaller, { field, target }: NewContact) {
  const counted = await countTry({ uuid: visitor.uuid, caller }, [{ kind: 'contact of', who: String(customer.customerId), ...CONTACTS }])
  if (!counted.ok) return counted
  const channel = field === 'MobileNumber1' ? 'sms' : 'mail'
  return sendCode({ visitor, caller, purpose: 'contact', channel, target, customerId: customer.customerId, isSent: true, locale })
}

/** Columns of the fields that are saved as typed. */
const COLUMN = {
  FirstName: 'first_name',
  LastName: 'last_name',
  Address1: 'address1',
  City: 'city',
  DateOfBirth: 'date_of_birth',
  MobileNumber1: 'mobile_number',
  EmailAddress1: 'email',
} as const satisfies Record<DetailField, string>

async function writeDetails(client: Queryable, by: DetailsCaller, saved: DetailChange['saved']): Promise<Result<null>> {
  const { visitor, customer, caller, locale } = by
  const before = await readKnown(client, customer.customerId, ' FOR UPDATE')
  if (!(await isAreaStillOpen(client, visitor, customer.customerId))) return refuse('NOT_SIGNED_IN')
  const fields = Object.keys(COLUMN).filter((field): field is DetailField => saved[field as DetailField] !== undefined)
  const sets = fields.map(
    (field, at) => `${COLUMN[field]} = ${field === 'DateOfBirth' ? `$${String(at + 2)}::date` : `$${String(at + 2)}`}`,
  )
  const proof = saved.EmailAddress1 === undefined ? '' : ', is_email_proved = false'
  await client.query(`UPDATE customer SET ${sets.join(', ')}${proof}, updated_at = now() WHERE customer_id = $1`, [
    customer.customerId,
    ...fields.map((field) => valueOf(field, saved[field] ?? '')),
  ])
  for (const field of CONTACT_FIELDS)
    if (saved[field] !== undefined) await tellContactChanged(client, before, { changed: nameOfContact(field), locale })
  await noteChange(client, by, { action: 'details changed', facts: { fields } })
  if (removesContact(saved))
    await logSecurity(client, { action: 'contact removed', customerId: customer.customerId, uuid: visitor.uuid, caller, facts: { fields } })
  return accept(null)
}

const CONTACT_FIELDS = ['MobileNumber1', 'EmailAddress1'] as const

function nameOfContact(field: ContactField): 'mobile' | 'email' {
  return field === 'MobileNumber1' ? 'mobile' : 'email'
}

function valueOf(field: DetailField, text: string): string | null {
  return text === '' && (field === 'DateOfBirth' || field === 'MobileNumber1') ? null : text
}

interface NotedChange {
  readonly action: string
  readonly facts: Readonly<Record<string, unknown>>
}

async function noteChange(client: Queryable, { visitor, customer, caller }: DetailsCaller, { action, facts }: NotedChange): Promise<void> {
  await logSecurity(client, { action, customerId: customer.customerId, uuid: visitor.uuid, caller, facts })
  await audit(client, { action, subject: String(customer.customerId), uuid: visitor.uuid, facts })
}

/**
 * Takes the code of a new number or address and makes it the customer's, along with unowned orders made with it. Notifies the previous contact. Refusals:
 * INVALID_SMS_CODE, TOO_MANY_REQUESTS, CONTACT_IN_USE (another customer's; the code is spent), NOT_SIGNED_IN (signed out meanwhile).
 */
export async function confirmNewContact(by: DetailsCaller, code: string): Promise<Result<null>> {
  try {
    return await enterCode(
      { visitor: by.visitor, caller: by.caller, purposes: ['contact'], code },
      (client, { customerId, channel, target }) =>
        customerId === by.customer.customerId
          ? saveContact(client, by, { field: channel === 'sms' ? 'MobileNumber1' : 'EmailAddress1', target })
          : Promise.resolve(refuse('INVALID_SMS_CODE')),
    )
  } catch (error) {
    // Unique violation: two customers proved the same contact at the same time, and the other one won.
    if (error instanceof pg.DatabaseError && error.code === '23505') return refuse('CONTACT_IN_USE')
    throw error
  }
}

async function saveContact(client: Queryable, by: DetailsCaller, contact: NewContact): Promise<Result<null>> {
  const { field, target } = contact
  const { customerId } = by.customer
  const before = await readKnown(client, customerId, ' FOR UPDATE')
  if (!(await isAreaStillOpen(client, by.visitor, customerId))) return refuse('NOT_SIGNED_IN')
  if (await isAnothers(client, customerId, contact)) return refuse('CONTACT_IN_USE')
  const isMobile = field === 'MobileNumber1'
  await client.query({
    name: `save-${field}`,
    text: `UPDATE customer SET ${isMobile ? 'mobile_number = $2' : 'email = $2, is_email_proved = true'}, updated_at = now() WHERE customer_id = $1`,
    values: [customerId, target],
  })
  if (isNew(before, contact)) await tellContactChanged(client, before, { changed: nameOfContact(field), locale: by.locale })
  await adoptOrders(client, customerId, isMobile ? { mobileNumber: target } : { email: target })
  await noteChange(client, by, { action: 'contact changed', facts: { field } })
  return accept(null)
}

/** Proving a stored address is not a change that needs a notice. */
function isNew(before: Row, { field, target }: NewContact): boolean {
  return field === 'MobileNumber1'
    ? loadedMobile(before.mobileNumber ?? '') !== target
    : before.email.toLowerCase() !== target.toLowerCase()
}

async function isAnothers(client: Queryable, customerId: number, { field, target }: NewContact): Promise<boolean> {
  const { rowCount } = await client.query({
    name: `another-with-${field}`,
    text: `SELECT FROM customer WHERE ${field === 'MobileNumber1' ? 'mobile_number = $2' : 'lower(email) = lower($2) AND is_email_proved'}
             AND customer_id <> $1 AND deleted_at IS NULL`,
    values: [customerId, target],
  })
  return (rowCount ?? 0) > 0
}
