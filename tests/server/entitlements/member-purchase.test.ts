import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { lookUpTicket } from '#lib/server/entitlements/lookup/ticket-lookup.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { addCodeTickets, addEntitlement, visitorWithId } from '#tests/support/buyers/codes.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, CUSTOMER, emptyHouse, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

const SSN = '000000018'
/** Two member tickets of ₪75, and the handling fee of ₪7. */
const DUE = 15_700
const SEATS = [seatAt(1, 1), seatAt(2, 1)]

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
})
beforeEach(async () => {
  await emptyHouse()
  await database().query('TRUNCATE entitlement CASCADE')
})
afterEach(checkInvariants)

/** A member who holds seats and has entered the membership number. */
async function member(uses: number): Promise<string> {
  const uuid = await visitorWithId()
  await addEntitlement({ kind: 'member', typed: SSN, publicCode: '1001', tickets: [104], uses })
  for (const seat of SEATS) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  const found = await lookUpTicket({ uuid, locale: 'he' }, 1, { sectionId: 1, ticketGroupId: 1, ticketId: 104, ticketCode: SSN })
  expect(found).toMatchObject({ ok: true })
  return uuid
}

async function buy(uuid: string, seats = SEATS): Promise<string> {
  const lines = seats.map((seat) => {
    const line = lineOf(seat, 104)
    return { ...line, ticket: { ...line.ticket, memberNumber: '1001' } }
  })
  const cart: OrderCart = { customerInfo: CUSTOMER, seats: lines, products: [], paymentIdentifier: await prepareCard(uuid, DUE) }
  const bought = await commit(uuid, { cart }, 'he')
  return bought.ok ? 'bought' : bought.refusal.code
}

test('R6.15 sells member tickets at their price and reduces the entries of the membership', async () => {
  expect(await buy(await member(3))).toBe('bought')
  const { rows } = await database().query('SELECT ticket_id, price, code FROM order_seat ORDER BY line')
  expect(rows).toEqual([104, 104].map((ticket_id) => ({ ticket_id, price: 7_500, code: '1001' })))
  expect(await cellOf('SELECT amount_due FROM orders')).toBe(DUE)
  expect(await cellOf('SELECT left_uses(e, $1) FROM entitlement e', [randomUUID()])).toBe(1)
})

test('R6.15 sells no more member tickets than the membership has entries', async () => {
  expect(await buy(await member(1))).not.toBe('bought')
  expect(await cellOf(`SELECT count(*)::int FROM orders WHERE state = 'paid'`)).toBe(0)
})

test('R6.15 sells none without proof of the membership, even to a visitor who knows its number', async () => {
  await member(3)
  const stranger = await visitorWithId()
  const seats = [seatAt(5, 1), seatAt(6, 1)]
  for (const seat of seats) await lock(seat, fromHere(stranger))
  expect(await buy(stranger, seats)).toBe('memberNotFound')
})
