import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartSeat } from '#lib/contract/order/order-cart.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { addCodeTickets, addEntitlement, addReference, grantTo } from '#tests/support/buyers/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, emptyHouse, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** Entitlements by name; a buyer has looked up all but those of other visitors. */
let own: Readonly<Record<string, number>> = {}
let uuid = ''

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  own = {
    pair: await addEntitlement({ kind: 'coupon', typed: 'PAIR', tickets: [102, 103], uses: 4 }),
    other: await addEntitlement({ kind: 'coupon', typed: 'OTHER', tickets: [102], uses: 4 }),
    lawn: await addEntitlement({ kind: 'coupon', typed: 'LAWN', tickets: [201], uses: 4 }),
    member: await addEntitlement({ kind: 'member', typed: '000000018', publicCode: '1001', tickets: [104], uses: 4 }),
    student: await addReference(131, 'S-1', 1),
  }
  await addEntitlement({ kind: 'member', typed: '000000026', publicCode: '1002', tickets: [104], uses: 4 })
  await addReference(131, 'S-2', 1)
})
beforeEach(async () => {
  await emptyHouse()
  uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  await grantTo(uuid, ...Object.values(own))
})
afterEach(checkInvariants)

type Redeemed = Partial<CartSeat['ticket']>

/** A seat of the first row under a ticket, redeeming an entitlement. */
function line(x: number, ticketId: number, more: Redeemed = {}, presentationId = 1): CartSeat {
  const seat = lineOf({ ...seatAt(x, 1), PresentationId: presentationId }, ticketId)
  return { ...seat, ticket: { ...seat.ticket, ...more } }
}

const SUB: Redeemed = { isMultiplyFactorSubTicket: true }
const PLACE: CartSeat = (() => {
  const place = lineOf({ ...seatAt(1, 1), VenueSectionId: 2, TicketGroupId: 2, XCoordinate: null, YCoordinate: null }, 201)
  return { ...place, ticket: { ...place.ticket, code: 'LAWN' } }
})()

describe('no ticket is free or cheaper by', () => {
  test.each<[string, readonly CartSeat[], string]>([
    ['a sub-ticket alone', [line(1, 102, { code: 'PAIR', ...SUB })], 'ticketNotFound'],
    ['two sub-tickets', [line(1, 102, { code: 'PAIR', ...SUB }), line(2, 102, { code: 'PAIR', ...SUB })], 'ticketNotFound'],
    [
      'more sub-tickets than are covered',
      [line(1, 102, { code: 'PAIR' }), line(2, 102, { code: 'PAIR', ...SUB }), line(3, 102, { code: 'PAIR', ...SUB })],
      'ticketNotFound',
    ],
    ['one half of two for one', [line(1, 102, { code: 'PAIR' })], 'COUPON_NEEDS_ONE'],
    ['the sub-ticket of another coupon', [line(1, 102, { code: 'PAIR' }), line(2, 102, { code: 'OTHER', ...SUB })], 'COUPON_NEEDS_ONE'],
    [
      'the sub-tickets of another ticket of the coupon',
      [line(1, 102, { code: 'PAIR' }), line(2, 103, { code: 'PAIR', ...SUB }), line(3, 103, { code: 'PAIR', ...SUB })],
      'COUPON_NEEDS_ONE',
    ],
    ['the mark of a sub-ticket on an ordinary one, said to be free', [line(1, 11, { ...SUB, amount: 0 })], 'PRICE_CHANGED'],
    ['a member ticket by a coupon', [line(1, 104, { code: 'PAIR' })], 'memberNotFound'],
    ['a member ticket by a coupon in the place of the number', [line(1, 104, { memberNumber: 'PAIR' })], 'memberNotFound'],
    ['somebody else’s member number', [line(1, 104, { memberNumber: '1002' })], 'memberNotFound'],
    ['a coupon ticket by a member number', [line(1, 102, { code: '1001' }), line(2, 102, { code: '1001', ...SUB })], 'codeNotFound'],
    ['somebody else’s reference', [line(1, 131, { ref1: 'S-2' })], 'referenceNotEligible'],
    ['the name under which a reference is kept', [line(1, 131, { ref1: 'ref S-1' })], 'referenceNotEligible'],
    ['one reference for two seats', [line(1, 131, { ref1: 'S-1' }), line(2, 131, { ref1: '\u200fs-1 ' })], 'TICKET_BALANCE_INSUFFICIENT'],
    ['a reference that nobody looked up elsewhere', [line(1, 132, { ref1: '7654321', ref2: 'גולני' })], 'referenceNotEligible'],
    ['a ticket by code in a group that takes none', [PLACE], 'ticketNotFound'],
    ['a ticket of the box office', [line(1, 107, { code: 'PAIR' })], 'ticketNotFound'],
    ['a ticket without a price', [line(1, 108, { code: 'PAIR' })], 'NO_PRICE_POLICY'],
    ['a ticket of another group', [line(1, 301, { code: 'PAIR' })], 'ticketNotFound'],
    ['the same seat twice', [line(1, 102, { code: 'PAIR' }), line(1, 102, { code: 'PAIR', ...SUB })], 'BAD_REQUEST'],
  ])('%s', async (_what, seats, code) => {
    const stored = await storeCartOf(uuid, { presentations: [{ id: 1, seats: [...seats] }] })
    expect(stored).toMatchObject({ ok: false, refusal: { code } })
    const cart = { ...cartOf([], await prepareCard(uuid, 1)), seats: [...seats] }
    expect(await commit(uuid, { cart }, 'he')).toMatchObject({ ok: false, refusal: { code } })
    expect((await database().query('SELECT FROM entitlement_use')).rowCount).toBe(0)
  })

  test('the paid half at one showing and the free one at another', async () => {
    await database().query(
      'UPDATE presentation SET business_id = 1 WHERE presentation_id = 2; UPDATE catalogue_version SET version = version + 1',
    )
    forgetCatalogue()
    const halves = [line(1, 102, { code: 'PAIR' }), line(2, 102, { code: 'PAIR', ...SUB }, 2)]
    const [here, there] = halves
    if (!here || !there) throw new Error('There are two halves.')
    const presentations = [
      { id: 1, seats: [here] },
      { id: 2, seats: [there] },
    ]
    const stored = await storeCartOf(uuid, { presentations })
    expect(stored).toMatchObject({ ok: false, refusal: { code: 'COUPON_NEEDS_ONE' } })
  })

  test('a code beside a member number: the ticket decides which counts, and only that is used', async () => {
    const both = { code: 'PAIR', memberNumber: '1001' }
    const stored = await storeCartOf(uuid, { presentations: [{ id: 1, seats: [line(1, 104, both)] }] })
    expect(stored).toMatchObject({ ok: true, value: { uses: [{ entitlementId: own.member, quantity: 1 }], totals: { seatsPrice: 7_500 } } })
  })
})
