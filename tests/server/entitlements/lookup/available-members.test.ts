import { beforeAll, describe, expect, test } from 'vitest'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { orderPageOf } from '#lib/server/orders/read/order-page.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { lookUpTicket } from '#lib/server/entitlements/lookup/ticket-lookup.ts'
import { addCodeTickets, addEntitlement, grantTo, visitorWithId } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'

const SSN = '000000018'
const ids: Record<string, number> = {}

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  const member = (publicCode: string, more: object = {}) =>
    addEntitlement({ kind: 'member', typed: `00000${publicCode}`, publicCode, tickets: [104], uses: 4, ...more })
  ids.member = await member('1001', { typed: SSN })
  ids.expired = await member('1002', { ends: -1 })
  ids.early = await member('1003', { starts: 1 })
  ids.spent = await member('1004', { uses: 0 })
  ids.elsewhere = await member('1005', { tickets: [304] })
  ids.foreign = await member('1006', { businessId: 2 })
  ids.retired = await member('1007', { isActive: false })
  ids.unlimited = await member('1008', { uses: null })
  ids.coupon = await addEntitlement({ kind: 'coupon', typed: 'TEN', tickets: [101] })
})

async function visitorWith(...names: readonly string[]): Promise<string> {
  const uuid = await visitorWithId()
  await grantTo(uuid, ...names.map((name) => ids[name] ?? 0))
  return uuid
}

describe('R4.48 the memberships of a visitor', () => {
  test('have all fields of a member (spec §3) and nothing of an ID number', async () => {
    const [member, ...others] = await availableMembersOf(await visitorWith('member'), [1])
    expect(others).toEqual([])
    expect(member).toEqual({
      memberNumber: '1001',
      name: 'מועדון הבדיקה',
      additionalName: '',
      memberCustomerName: 'נועה ברקאי',
      membershipId: 1,
      membershipTypeId: null,
      balance: 4,
      customerId: null,
      membershipIdentifier: null,
      startDate: null,
      endDate: null,
      isAvailable: true,
      isExpired: false,
      isNotStarted: false,
      allowMemberSaleTickets: true,
      usedBalance: 0,
      ticketGroupIds: [1],
    })
    expect(JSON.stringify(member)).not.toContain(String(Number(SSN)))
  })

  test('are those that were proved and are still active, and no other kind', async () => {
    expect(await availableMembersOf(await visitorWithId(), [1])).toEqual([])
    const found = await availableMembersOf(await visitorWith('member', 'unlimited', 'retired', 'coupon'), [1])
    expect(found.map(({ memberNumber, balance }) => [memberNumber, balance])).toEqual([
      ['1001', 4],
      ['1008', null],
    ])
  })

  test.each([
    ['expired', { isAvailable: false, isExpired: true, isNotStarted: false, ticketGroupIds: [1] }],
    ['early', { isAvailable: false, isExpired: false, isNotStarted: true, ticketGroupIds: [1] }],
    ['spent', { isAvailable: false, balance: 0, ticketGroupIds: [1] }],
    ['elsewhere', { isAvailable: false, balance: 4, ticketGroupIds: [] }],
    ['foreign', { isAvailable: false, balance: 4, ticketGroupIds: [] }],
  ])('say why they cannot be used: %s', async (name, facts) => {
    expect(await availableMembersOf(await visitorWith(name), [1])).toMatchObject([facts])
  })

  test('are checked for all presentations of an order', async () => {
    expect(await availableMembersOf(await visitorWith('elsewhere'), [1, 3])).toMatchObject([{ isAvailable: true, ticketGroupIds: [3] }])
    expect(await availableMembersOf(await visitorWith('foreign'), [2])).toMatchObject([{ isAvailable: true, ticketGroupIds: [1] }])
  })

  test('come with a look-up by ID number, and from then on with the order page and the checkout', async () => {
    const uuid = await visitorWithId()
    expect((await orderPageOf(1, { uuid, locale: 'he' }))?.members).toEqual([])
    const found = await lookUpTicket({ uuid, locale: 'he' }, 1, { ticketCode: SSN, ticketGroupId: 1 })
    const [member] = await availableMembersOf(uuid, [1])
    expect(found).toMatchObject({ ok: true, value: { member } })
    expect((await orderPageOf(1, { uuid, locale: 'he' }))?.members).toEqual([member])
    expect(await lock(seatAt(1, 1), fromHere(uuid))).toMatchObject({ ok: true })
    const line = lineOf(seatAt(1, 1), 104)
    const seats = [{ ...line, ticket: { ...line.ticket, memberNumber: '1001' } }]
    expect(await storeCartOf(uuid, { presentations: [{ id: 1, seats }] })).toMatchObject({ ok: true })
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { members: [{ ...member, balance: 4 }] } })
    expect(await availableMembersOf(await visitorWith('member'), [1])).toMatchObject([{ balance: 3, usedBalance: 1 }])
    await database().query('UPDATE entitlement SET is_active = false WHERE entitlement_id = $1', [ids.member])
    expect((await orderPageOf(1, { uuid, locale: 'he' }))?.members).toEqual([])
  })
})
