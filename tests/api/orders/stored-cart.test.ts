import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, PLACE, seatAt } from '#tests/support/buyers/house.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { addDonations } from '#tests/support/sold/donations.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ places: 100, maxSeats: 60 })
  await database().query(`
    INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, auth_profile_id, business_id)
      SELECT id, 1, 1, 1, now() + interval '4 days', CASE id WHEN 2 THEN 9 ELSE 1 END, CASE id WHEN 3 THEN 9 ELSE 1 END FROM generate_series(2, 30) id;
    INSERT INTO system_voucher_super_class VALUES (1, 0, 'שוברים', '');
    INSERT INTO system_voucher_class (system_voucher_class_id, system_voucher_super_class_id, ordinal, name, description, business_id, auth_profile_id, allows_partial,
      product_ids, max_quantity) VALUES (4, 1, 0, 'שובר', '', 1, 1, true, '{}', 10);
    INSERT INTO system_voucher_price VALUES (1, 4, 0, '₪30', '', 3000, NULL, 3000);
    INSERT INTO presentation_price SELECT id, category, ticket_group_id, allocation_id FROM presentation_price, generate_series(2, 30) id WHERE presentation_id = 1;
    INSERT INTO mini_site (mini_site_id, url, is_closed, mark, cover, words, presentation_ids) VALUES (1, 'festival', false, '', '', '{"he": {"name": "פסטיבל"}}', '{1, 5}');
    UPDATE catalogue_version SET version = version + 1`)
  await addDonations()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

const SEATS = [lineOf(seatAt(1, 1))]
const CART = { presentations: [{ id: 1, seats: SEATS }], products: [{ id: 1, quantity: 2 }] }
const at = (id: number, count = 1) => ({ id, seats: Array.from({ length: count }, () => lineOf({ ...PLACE, PresentationId: id })) })

async function browser(): Promise<TestVisitor> {
  const visitor = new TestVisitor(app.origin)
  await visitor.openPage('/order')
  return visitor
}
const kept = async (uuid: string) =>
  (await database().query<{ cart: Record<string, unknown> | null }>('SELECT cart FROM session WHERE uuid = $1', [uuid])).rows[0]?.cart
const store = (visitor: TestVisitor, cart: unknown, uuid = visitor.uuid) => visitor.post('/api/cart', { cart, uuid })

test('R7.8 stores {presentations, vouchers, products} and uuid by POST /cart and answers the cost', async () => {
  const visitor = await browser()
  const cart = { ...CART, vouchers: [{ SystemVoucherId: 4, Quantity: 1, Price: 30 }] }
  const answer = await store(visitor, cart)
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, totals: { seatsPrice: 105, productsPrice: 50, othersPrice: 30, balanceDue: 192 } },
  })
})

test('R7.9 stores a cart only if the uuid in header, cookie and body agree', async () => {
  const visitor = await browser()
  expect(visitor.cookies.get('uuid')).toContain(visitor.uuid)
  expect(await store(visitor, CART, randomUUID())).toMatchObject({ body: { error: 'UUID_MISMATCH' } })
  const foreign = await visitor.post('/api/cart', { cart: CART }, { uuid: randomUUID() })
  expect(foreign.status).toBeGreaterThanOrEqual(400)
  expect(await kept(visitor.uuid)).toBeNull()
  expect((await store(visitor, CART, visitor.uuid.toUpperCase())).status).toBe(200)
  expect(await kept(visitor.uuid)).not.toBeNull()
})

const [SEAT] = SEATS
const seatWith = (more: object) => ({ presentations: [{ id: 1, seats: [{ ...SEAT, ticket: { ...SEAT?.ticket, ...more } }] }] })
const voucherWith = (more: object) => ({ ...CART, vouchers: [{ SystemVoucherId: 4, Quantity: 1, ...more }] })

test.each([
  ['the price of a seat', seatWith({ amount: 99 })],
  ['the service charge of a seat', seatWith({ serviceCharge: 0 })],
  ['the price of a voucher', voucherWith({ Price: 99 })],
  ['what a voucher is worth', voucherWith({ RedemptionData: { price: 99 } })],
])('R1.30 refuses another amount than the server’s for %s, and stores nothing', async (_what, cart) => {
  const visitor = await browser()
  expect(await store(visitor, cart)).toMatchObject({ status: 409, body: { error: 'PRICE_CHANGED' } })
  expect(await kept(visitor.uuid)).toBeNull()
})

