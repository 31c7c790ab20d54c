import { beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDetails } from '#lib/server/customers/account/customer-details.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { hashPassword } from '#lib/server/customers/sign-in/password-hash.ts'
import { logInByPassword } from '#lib/server/customers/sign-in/password-login.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { codeTo, forgetCodes } from '#tests/support/buyers/sign-in.ts'
import { cookiesOf, signedIn, type CustomerPerson } from '#tests/support/checks/people.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const [EMAIL, NEW_EMAIL, PASSWORD] = ['noa@shura.example', 'new@shura.example', 'shura-noa-2026']

beforeAll(freshDatabase)
beforeEach(async () => {
  await forgetCodes()
  await database().query('DELETE FROM session; DELETE FROM customer')
})

/** A browser in which a customer with a password signed in an hour ago. */
async function signedInLongAgo(): Promise<CustomerPerson> {
  const customer = await signedIn(await makeCustomer({ email: EMAIL, passwordHash: await hashPassword(PASSWORD) }))
  await database().query(`UPDATE session SET signed_in_at = now() - interval '1 hour' WHERE uuid = $1`, [customer.uuid])
  return customer
}

function logIn(visitor: CustomerPerson, password: string) {
  const request = new Request('http://127.0.0.1/api/customer/login')
  return logInByPassword({ visitor, context: { cookies: cookiesOf() }, request, source: { caller: null }, locale: 'he' }, EMAIL, password)
}

/** Asks to change the address, which needs a recent sign-in, with the newest cookie. */
async function changeAddress({ uuid }: CustomerPerson): Promise<unknown> {
  const { rows } = await database().query<{ sid: Buffer }>('SELECT sid_hash AS sid FROM session WHERE uuid = $1', [uuid])
  const visitor = { uuid, proof: 'cookie', sidHash: rows[0]?.sid ?? Buffer.alloc(32) } as const
  const customer = await areaCustomerOf(visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  return saveDetails({ visitor, customer, caller: null, locale: 'he' }, { EmailAddress1: NEW_EMAIL })
}

test('allows what needs a recent sign-in after the password was entered again, and not after a wrong one', async () => {
  const customer = await signedInLongAgo()
  const again = { refusal: { code: 'SIGN_IN_AGAIN' } }
  expect(await changeAddress(customer)).toMatchObject(again)
  expect(await logIn(customer, 'wrong-password')).toMatchObject({ refusal: { code: 'LOGIN_FAILED' } })
  expect(await changeAddress(customer)).toMatchObject(again)
  expect(await codeTo(NEW_EMAIL)).toBe('')
  expect(await logIn(customer, PASSWORD)).toMatchObject({ ok: true })
  expect(await changeAddress(customer)).toMatchObject({ ok: true, value: 'EmailAddress1' })
  expect(await codeTo(NEW_EMAIL)).not.toBe('')
})
