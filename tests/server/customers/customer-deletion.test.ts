import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { photoOf } from '#lib/server/customers/account/customer-photo.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { cancelRows, orderOf, voucherOf } from '#tests/support/database/customer-orders.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertShowings } from '#tests/support/database/order-rows.ts'
import { makeUnownedOrder, newVisitor } from '#tests/support/buyers/sign-in.ts'
import { aClub, opened } from '#tests/support/sold/integrations.ts'

const [COMING, PAST] = [1, 2] as const
const SSN = '000000018'
const PERSONAL = ['0547314821', 'noa@shura.example', 'noa@example.com', 'הרצל 5', 'רוטשילד 9', SSN, '12-345-67']

let by: DetailsCaller
let customerId: number

beforeAll(async () => {
  await freshDatabase()
  await insertShowings([
    { startsAt: '2031-03-30T20:30:00+03:00', minutes: 100 },
    { startsAt: '2020-03-30T20:30:00+03:00', minutes: 100 },
  ])
  forgetCatalogue()
})

beforeEach(async () => {
  await database().query(`UPDATE customer SET ssn_index = NULL, ssn_encrypted = NULL, mobile_number = NULL, is_email_proved = false`)
  await database().query(`DELETE FROM outbox`)
  customerId = await makeCustomer({ mobileNumber: PERSONAL[0] ?? '', email: PERSONAL[1] ?? '', ssn: SSN, address1: 'הרצל 5', city: 'חיפה' })
  await database().query(
    `UPDATE customer SET license_plate_number = '12-345-67', photo = '\\x89504e47', photo_type = 'image/png' WHERE customer_id = $1`,
    [customerId],
  )
  await database().query(`INSERT INTO customer_identity (issuer, subject, customer_id) VALUES ('https://id.example', $1::text, $2)`, [
    String(customerId),
    customerId,
  ])
  by = await callerFor()
})

