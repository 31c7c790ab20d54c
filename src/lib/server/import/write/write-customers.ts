import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadCustomer } from '#lib/server/import/read/read-customers.ts'

/**
 * Inserts unknown customers. Of known ones it updates only what the box office keeps: picture, plate, flag, and a missing ID number. Returns the number of rows
 * written.
 */
export async function writeCustomers(client: Queryable, { customers }: Prepared): Promise<number> {
  if (customers.length === 0) return 0
  const { rows } = await client.query<{ count: number }>(
    `WITH given AS MATERIALIZED (
       SELECT g.*, (SELECT c.customer_id FROM customer c WHERE c.mobile_number = g.mobile_number OR c.ssn_index = ANY (g.ssn_indexes)
           OR (g.is_email_proved AND c.is_email_proved AND lower(c.email) = lower(g.email)) ORDER BY c.customer_id LIMIT 1) AS known
       FROM jsonb_to_recordset($1::jsonb) AS g (first_name text, last_name text, mobile_number text, email text, is_email_proved boolean, phone_number text,
         address1 text, address2 text, city text, postal_code text, date_of_birth date, license_plate_number text, ssn_indexes text[], ssn_encrypted text,
         allows_sms boolean, allows_email boolean, allows_mailing boolean, password_hash text, photo text, photo_type text, provider_flag jsonb)),
     changed AS (
       UPDATE customer c SET license_plate_number = g.license_plate_number, photo = decode(g.photo, 'base64'), photo_type = g.photo_type,
         provider_flag = g.provider_flag, ssn_index = coalesce(c.ssn_index, g.ssn_indexes[1]),
         ssn_encrypted = coalesce(c.ssn_encrypted, decode(g.ssn_encrypted, 'base64')), updated_at = now()
       FROM given g WHERE c.customer_id = g.known AND ((c.license_plate_number, c.photo, c.provider_flag)
         IS DISTINCT FROM (g.license_plate_number, decode(g.photo, 'base64'), g.provider_flag) OR (c.ssn_index IS NULL AND g.ssn_indexes[1] IS NOT NULL))
       RETURNING 1),
     added AS (
       INSERT INTO customer (first_name, last_name, mobile_number, email, is_email_proved, phone_number, address1, address2, city, postal_code, date_of_birth,
         license_plate_number, ssn_index, ssn_encrypted, allows_sms, allows_email, allows_mailing, password_hash, photo, photo_type, provider_flag)
       SELECT first_name, last_name, mobile_number, email, is_email_proved, phone_number, address1, address2, city, postal_code, date_of_birth,
         license_plate_number, ssn_indexes[1], decode(ssn_encrypted, 'base64'), allows_sms, allows_email, allows_mailing, password_hash,
         decode(photo, 'base64'), photo_type, provider_flag
       FROM given WHERE known IS NULL RETURNING 1)
     SELECT (SELECT count(*) FROM changed)::int + (SELECT count(*) FROM added)::int AS count`,
    [JSON.stringify(customers.map(({ item }) => customerRow(item)))],
  )
  return rows[0]?.count ?? 0
}

function customerRow(item: ReadCustomer) {
  return {
    first_name: item.firstName,
    last_name: item.lastName,
    mobile_number: item.mobileNumber,
    email: item.email,
    is_email_proved: item.isEmailProved,
    phone_number: item.phoneNumber,
    address1: item.address1,
    address2: item.address2,
    city: item.city,
    postal_code: item.postalCode,
    date_of_birth: item.dateOfBirth,
    license_plate_number: item.licensePlateNumber,
    ssn_indexes: item.ssn?.indexes ?? null,
    ssn_encrypted: item.ssn?.hidden.toString('base64') ?? null,
    allows_sms: item.allowsSms,
    allows_email: item.allowsEmail,
    allows_mailing: item.allowsMailing,
    password_hash: item.passwordHash,
    photo: item.photo?.bytes.toString('base64') ?? null,
    photo_type: item.photo?.mediaType ?? null,
    provider_flag: item.providerFlag ?? null,
  }
}

/** Links memberships and benefits to their customers, whichever came first. Returns the number of rows written. */
export async function linkMembers(client: Queryable, { entitlements, customers }: Prepared): Promise<number> {
  const pairs = [
    ...entitlements.flatMap(({ item: { lookup, owners } }) => owners.map((owner) => ({ lookup, owner }))),
    ...customers.flatMap(({ item: { ssn } }) =>
      (ssn?.lookups ?? []).flatMap((lookup) => (ssn?.indexes ?? []).map((owner) => ({ lookup, owner }))),
    ),
  ]
  const linked = await client.query(
    `UPDATE entitlement e SET customer_id = c.customer_id FROM unnest($1::text[], $2::text[]) AS p (lookup, owner)
     JOIN customer c ON c.ssn_index = p.owner
     WHERE e.lookup = p.lookup AND e.kind IN ('member', 'senior') AND e.customer_id IS DISTINCT FROM c.customer_id`,
    [pairs.map(({ lookup }) => lookup), pairs.map(({ owner }) => owner)],
  )
  return linked.rowCount ?? 0
}

/** Links vouchers to their customers, whichever came first. Returns the number of rows written. */
export async function linkVouchers(client: Queryable, { vouchers }: Prepared): Promise<number> {
  const owned = vouchers.filter(({ item }) => item.ownerMobile !== null)
  const given = await client.query(
    `UPDATE system_voucher v SET customer_id = c.customer_id FROM unnest($1::text[], $2::text[]) AS p (index, mobile)
     JOIN customer c ON c.mobile_number = p.mobile WHERE v.reference_index = p.index AND v.customer_id IS NULL`,
    [owned.map(({ item }) => item.index), owned.map(({ item }) => item.ownerMobile)],
  )
  return given.rowCount ?? 0
}
