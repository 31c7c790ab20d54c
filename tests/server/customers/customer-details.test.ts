import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadedMobile } from '#lib/domain/customers/loaded-customer.ts'
import { saveConsents } from '#lib/server/customers/account/customer-consents.ts'
import { confirmNewContact, saveDetails, type DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { codeTo, forgetCodes, ageCodes, makeUnownedOrder, newVisitor, ownersOf, wrongCode } from '#tests/support/buyers/sign-in.ts'

const MOBILE = '0547314821'
const EMAIL = 'noa@shura.example'
const [NEW_MOBILE, NEW_EMAIL] = ['0525550199', 'new@shura.example']

let by: DetailsCaller
let customerId: number

beforeAll(freshDatabase)
beforeEach(async () => {
  await forgetCodes()
  await database().query('DELETE FROM orders; DELETE FROM session; DELETE FROM customer')
  customerId = await makeCustomer({ mobileNumber: MOBILE, email: EMAIL, city: 'חיפה' })
  by = await callerFor(customerId)
})

async function callerFor(customer: number): Promise<DetailsCaller> {
  const visitor = await newVisitor()
  await signInAs(visitor.uuid, customer)
  const found = await areaCustomerOf(visitor)
  if (!found) throw new Error('Nobody is signed in.')
  return { visitor, customer: found, caller: null, locale: 'he' }
}

async function customerRow(): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database().query<Record<string, unknown>>('SELECT * FROM customer WHERE customer_id = $1', [customerId])
  return rows[0]
}

async function noticesTo(recipient: string): Promise<readonly string[]> {
  const { rows } = await database().query<{ sealed: Buffer }>(
    `SELECT sealed_body AS sealed FROM outbox WHERE kind = 'contact changed' AND recipient = $1`,
    [recipient],
  )
  return rows.map(({ sealed }) => openSealed(sealed).text)
}

async function logged(): Promise<readonly string[]> {
  const { rows } = await database().query<{ action: string }>('SELECT action FROM security_log WHERE customer_id = $1 ORDER BY at', [
    customerId,
  ])
  return rows.map(({ action }) => action)
}

/** Sends and enters the code of a new number or address. */
async function change(field: 'MobileNumber1' | 'EmailAddress1', target: string, who = by) {
  expect(await saveDetails(who, { [field]: target })).toEqual({ ok: true, value: field })
  return confirmNewContact(who, await codeTo(target))
}

describe('personal details', () => {
  test('R6.7 R7.31 are saved, and missing fields stay', async () => {
    const saved = await saveDetails(by, { FirstName: 'נעה', Address1: 'הרצל 5', DateOfBirth: '1990-02-28' })
    expect(saved).toEqual({ ok: true, value: null })
    const area = await customerAreaOf(by.visitor, by.customer)
    expect(area).toMatchObject({ FirstName: 'נעה', LastName: 'ברקאי', Address1: 'הרצל 5', City: 'חיפה', DateOfBirth: '1990-02-28' })
    expect(area).toMatchObject({ MobileNumber1: MOBILE, EmailAddress1: EMAIL, pendingContact: null })
    expect(await logged()).toEqual(['details changed'])
    expect(await saveDetails(by, { DateOfBirth: '' })).toMatchObject({ ok: true })
    expect(await customerRow()).toMatchObject({ date_of_birth: null })
  })

  test('R7.33 are not saved at all if one is invalid', async () => {
    expect(await saveDetails(by, { City: 'תל אביב', EmailAddress1: 'nobody' })).toMatchObject({
      refusal: { code: 'FORM_INVALID', facts: { field: 'EmailAddress1', rule: 'email' } },
    })
    expect(await customerRow()).toMatchObject({ city: 'חיפה', email: EMAIL })
    expect(await logged()).toEqual([])
  })

  test('writes only the seven fields, whatever the body has', async () => {
    const before = await customerRow()
    const body = { City: 'חיפה', customer_id: 1, ssn_index: 'x', is_email_proved: true, passwordHash: 'x', Address2: 'x' }
    await saveDetails(by, body)
    expect({ ...(await customerRow()), updated_at: null }).toEqual({ ...before, updated_at: null })
  })
})

