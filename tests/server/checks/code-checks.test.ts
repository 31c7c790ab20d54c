import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { availableMembersOf, availableMembersOfCustomer } from '#lib/server/entitlements/lookup/available-members.ts'
import { withCodeTickets } from '#lib/server/entitlements/lookup/code-tickets.ts'
import { grantsOf } from '#lib/server/entitlements/entitlements.ts'
import { askOutside, grantsOutside } from '#lib/server/entitlements/outside-references.ts'
import { voucherBalancesOf } from '#lib/server/entitlements/system-vouchers.ts'
import { findVoucher } from '#lib/server/orders/cart/voucher-check.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { CODE_CHECKS } from '#tests/support/checks/code-checks.ts'
import { aBrowser, aCustomer, aMember, expireSignIn, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { addCodeTickets, addEntitlement, grantTo, visitorWithId } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
})

/** Looks a coupon up as somebody. @returns its code */
async function lookedUp(): Promise<string> {
  const code = `SHARED${randomUUID().slice(0, 8).toUpperCase()}`
  await grantTo((await aBrowser()).uuid, await addEntitlement({ kind: 'coupon', typed: code, tickets: [101] }))
  return code
}

/** The memberships of other customers, proved in this customer's browser. */
async function proveHere(customer: { readonly uuid: string }, member: CustomerPerson): Promise<void> {
  const { rows } = await database().query<{ id: number }>('SELECT entitlement_id AS id FROM entitlement WHERE customer_id = $1', [
    member.customerId,
  ])
  await grantTo(customer.uuid, ...rows.map(({ id }) => id))
}

const ANSWER = { id: 1, ticketGroups: [{ id: 1, tickets: [] }] } as unknown as Parameters<typeof withCodeTickets>[0][number]

testChecks(CODE_CHECKS, {
  'a code is redeemed by who looked it up': async () => {
    const line = lineOf(seatAt(1, 1), 101)
    const seat = wantedSeat({ ...line, ticket: { ...line.ticket, code: await lookedUp() } })
    const grants = await grantsOf(await catalogue(), (await aBrowser()).uuid, [seat])
    return grants.ok && grants.value.size > 0
  },
  'tickets of a code are listed for who looked it up': async () => {
    const [answer] = await withCodeTickets([ANSWER], { ticketCodes: await lookedUp(), uuid: (await aBrowser()).uuid })
    return answer?.ticketGroups[0]?.tickets.length === 1
  },
  'a voucher pays for who looked it up': async () => {
    const id = await holdVoucher((await aBrowser()).uuid, await makeVoucher(5_000))
    return (await voucherBalancesOf((await aBrowser()).uuid, [id])).size > 0
  },
  'a voucher is looked up with an ID number': async () => (await findVoucher((await aBrowser()).uuid, await makeVoucher(5_000))).ok,
  'the ID number is the visitor’s own': async () => {
    await database().query('UPDATE session SET ssn_encrypted = NULL')
    await visitorWithId()
    const found = await findVoucher((await aBrowser()).uuid, await makeVoucher(5_000))
    return found.ok
  },
  'a reference counts for who asked': async () => {
    const reference = { ticketId: 132, ref1: '7654321', ref2: '1' }
    await askOutside((await aBrowser()).uuid, reference)
    const told = await grantsOutside((await aBrowser()).uuid, new Map([[referenceName(132, reference), reference]]))
    return told.ok && told.value.length > 0
  },
  'a membership is offered to who proved it': async () => {
    const member = await aMember()
    await proveHere(member, member)
    return (await availableMembersOf((await aBrowser()).uuid, [1])).length > 0
  },
  'a membership that is off is not offered': async () => {
    const member = await aMember()
    await proveHere(member, member)
    await database().query('UPDATE entitlement SET is_active = false WHERE customer_id = $1', [member.customerId])
    return (await availableMembersOf(member.uuid, [1])).length > 0
  },
  'a membership is its own customer’s': async () => {
    const customer = await aCustomer()
    await proveHere(customer, await aMember())
    return (await availableMembersOfCustomer(customer.uuid, customer.customerId, [1])).length > 0
  },
  'a membership is a customer’s while they are signed in': async () => {
    const member = await aMember()
    await proveHere(member, member)
    await expireSignIn(member)
    return (await availableMembersOfCustomer(member.uuid, member.customerId, [1])).length > 0
  },
  'a customer is answered with own memberships': async () => {
    const customer = await aCustomer()
    await proveHere(customer, await aMember())
    return (await availableMembersOfCustomer(customer.uuid, customer.customerId, [1])).length > 0
  },
})
