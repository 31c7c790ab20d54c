import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  becomeCustomer,
  customerOfMobile,
  customerOfProvedEmail,
  customerOfSsn,
  hasUnownedOrders,
} from '#lib/server/customers/sign-in/customers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { makeCustomer } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { makeUnownedOrder, openConnections, ownersOf } from '#tests/support/buyers/sign-in.ts'

beforeAll(async () => {
  await freshDatabase()
  await openConnections()
})
beforeEach(() => database().query('DELETE FROM orders; DELETE FROM customer'))

const NUMBER = '0541234567'
const PROVED = { mobileNumber: NUMBER }

async function customerRow(id: number) {
  const { rows } = await database().query<Record<string, unknown>>(
    'SELECT first_name, last_name, mobile_number, email, is_email_proved FROM customer WHERE customer_id = $1',
    [id],
  )
  return rows[0]
}

function prove(name: Parameters<typeof becomeCustomer>[1]): Promise<number> {
  return inTransaction((client) => becomeCustomer(client, name))
}

test('finds a customer by mobile number, ID number and verified address, in any case', async () => {
  const id = await makeCustomer({ mobileNumber: NUMBER, ssn: '000000018', email: 'Noa@shura.example' })
  const found = { customerId: id, mobileNumber: NUMBER, email: 'Noa@shura.example' }
  expect(await customerOfMobile(NUMBER)).toEqual(found)
  expect(await customerOfSsn('000000018')).toEqual(found)
  expect(await customerOfProvedEmail('noa@SHURA.example')).toEqual(found)
  expect(await customerOfMobile('0541234568')).toBeUndefined()
  expect(await customerOfSsn('000000026')).toBeUndefined()
})

test('does not find a customer by an unverified address, and sends nothing', async () => {
  await makeCustomer({ mobileNumber: NUMBER, email: 'noa@shura.example', isEmailProved: false })
  expect(await customerOfProvedEmail('noa@shura.example')).toBeUndefined()
  expect(await customerOfMobile(NUMBER)).toMatchObject({ email: '' })
})

test('does not find a deleted customer', async () => {
  await makeCustomer({ mobileNumber: NUMBER, ssn: '000000018', email: 'noa@shura.example' })
  await database().query('UPDATE customer SET deleted_at = now()')
  expect(await customerOfMobile(NUMBER)).toBeUndefined()
  expect(await customerOfSsn('000000018')).toBeUndefined()
  expect(await customerOfProvedEmail('noa@shura.example')).toBeUndefined()
})

test('makes the prover of a number a customer named as in its newest order, who owns its unowned orders', async () => {
  const other = await makeCustomer({ mobileNumber: '0520000000' })
  const old = await makeUnownedOrder({ ...PROVED, firstName: 'דניאלה', daysAgo: 30 })
  const newest = await makeUnownedOrder({ ...PROVED, firstName: 'דנה', email: 'dana@example.com', daysAgo: 1 })
  const owned = await makeUnownedOrder({ ...PROVED, firstName: 'אחרת' })
  const foreign = await makeUnownedOrder({ mobileNumber: '0541234560' })
  await database().query('UPDATE orders SET customer_id = $1 WHERE order_id = $2', [other, owned])
  const id = await prove(PROVED)
  expect(await customerRow(id)).toEqual({
    ...{ first_name: 'דנה', last_name: 'לוי', mobile_number: NUMBER, email: 'dana@example.com' },
    is_email_proved: false, // only typed into an order
  })
  expect(await ownersOf([old, newest, owned, foreign])).toEqual([id, id, other, null])
})

test('makes the prover of an address with orders a customer too; the number in the orders stays unverified', async () => {
  const other = await makeCustomer({ mobileNumber: '0520000000' })
  const order = await makeUnownedOrder({ ...PROVED, email: 'Dana@Example.com' })
  const owned = await makeUnownedOrder({ ...PROVED, email: 'dana@example.com' })
  await database().query('UPDATE orders SET customer_id = $1 WHERE order_id = $2', [other, owned])
  const id = await prove({ email: 'dana@example.com' })
  expect(await customerRow(id)).toMatchObject({ first_name: 'דנה', mobile_number: null, email: 'dana@example.com', is_email_proved: true })
  expect(await ownersOf([order, owned])).toEqual([id, other])
})

test('gives a customer who proves the number again the orders made with it since', async () => {
  const id = await makeCustomer({ mobileNumber: NUMBER, firstName: 'נועה' })
  const order = await makeUnownedOrder(PROVED)
  expect(await prove(PROVED)).toBe(id)
  expect(await customerRow(id)).toMatchObject({ first_name: 'נועה' })
  expect(await ownersOf([order])).toEqual([id])
})

test('makes one customer of 20 first proofs of a number, or of an address, at once', async () => {
  const orders = await Promise.all([1, 2, 3].map(() => makeUnownedOrder({ ...PROVED })))
  const byNumber = new Set(await Promise.all(Array.from({ length: 20 }, () => prove(PROVED))))
  expect([...byNumber]).toHaveLength(1)
  expect(await ownersOf(orders)).toEqual([...byNumber, ...byNumber, ...byNumber])
  const byEmail = new Set(await Promise.all(Array.from({ length: 20 }, (_, n) => prove({ email: n % 2 ? 'a@b.example' : 'A@B.example' }))))
  expect([...byEmail]).toHaveLength(1)
})

test('claims no number by a failed purchase, but does by an unpaid hold', async () => {
  await makeUnownedOrder({ ...PROVED, state: 'failed' })
  await makeUnownedOrder({ ...PROVED, state: 'paying' })
  expect(await hasUnownedOrders(PROVED)).toBe(false)
  await makeUnownedOrder({ ...PROVED, state: 'unpaid' })
  expect(await hasUnownedOrders(PROVED)).toBe(true)
  await makeUnownedOrder({ mobileNumber: '', email: '' })
  expect(await hasUnownedOrders({ mobileNumber: '' })).toBe(false)
  expect(await hasUnownedOrders({ email: '' })).toBe(false)
})