describe('a new number', () => {
  test('becomes the customer’s with its code; the old number is notified, and its unowned orders come along', async () => {
    const unowned = await makeUnownedOrder({ mobileNumber: NEW_MOBILE })
    expect(await saveDetails(by, { MobileNumber1: NEW_MOBILE, City: 'עכו' })).toEqual({ ok: true, value: 'MobileNumber1' })
    expect(await customerRow()).toMatchObject({ mobile_number: MOBILE, city: 'עכו' })
    expect((await customerAreaOf(by.visitor, by.customer)).pendingContact).toBe('MobileNumber1')
    const code = await codeTo(NEW_MOBILE)
    expect(await confirmNewContact(by, wrongCode(code))).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
    expect(await confirmNewContact(by, code)).toEqual({ ok: true, value: null })
    expect(await customerRow()).toMatchObject({ mobile_number: NEW_MOBILE })
    expect(await noticesTo(MOBILE)).toHaveLength(1)
    expect(await noticesTo(NEW_MOBILE)).toEqual([])
    expect(await ownersOf([unowned])).toEqual([customerId])
    expect(await logged()).toEqual(['details changed', 'code refused', 'contact changed'])
    expect((await customerAreaOf(by.visitor, by.customer)).pendingContact).toBeNull()
    expect(await confirmNewContact(by, code)).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
  })

  test('of another customer is refused only to a visitor who has proved it', async () => {
    const other = await makeCustomer({ mobileNumber: NEW_MOBILE })
    expect(await saveDetails(by, { MobileNumber1: NEW_MOBILE })).toEqual({ ok: true, value: 'MobileNumber1' })
    const code = await codeTo(NEW_MOBILE)
    expect(await confirmNewContact(by, wrongCode(code))).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
    expect(await confirmNewContact(by, code)).toMatchObject({ refusal: { code: 'CONTACT_IN_USE' } })
    expect(await confirmNewContact(by, code)).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
    expect(await customerRow()).toMatchObject({ mobile_number: MOBILE })
    expect(await noticesTo(MOBILE)).toEqual([])
    const { rows } = await database().query('SELECT mobile_number FROM customer WHERE customer_id = $1', [other])
    expect(rows).toEqual([{ mobile_number: NEW_MOBILE }])
  })

  test('needs a code of this session and customer', async () => {
    await saveDetails(by, { MobileNumber1: NEW_MOBILE })
    const code = await codeTo(NEW_MOBILE)
    const stranger = await callerFor(await makeCustomer())
    expect(await confirmNewContact(stranger, code)).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
    const next = { ...by, customer: stranger.customer }
    expect(await confirmNewContact(next, code)).toMatchObject({ refusal: { code: 'INVALID_SMS_CODE' } })
    expect(await customerRow()).toMatchObject({ mobile_number: MOBILE })
  })

  test('goes to one of two customers who prove it at once', async () => {
    await saveDetails(by, { MobileNumber1: NEW_MOBILE })
    const first = await codeTo(NEW_MOBILE)
    await ageCodes(60)
    const second = await callerFor(await makeCustomer({ mobileNumber: '0505550159' }))
    expect(await saveDetails(second, { MobileNumber1: NEW_MOBILE })).toMatchObject({ ok: true })
    const next = await codeTo(NEW_MOBILE)
    const done = await Promise.all([confirmNewContact(by, first), confirmNewContact(second, next)])
    expect(done.map((one) => (one.ok ? 'ok' : one.refusal.code)).sort()).toEqual(['CONTACT_IN_USE', 'ok'])
  })

  test('R6.14 can be added by a customer without one only if the setting allows it', async () => {
    await database().query('UPDATE customer SET mobile_number = NULL WHERE customer_id = $1', [customerId])
    expect((await customerAreaOf(by.visitor, by.customer)).mayUpdateMobile).toBe(false)
    expect(await saveDetails(by, { MobileNumber1: NEW_MOBILE })).toMatchObject({ refusal: { code: 'MOBILE_UPDATE_NOT_ALLOWED' } })
    expect(await codeTo(NEW_MOBILE)).toBe('')
  })

  test('can be changed only shortly after signing in, so that an open browser cannot take over the account', async () => {
    const late = { ...by, customer: { ...by.customer, isFresh: false } }
    expect(await saveDetails(late, { MobileNumber1: NEW_MOBILE, City: 'עכו' })).toMatchObject({ refusal: { code: 'SIGN_IN_AGAIN' } })
    expect(await saveDetails(late, { EmailAddress1: NEW_EMAIL })).toMatchObject({ refusal: { code: 'SIGN_IN_AGAIN' } })
    expect([await codeTo(NEW_MOBILE), await codeTo(NEW_EMAIL)]).toEqual(['', ''])
    expect(await customerRow()).toMatchObject({ mobile_number: MOBILE, email: EMAIL, city: 'חיפה' })
    expect(await saveDetails(late, { City: 'עכו' })).toEqual({ ok: true, value: null })
  })

  test('is the same in the spelling of an import', async () => {
    await database().query(`UPDATE customer SET mobile_number = '+972547314821' WHERE customer_id = $1`, [customerId])
    expect(loadedMobile('+972547314821')).toBe(MOBILE)
    expect(await saveDetails(by, { MobileNumber1: MOBILE })).toEqual({ ok: true, value: null })
  })
})

