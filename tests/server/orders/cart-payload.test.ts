import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderCart } from '#lib/contract/order/order-cart.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { addCodeTickets, addEntitlement, grantTo } from '#tests/support/buyers/codes.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, CUSTOMER, emptyHouse, fromHere, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  await addEntitlement({ kind: 'coupon', typed: 'TEN', tickets: [101] })
  await addEntitlement({ kind: 'member', typed: '000000018', publicCode: '1001', tickets: [104], uses: 4 })
  await addEntitlement({ kind: 'voucher', typed: 'SHOW-1', publicCode: 'v1', tickets: [106], uses: 2 })
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

/** ₪100 + ₪5, ₪50, two products at ₪25, the fee of ₪7. */
const DUE = 21_200

const ticket = {
  ...{
    prsntId: 1,
    ticketGroupId: 1,
    venueId: 1,
    seatplanId: 1,
    sectionId: 1,
    ticketId: 11,
    amount: 100,
    serviceCharge: 5,
    pricePolicyId: 1,
  },
  ...{
    allocationId: 1,
    isMultiplyFactorSubTicket: false,
    code: null,
    oldPrice: null,
    memberNumber: null,
    systemVoucher: null,
    ref1: null,
    ref2: null,
  },
}
const FULL = {
  customerInfo: CUSTOMER,
  creditcardInfo: null,
  paypal: null,
  numberOfPayments: 1,
  voucherPayments: [],
  zoom: 'כיתה ג 2',
  ticketGroups: [{ id: 1 }],
  seats: [
    { XCoordinate: 1, YCoordinate: 1, RowName: '1', SeatName: '1', ticket: { ...ticket, ref1: 'א1', ref2: 'ב2' } },
    {
      XCoordinate: null,
      YCoordinate: null,
      ticket: { ...ticket, ticketGroupId: 2, sectionId: 2, ticketId: 21, amount: 50, serviceCharge: 0 },
    },
  ],
  globalServiceCharge: { amountPerOrder: 7 },
  products: [{ id: 1, quantity: 2 }],
  systemInquiry: 'פנייה 12',
  authProfileId: 1,
  businessId: 1,
  locationId: 1,
  isHold: false,
  memberships: [],
  vouchers: [],
  donations: [],
  modify: null,
}

async function visitor(): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  for (const seat of [seatAt(1, 1), PLACE]) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  return uuid
}

async function order(more: object) {
  const uuid = await visitor()
  const cart = orderCart.parse({ ...FULL, paymentIdentifier: await prepareCard(uuid, DUE), ...more })
  return commit(uuid, { cart }, 'he')
}

test('R7.15 R7.17 R7.18 R1.11 a cart payload with every field of the specification makes its order, with its products', async () => {
  const made = await order({})
  expect(made.ok && made.value.ticketIdentifiers).toHaveLength(2)
  const { rows } = await database().query(
    `SELECT amount_due, products_price, staff_note, array(SELECT concat_ws(' ', s.ticket_id, coalesce(s.row_name, '-'), s.ref1, s.ref2) FROM order_seat s ORDER BY line) AS seats,
       array(SELECT name || ' ' || quantity FROM order_product) AS products FROM orders`,
  )
  expect(rows).toEqual([
    {
      ...{ amount_due: DUE, products_price: 5_000, staff_note: { zoom: 'כיתה ג 2', systemInquiry: 'פנייה 12' } },
      seats: ['11 1 א1 ב2', '21 -'],
      products: ['תוכנייה 2'],
    },
  ])
})

test.each([
  ['code', 101, 9_000, 'TEN'],
  ['memberNumber', 104, 7_500, '1001'],
  ['systemVoucher', 106, 0, 'v1'],
])('R7.18 the %s of a ticket is what it is had by', async (field, ticketId, price, name) => {
  const seats = [{ ...FULL.seats[0], ticket: { ...ticket, ticketId, amount: price / 100, serviceCharge: 0, [field]: name } }, FULL.seats[1]]
  const buy = async (uuid: string) => {
    const cart = orderCart.parse({ ...FULL, seats, paymentIdentifier: await prepareCard(uuid, DUE - 10_500 + price) })
    return commit(uuid, { cart }, 'he')
  }
  const uuid = await visitor()
  expect(await buy(uuid)).toMatchObject({ ok: false })
  const { rows } = await database().query<{ id: number }>('SELECT entitlement_id AS id FROM entitlement WHERE public_code = $1', [name])
  await grantTo(uuid, ...rows.map(({ id }) => id))
  expect(await buy(uuid)).toMatchObject({ ok: true })
  expect((await database().query('SELECT ticket_id AS id, price, code FROM order_seat WHERE line = 0')).rows).toEqual([
    { id: ticketId, price, code: name },
  ])
})

const seatWith = (more: object) => ({ seats: [{ ...FULL.seats[0], ticket: { ...ticket, ...more } }, FULL.seats[1]] })
test.each([
  ['another amount', seatWith({ amount: 99 }), 'PRICE_CHANGED'],
  ['another service charge', seatWith({ serviceCharge: 0 }), 'PRICE_CHANGED'],
  ['a ticket of another group', seatWith({ ticketId: 21 }), 'ticketNotFound'],
  ['another profile', { authProfileId: 7 }, 'CART_INCOMPATIBLE'],
  ['another business', { businessId: 7 }, 'CART_INCOMPATIBLE'],
  ['no such product', { products: [{ id: 77, quantity: 1 }] }, 'PRODUCT_NOT_FOUND'],
  ['a membership in another shape', { memberships: [{ membershipId: 1 }] }, 'BAD_REQUEST'],
  ['a membership beside seats', { memberships: [{ membershipId: 1, membershipPriceId: 1 }] }, 'CART_INCOMPATIBLE'],
  ['a donation in another shape', { donations: [{ donationId: 1, customAmount: 50 }] }, 'BAD_REQUEST'],
  ['a donation that is not there', { donations: [{ donationId: 1, donationDetailId: 1 }] }, 'DONATION_NOT_FOUND'],
  ['a voucher that is not sold', { vouchers: [{ SystemVoucherId: 1, Quantity: 1 }] }, 'SYSTEM_VOUCHER_NOT_FOUND'],
  [
    'a membership that is not there',
    { memberships: [{ membershipId: 1, membershipPriceId: 1 }], seats: [], products: [] },
    'MEMBERSHIP_NOT_FOUND',
  ],
  ['a card', { creditcardInfo: { number: '4580000000000000', cvv: '123' } }, 'CARD_DATA_REFUSED'],
])('the payload’s claims are verified: %s', async (_what, more, code) => {
  const made = await order(more)
  expect(made.ok ? 'accepted' : made.refusal.code).toBe(code)
  expect((await database().query('SELECT FROM orders')).rowCount).toBe(0)
})

test.each([
  ['a fractional number of payments', { numberOfPayments: 1.5 }],
  ['a negative quantity', { products: [{ id: 1, quantity: -2 }] }],
  ['an endless amount', { voucherPayments: [{ id: 1, amount: Infinity }] }],
  ['51 seats', { seats: Array.from({ length: 51 }, () => FULL.seats[1]) }],
])('%s is refused as a payload', (_what, more) => {
  expect(orderCart.safeParse({ ...FULL, ...more }).success).toBe(false)
})