async function callerFor(): Promise<DetailsCaller> {
  const visitor = await newVisitor()
  await signInAs(visitor.uuid, customerId)
  const customer = await areaCustomerOf(visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  return { visitor, customer, caller: null, locale: 'he' }
}

async function pastOrder(): Promise<string> {
  const { orderId } = await orderOf(customerId, { presentationIds: [PAST] })
  await database().query(
    `UPDATE orders SET address = '{"address1": "רוטשילד 9"}', ssn_encrypted = $2, mailing_consent = true WHERE order_id = $1`,
    [orderId, encryptText(SSN)],
  )
  return orderId
}

/** Everything left of a customer in the tables that hold people. */
async function remains(orderId: string): Promise<string> {
  const { rows } = await database().query<{ all: string }>(
    `SELECT concat((SELECT row_to_json(c) FROM customer c WHERE customer_id = $1), (SELECT row_to_json(o) FROM orders o WHERE order_id = $2),
       (SELECT json_agg(i) FROM customer_identity i WHERE customer_id = $1), (SELECT json_agg(s.customer_info) FROM session s),
       (SELECT json_agg(x) FROM outbox x WHERE order_id = $2)) AS all`,
    [customerId, orderId],
  )
  return rows[0]?.all ?? ''
}

test('deletes all personal data and keeps the orders for the books', async () => {
  const orderId = await pastOrder()
  const membership = await makeMembership(customerId)
  const voucher = await voucherOf(customerId, `GIFT-${String(customerId)}`)
  const given = await voucherOf(null, `GIVEN-${String(customerId)}`)
  await database().query('INSERT INTO kept_voucher (customer_id, system_voucher_id) VALUES ($1, $2)', [customerId, given])
  const elsewhere = await callerFor()
  await database().query(`UPDATE session SET customer_info = '{"email": "noa@example.com"}' WHERE uuid = $1`, [by.visitor.uuid])
  await database().query(
    `INSERT INTO outbox (message_id, order_id, channel, kind, recipient, state) VALUES (gen_random_uuid(), $1, 'mail', 'tickets', 'noa@example.com', 'sent')`,
    [orderId],
  )
  expect(await deleteCustomerOf(by)).toEqual({ ok: true, value: null })
  for (const text of PERSONAL) expect(await remains(orderId)).not.toContain(text)
  const { rows: orders } = await database().query('SELECT first_name, amount_due, ssn_encrypted, address FROM orders WHERE order_id = $1', [
    orderId,
  ])
  expect(orders).toEqual([{ first_name: 'נועה', amount_due: 33_900, ssn_encrypted: null, address: null }])
  const { rows: customers } = await database().query(
    `SELECT first_name, ssn_index, photo, password_hash, deleted_at IS NOT NULL AS deleted FROM customer WHERE customer_id = $1`,
    [customerId],
  )
  expect(customers).toEqual([{ first_name: '', ssn_index: null, photo: null, password_hash: null, deleted: true }])
  const { rows: left } = await database().query(
    `SELECT (SELECT customer_id FROM entitlement WHERE entitlement_id = $1) AS member, (SELECT balance FROM system_voucher WHERE system_voucher_id = $2) AS voucher,
       (SELECT count(*)::int FROM kept_voucher WHERE customer_id = $3) AS kept`,
    [membership, voucher, customerId],
  )
  expect(left).toEqual([{ member: null, voucher: 10_000, kept: 0 }])
  expect([await areaCustomerOf(by.visitor), await areaCustomerOf(elsewhere.visitor)]).toEqual([undefined, undefined])
})

test('leaves no orders made with the number or address since its last proof, no staff notes and no recipients of codes', async () => {
  const orderId = await pastOrder()
  await database().query(`UPDATE orders SET staff_note = '{"systemInquiry": "רוטשילד 9"}' WHERE order_id = $1`, [orderId])
  const guests = [
    await makeUnownedOrder({ mobileNumber: PERSONAL[0] ?? '', state: 'failed' }),
    await makeUnownedOrder({ email: 'Noa@Shura.example' }),
  ]
  await database().query(
    `INSERT INTO outbox (message_id, channel, kind, recipient, state) VALUES (gen_random_uuid(), 'sms', 'code', $1, 'sent'), (gen_random_uuid(), 'mail', 'link', $2, 'sent')`,
    PERSONAL.slice(0, 2),
  )
  expect(await deleteCustomerOf(by)).toEqual({ ok: true, value: null })
  for (const id of [orderId, ...guests])
    for (const text of [...PERSONAL, 'Noa@Shura.example']) expect(await remains(id)).not.toContain(text)
  const { rows } = await database().query(`SELECT kind FROM outbox WHERE order_id IS NULL`)
  expect(rows).toEqual([{ kind: 'account deleted' }])
})

test('forgets where its orders led back to, except what an order of somebody else leads back by too', async () => {
  const openedFor = async (...orders: readonly string[]) => {
    const { uuid } = await newVisitor()
    await opened(await aClub(), uuid)
    await database().query(
      `UPDATE orders SET opening_id = (SELECT opening_id FROM integration_opening WHERE uuid = $1) WHERE order_id = ANY ($2::uuid[])`,
      [uuid, orders],
    )
    return uuid
  }
  const stranger = () => makeUnownedOrder({ mobileNumber: '0520000009' })
  const [own, shared, other] = [
    await openedFor(await pastOrder()),
    await openedFor(await pastOrder(), await stranger()),
    await openedFor(await stranger()),
  ]
  expect(await deleteCustomerOf(by)).toEqual({ ok: true, value: null })
  const { rows } = await database().query<{ uuid: string; ret: string; isGood: boolean }>(
    `SELECT uuid, return_url AS ret, expires_at > now() AS "isGood" FROM integration_opening WHERE uuid = ANY ($1::uuid[]) ORDER BY opening_id`,
    [[own, shared, other]],
  )
  const kept = { ret: expect.stringMatching(/^https:\/\/club\.example\//) as unknown, isGood: true }
  expect(rows).toEqual([
    { uuid: own, ret: '', isGood: false },
    { uuid: shared, ...kept },
    { uuid: other, ...kept },
  ])
})

test('replaces the secret of every session, so that its uuid cannot be used by header', async () => {
  await deleteCustomerOf(by)
  const { rows } = await database().query<{ hash: Buffer | null }>('SELECT sid_hash AS hash FROM session WHERE uuid = $1', [
    by.visitor.uuid,
  ])
  expect(rows[0]?.hash).toBeInstanceOf(Buffer)
  expect(rows[0]?.hash?.equals(by.visitor.sidHash ?? Buffer.alloc(0))).toBe(false)
})

test('tells the customer and writes to the security log', async () => {
  await deleteCustomerOf(by)
  const { rows } = await database().query<{ channel: string; recipient: string; sealed: Buffer }>(
    `SELECT channel, recipient, sealed_body AS sealed FROM outbox WHERE kind = 'account deleted'`,
  )
  expect(rows).toMatchObject([{ channel: 'mail', recipient: 'noa@shura.example' }])
  expect(rows[0] && openSealed(rows[0].sealed).text).toContain('נמחקו')
  const { rows: log } = await database().query('SELECT action FROM security_log WHERE customer_id = $1', [customerId])
  expect(log).toEqual([{ action: 'customer deleted' }])
})

test('keeps a stranger’s order with an address that the customer never verified, and keeps it accessible', async () => {
  await database().query('UPDATE customer SET is_email_proved = false WHERE customer_id = $1', [customerId])
  const order = await makeUnownedOrder({ mobileNumber: '0520000001', email: PERSONAL[1] ?? '' })
  expect(await deleteCustomerOf(by)).toEqual({ ok: true, value: null })
  const { rows } = await database().query('SELECT customer_id, email, mobile_number FROM orders WHERE order_id = $1', [order])
  expect(rows).toEqual([{ customer_id: null, email: PERSONAL[1], mobile_number: '0520000001' }])
})

test('deletes nothing from a browser that was signed out meanwhile', async () => {
  await database().query('UPDATE session SET area_customer_id = NULL WHERE uuid = $1', [by.visitor.uuid])
  expect(await deleteCustomerOf(by)).toMatchObject({ refusal: { code: 'NOT_SIGNED_IN' } })
  const { rows } = await database().query('SELECT deleted_at FROM customer WHERE customer_id = $1', [customerId])
  expect(rows).toEqual([{ deleted_at: null }])
})

test('asks for a new sign-in if the last one is old', async () => {
  const late = { ...by, customer: { ...by.customer, isFresh: false } }
  expect(await deleteCustomerOf(late)).toMatchObject({ refusal: { code: 'SIGN_IN_AGAIN' } })
  expect(await areaCustomerOf(by.visitor)).toBeDefined()
})

test('is refused with paid tickets of a cancelled presentation until they are refunded', async () => {
  const { orderId } = await orderOf(customerId, { presentationIds: [PAST] })
  await database().query('UPDATE presentation SET is_cancelled = true WHERE presentation_id = $1', [PAST])
  const early = await deleteCustomerOf(by)
  await cancelRows(orderId)
  const late = await deleteCustomerOf(by)
  await database().query('UPDATE presentation SET is_cancelled = false WHERE presentation_id = $1', [PAST])
  expect(early).toMatchObject({ refusal: { code: 'DELETION_HAS_TICKETS' } })
  expect(late).toEqual({ ok: true, value: null })
})

test.each([
  ['tickets of a show to come', 'paid'],
  ['seats held without paying', 'unpaid'],
  ['a payment under way', 'paying'],
] as const)('is refused with %s', async (_what, state) => {
  await orderOf(customerId, { presentationIds: [COMING], state })
  expect(await deleteCustomerOf(by)).toMatchObject({ refusal: { code: 'DELETION_HAS_TICKETS' } })
  const { rows } = await database().query('SELECT first_name, deleted_at FROM customer WHERE customer_id = $1', [customerId])
  expect(rows).toEqual([{ first_name: 'נועה', deleted_at: null }])
  expect(await areaCustomerOf(by.visitor)).toBeDefined()
})

test('is not blocked by cancelled tickets', async () => {
  const { orderId } = await orderOf(customerId, { presentationIds: [COMING] })
  await cancelRows(orderId)
  expect(await deleteCustomerOf(by)).toMatchObject({ ok: true })
})

test('exports what is kept as a file, with a masked ID number', async () => {
  await pastOrder()
  const answer = await dataFileOf(by)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  expect(text).not.toContain(SSN)
  expect(JSON.parse(text)).toMatchObject({
    customer: { FirstName: 'נועה', SSN: '••••••018', MobileNumber1: '0547314821', LicensePlateNumber: '12-345-67' },
    consents: { IsSMSAllowed: false },
    orders: [
      { email: 'noa@example.com', amount: 339, hasSsn: true, tickets: [{ seat: '14', price: 157 }, { seat: '15' }, { seat: null }] },
    ],
    sessions: [{ isCurrent: true, by: 'mobile' }],
    identities: [{ issuer: 'https://id.example' }],
  })
  const { rows } = await database().query('SELECT action FROM security_log WHERE customer_id = $1', [customerId])
  expect(rows).toEqual([{ action: 'data downloaded' }])
})

test('serves the photo as stored, uncached and as an image only', async () => {
  const answer = await photoOf(customerId)
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(await photoOf(await makeCustomer())).toBeUndefined()
})