describe('a new address', () => {
  test('is verified by its code; the old one is notified by mail, and its unowned orders come along', async () => {
    const orders = [await makeUnownedOrder({ email: NEW_EMAIL }), await makeUnownedOrder({ email: 'other@shura.example' })]
    expect(await change('EmailAddress1', NEW_EMAIL)).toEqual({ ok: true, value: null })
    expect(await customerRow()).toMatchObject({ email: NEW_EMAIL, is_email_proved: true })
    expect(await noticesTo(EMAIL)).toHaveLength(1)
    expect(await ownersOf(orders)).toEqual([customerId, null])
  })

  test('on file is verified by sending it alone, and nobody is notified', async () => {
    await database().query('UPDATE customer SET is_email_proved = false WHERE customer_id = $1', [customerId])
    expect(await change('EmailAddress1', EMAIL)).toEqual({ ok: true, value: null })
    expect(await customerRow()).toMatchObject({ email: EMAIL, is_email_proved: true })
    expect([...(await noticesTo(EMAIL)), ...(await noticesTo(MOBILE))]).toEqual([])
  })

  test('notifies the number if the old address was unverified', async () => {
    await database().query('UPDATE customer SET is_email_proved = false WHERE customer_id = $1', [customerId])
    await change('EmailAddress1', NEW_EMAIL)
    expect(await noticesTo(EMAIL)).toEqual([])
    expect(await noticesTo(MOBILE)).toHaveLength(1)
  })

  test('can be removed shortly after signing in only; the old one is notified', async () => {
    const late = { ...by, customer: { ...by.customer, isFresh: false } }
    expect(await saveDetails(late, { EmailAddress1: '' })).toMatchObject({ refusal: { code: 'SIGN_IN_AGAIN' } })
    expect(await saveDetails(by, { EmailAddress1: '' })).toEqual({ ok: true, value: null })
    expect(await customerRow()).toMatchObject({ email: '', is_email_proved: false })
    expect(await noticesTo(EMAIL)).toHaveLength(1)
    expect(await saveDetails(by, { MobileNumber1: '' })).toMatchObject({ refusal: { facts: { rule: 'contact' } } })
  })
})

test('stores consents under both names and keeps missing ones', async () => {
  await saveConsents(by, { IsSMSAllowed: true, IsMailingAllowed: true })
  await saveConsents(by, { IsMailingAllowed: false })
  const area = await customerAreaOf(by.visitor, by.customer)
  expect(area).toMatchObject({ IsSMSAllowed: true, SmsAllowed: true, IsEmailAllowed: false, EmailAllowed: false, IsMailingAllowed: false })
  expect(await logged()).toEqual(['consents changed', 'consents changed'])
  const { rows } = await database().query(`SELECT facts FROM audit WHERE action = 'consents changed' AND subject = $1`, [
    String(customerId),
  ])
  expect(rows).toEqual([{ facts: { IsSMSAllowed: true, IsMailingAllowed: true } }, { facts: { IsMailingAllowed: false } }])
})