test('R3.39 R7.24 stores every field of the cart as ids, quantities and what a donor gives: no price, no card, no unknown field', async () => {
  const visitor = await browser()
  const cart = {
    ...CART,
    presentations: [
      {
        id: 1,
        seats: SEATS.map((seat) => ({ ...seat, ticket: { ...seat.ticket, amount: 100, serviceCharge: 5, oldPrice: 120 } })),
        price: 1,
      },
      { id: 5, seats: [] },
    ],
    vouchers: [{ SystemVoucherId: 4, SystemVoucherPriceId: 1, Quantity: 2, Price: 30, RedemptionData: { reference: null, price: 30 } }],
    donations: [{ donationId: 3, donationDetailId: 33, quantity: 1, customAmount: 500, amount: 7 }],
    ...{ reservationIdentifier: 'r-1', ticketIdentifiers: ['t-1'], miniSiteUrl: 'festival', discount: 50 },
  }
  expect((await store(visitor, cart)).status).toBe(200)
  expect(await kept(visitor.uuid)).toEqual({
    presentations: [{ id: 1, seats: SEATS }],
    products: [{ id: 1, quantity: 2 }],
    vouchers: [{ SystemVoucherId: 4, SystemVoucherPriceId: 1, Quantity: 2 }],
    donations: [{ donationId: 3, donationDetailId: 33, quantity: 1, customAmount: 500 }],
    ...{ reservationIdentifier: 'r-1', ticketIdentifiers: ['t-1'], miniSiteUrl: 'festival' },
  })
})

test('R4.27 drops presentations without seats, and products with the last of them', async () => {
  const visitor = await browser()
  await store(visitor, { presentations: [{ id: 1, seats: [] }], products: [{ id: 1, quantity: 1 }] })
  expect(await kept(visitor.uuid)).not.toMatchObject({ products: [{ id: 1 }] })
})

test('restores the session with its cart and customer, without the ID number', async () => {
  const visitor = await browser()
  expect((await visitor.put('/api/seats/lock-seat', { seat: seatAt(3, 3) })).status).toBe(200)
  await store(visitor, {
    presentations: [{ id: 1, seats: [lineOf(seatAt(3, 3), 12)] }],
    products: [],
    customerInfo: { firstName: 'נועה', ssn: '123456782' },
  })
  const html = await visitor.openPage('/booking/checkout')
  expect(html).toContain('נועה')
  expect(html).toContain('סטודנט')
  expect(html).not.toContain('123456782')
})

test.each([
  ['R5.20 of two profiles', 2],
  ['R5.21 of two businesses', 3],
])('rejects a cart %s as incompatible', async (_what, id) => {
  const visitor = await browser()
  expect(await store(visitor, { presentations: [at(1), at(id)] })).toMatchObject({ body: { error: 'CART_INCOMPATIBLE' } })
  expect((await store(visitor, { presentations: [at(1), at(4)] })).status).toBe(200)
})

test.each([
  ['21 presentations', { presentations: Array.from({ length: 21 }, (_one, index) => at(index + 4)) }],
  ['51 lines', { presentations: [at(1, 26), at(4, 25)] }],
  ['a seat of another presentation than it stands in', { presentations: [{ id: 4, seats: SEATS }] }],
  ['a product without a quantity', { ...CART, products: [{ id: 1 }] }],
  ['a negative quantity', { ...CART, products: [{ id: 1, quantity: -1 }] }],
  ['a quantity of nothing', { ...CART, products: [{ id: 1, quantity: 0 }] }],
  ['a huge quantity', { ...CART, products: [{ id: 1, quantity: 1e9 }] }],
  ['a part of a product', { ...CART, products: [{ id: 1, quantity: 1.5 }] }],
  ['a quantity as text', { ...CART, products: [{ id: 1, quantity: '2' }] }],
  ['a negative number of vouchers', { ...CART, vouchers: [{ SystemVoucherId: 1, Quantity: -1 }] }],
  ['a part of a donation', { ...CART, donations: [{ donationId: 1, donationDetailId: 11, quantity: 0.5 }] }],
  ['a donation of less than nothing', { ...CART, donations: [{ donationId: 1, donationDetailId: 19, customAmount: -50 }] }],
  ['a membership that is none', { ...CART, memberships: ['7'] }],
  ['a voucher without a number', { ...CART, vouchers: [{ Quantity: 1 }] }],
])('refuses %s', async (_what, cart) => {
  const visitor = await browser()
  expect(await store(visitor, cart)).toMatchObject({ status: 400, body: { error: 'BAD_REQUEST' } })
  expect(await kept(visitor.uuid)).toBeNull()
})

test('R3.29 refuses a card number wherever it was typed and stores none of it', async () => {
  const visitor = await browser()
  const cart = { ...CART, customerInfo: { address1: '4580-0000-0000-0000' } }
  expect(await store(visitor, cart)).toMatchObject({ body: { error: 'CARD_DATA_REFUSED' } })
  expect(await kept(visitor.uuid)).toBeNull()
})

test('refuses more of a product than its limit, and names the limit', async () => {
  const answer = await store(await browser(), { ...CART, products: [{ id: 1, quantity: 5 }] })
  expect(answer).toMatchObject({ body: { error: 'PRODUCT_LIMIT' } })
  expect(JSON.stringify(answer.body)).toContain('4')
})
