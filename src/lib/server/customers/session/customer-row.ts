import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { loadedAddress, loadedMobile, maskSsn } from '#lib/domain/customers/loaded-customer.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A customer's database row. */
export interface CustomerRow {
  readonly firstName: string
  readonly lastName: string
  readonly mobileNumber: string | null
  readonly email: string
  readonly isEmailProved: boolean
  readonly phoneNumber: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  readonly postalCode: string
  readonly dateOfBirth: string | null
  readonly licensePlateNumber: string
  readonly ssn: Buffer | null
  readonly allowsSms: boolean
  readonly allowsEmail: boolean
  readonly allowsMailing: boolean
  readonly hasPassword: boolean
  readonly hasPhoto: boolean
  readonly providerFlag: unknown
  /** The channel of this session's outstanding code for a new number or address. */
  readonly pending: 'sms' | 'mail' | null
  readonly now: Date
}

/** @param sidHash the session whose outstanding code to look for */
export async function readCustomer(customerId: number, sidHash: Buffer | undefined): Promise<CustomerRow> {
  const { rows } = await database().query<CustomerRow>({
    name: 'customer',
    text: `SELECT first_name AS "firstName", last_name AS "lastName", mobile_number AS "mobileNumber", email, is_email_proved AS "isEmailProved",
             phone_number AS "phoneNumber", address1, address2, city, postal_code AS "postalCode", to_char(date_of_birth, 'YYYY-MM-DD') AS "dateOfBirth",
             license_plate_number AS "licensePlateNumber", ssn_encrypted AS ssn, allows_sms AS "allowsSms", allows_email AS "allowsEmail",
             allows_mailing AS "allowsMailing", password_hash IS NOT NULL AS "hasPassword", photo_type IS NOT NULL AS "hasPhoto", provider_flag AS "providerFlag",
             (SELECT channel FROM (SELECT channel, entered_at, expires_at, tries_left FROM sign_in_code
                WHERE sid_hash = $2 AND purpose = 'contact' AND sign_in_code.customer_id = $1 ORDER BY created_at DESC LIMIT 1) AS newest
              WHERE entered_at IS NULL AND expires_at > now() AND tries_left > 0) AS pending, now() AS now
           FROM customer WHERE customer_id = $1`,
    values: [customerId, sidHash ?? null],
  })
  const row = rows[0]
  if (!row) throw new Error('A session is signed in as a customer who is not there.')
  return row
}

/** The customer's own details under the spec's names (§3), as converted on loading. */
export function personOf(customerId: number, row: CustomerRow) {
  return {
    CustomerId: customerId,
    CustomerIds: [customerId],
    FirstName: row.firstName,
    LastName: row.lastName,
    SSN: row.ssn ? maskSsn(decryptText(row.ssn)) : '',
    EmailAddress1: row.email,
    MobileNumber1: loadedMobile(row.mobileNumber ?? ''),
    PhoneNumber1: row.phoneNumber,
    Address1: loadedAddress(row.address1),
    Address2: row.address2,
    City: row.city,
    PostalCode: row.postalCode,
    DateOfBirth: row.dateOfBirth,
    LicensePlateNumber: row.licensePlateNumber,
    IsSMSAllowed: row.allowsSms,
    IsMailingAllowed: row.allowsMailing,
    IsEmailAllowed: row.allowsEmail,
    SmsAllowed: row.allowsSms,
    EmailAllowed: row.allowsEmail,
    Password: null,
    Photo: row.hasPhoto ? '/api/customer-area/photo' : null,
    ProviderFlag: row.providerFlag,
  } satisfies Partial<CustomerAreaInfo>
}

/** A customer with a mobile number may change it; without one, a setting decides whether they may add it (spec §6). */
export function mayUpdateMobile(mobileNumber: string | null): boolean {
  return mobileNumber !== null || settings().mobileUpdateOnLogin
}
