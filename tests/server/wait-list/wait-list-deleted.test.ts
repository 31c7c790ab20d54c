import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { newVisitor } from '#tests/support/buyers/sign-in.ts'
import { freeSoldSeats, ageWaitList, seen, sellOut, notifyAfterAMinute } from '#tests/support/buyers/wait-list.ts'

const [NUMBER, ADDRESS, NOT_PROVED, DAN] = ['0547314821', 'Noa@shura.example', 'noa@work.example', 'dan@example.com']

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 2, seatsPerRow: 5, places: 3 })
})
beforeEach(async () => {
  await database().query('DELETE FROM wait_list')
  await database().query('DELETE FROM outbox')
  await emptyHouse()
  await sellOut()
})

const join = (contact: string) => joinWaitList({ presentationId: 1, quantity: 2, isConsented: true, locale: 'he', contact })

async function deleteAccount(facts: { mobileNumber?: string; email: string; isEmailProved: boolean }): Promise<void> {
  const customerId = await makeCustomer(facts)
  const visitor = await newVisitor()
  await signInAs(visitor.uuid, customerId)
  const customer = await areaCustomerOf(visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  expect(await deleteCustomerOf({ visitor, customer, caller: null, locale: 'he' })).toMatchObject({ ok: true })
}

const requests = () => cellOf('SELECT count(*)::int FROM wait_list')
const saidTo = (contact: string) =>
  cellOf(`SELECT count(*)::int FROM outbox WHERE lower(recipient) = '${contact.toLowerCase()}' AND kind <> 'account deleted'`)

test('removes a deleted customer from the list, by number or verified address, with their queued messages', async () => {
  await join(NUMBER)
  await join(ADDRESS)
  await join(DAN)
  await deleteAccount({ mobileNumber: NUMBER, email: ADDRESS, isEmailProved: true })
  expect(await requests()).toBe(1)
  expect([await saidTo(NUMBER), await saidTo(ADDRESS), await saidTo(DAN)]).toEqual([0, 0, 1])
  await freeSoldSeats(4)
  expect(await notifyAfterAMinute()).toEqual([DAN])
})

test('gives the turn of a deleted customer to the next at once', async () => {
  await join(NUMBER)
  await join(DAN)
  await freeSoldSeats(2)
  expect(await notifyAfterAMinute()).toEqual([NUMBER])
  await ageWaitList(60)
  expect(await notifyAfterAMinute()).toEqual([NUMBER])
  await deleteAccount({ mobileNumber: NUMBER, email: '', isEmailProved: false })
  await seen()
  expect(await notifyAfterAMinute()).toEqual([DAN])
})

test('keeps a request under an address that the customer never verified', async () => {
  await join(NOT_PROVED)
  await deleteAccount({ mobileNumber: NUMBER, email: NOT_PROVED, isEmailProved: false })
  expect(await requests()).toBe(1)
})
