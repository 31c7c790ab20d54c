import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { signInByCode } from '#lib/server/customers/sign-in/sign-in-by-code.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { CodeAsk } from '#lib/server/customers/sign-in/sign-in-code.ts'
import { addEntitlement } from '#tests/support/buyers/codes.ts'
import { makeCustomer, makeMembership } from '#tests/support/buyers/customers.ts'
import { send } from '#tests/support/buyers/code-office.ts'
import { codeTo, forgetCodes, makeUnownedOrder, newVisitor, ownersOf } from '#tests/support/buyers/sign-in.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const [MOBILE, EMAIL] = ['0547314821', 'noa@shura.example']
const BY_SMS = [MOBILE, {}] as const
const BY_MAIL = [EMAIL, { channel: 'mail' }] as const

beforeAll(freshDatabase)
beforeEach(async () => {
  await forgetCodes()
  await database().query('DELETE FROM orders; DELETE FROM session; DELETE FROM entitlement; DELETE FROM customer')
})

function noa(): Promise<number> {
  return makeCustomer({ mobileNumber: MOBILE, email: EMAIL })
}

/** Requests a code for the customer and enters it after a given change. */
async function signInAfter(customerId: number, [target, ask]: readonly [string, Partial<CodeAsk>], happens?: () => Promise<unknown>) {
  const visitor = await newVisitor()
  expect(await send(visitor, target, { ...ask, customerId })).toMatchObject({ ok: true })
  await happens?.()
  const entry = { visitor, caller: null, purposes: ['area'], code: await codeTo(target), cookies: cookiesOf(), userAgent: '' } as const
  return { visitor, result: await signInByCode(entry) }
}

describe('a known customer who signs in by code', () => {
  test.each([
    ['the number', BY_SMS, (id: number) => [id, null]],
    ['the address', BY_MAIL, (id: number) => [null, id]],
  ])('gets unowned orders made with the %s of the code, and nothing else', async (_what, by, owners) => {
    const [customerId, other] = [await noa(), await makeCustomer({ mobileNumber: '0520000000' })]
    const orders = [await makeUnownedOrder({ mobileNumber: MOBILE }), await makeUnownedOrder({ email: EMAIL.toUpperCase() })]
    const theirs = await makeUnownedOrder({ mobileNumber: MOBILE, email: EMAIL })
    await database().query('UPDATE orders SET customer_id = $1 WHERE order_id = $2', [other, theirs])
    const foreign = await makeUnownedOrder({ mobileNumber: '0541234560', email: 'other@shura.example' })
    expect((await signInAfter(customerId, by)).result).toMatchObject({ ok: true, value: { customer: { customerId } } })
    expect(await ownersOf(orders)).toEqual(owners(customerId))
    expect(await ownersOf([theirs, foreign])).toEqual([other, null])
  })

  test.each([
    ['the number is another one', BY_SMS, `mobile_number = '0529999999'`],
    ['the number was removed', BY_SMS, 'mobile_number = NULL'],
    ['the address is another one', BY_MAIL, `email = 'new@shura.example'`],
    ['the address is proved by nobody', BY_MAIL, 'is_email_proved = false'],
    ['the customer was deleted, known by number', BY_SMS, 'deleted_at = now()'],
    ['the customer was deleted, known by address', BY_MAIL, 'deleted_at = now()'],
  ])('is not signed in and gets no orders if %s before the code is entered', async (_what, by, change) => {
    const customerId = await noa()
    const orders = [await makeUnownedOrder({ mobileNumber: MOBILE }), await makeUnownedOrder({ email: EMAIL })]
    const { visitor, result } = await signInAfter(customerId, by, () =>
      database().query(`UPDATE customer SET ${change} WHERE customer_id = $1`, [customerId]),
    )
    expect(result).toMatchObject({ refusal: { code: 'CUSTOMER_NOT_FOUND' } })
    expect(await areaCustomerOf(visitor)).toBeUndefined()
    expect(await ownersOf(orders)).toEqual([null, null])
  })

  test('may order with their own active memberships and nothing else of theirs', async () => {
    const customerId = await noa()
    const active = await makeMembership(customerId)
    await makeMembership(await makeCustomer())
    const retired = await makeMembership(customerId)
    await database().query('UPDATE entitlement SET is_active = false WHERE entitlement_id = $1', [retired])
    const coupon = await addEntitlement({ kind: 'coupon', typed: 'OF-NOA', tickets: [] })
    await database().query('UPDATE entitlement SET customer_id = $1 WHERE entitlement_id = $2', [customerId, coupon])
    const { visitor } = await signInAfter(customerId, BY_SMS)
    const { rows } = await database().query<{ id: number }>('SELECT entitlement_id AS id FROM session_grant WHERE uuid = $1', [
      visitor.uuid,
    ])
    expect(rows).toEqual([{ id: active }])
  })
})
