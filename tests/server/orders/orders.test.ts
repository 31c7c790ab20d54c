import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { resolveCharge } from '#lib/server/orders/settlement/charging.ts'
import { chargesInDoubt, letPaymentsAge } from '#tests/support/providers/charges.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cartOf as storedCart, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { paymentProvider } from '#lib/server/providers/payment/provider-by-name.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { fromHere, buildHouse, cartOf, CUSTOMER, lineOf, PLACE, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { seatsStatus } from '#tests/support/seats/seats-status.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse({ rows: 10 })
})
beforeEach(async () => {
  forgetBoards()
  await database()
    .query(`TRUNCATE seat_claim, section_gate, audit, ledger, payment, sent_ticket, order_seat, order_product, outbox, orders, sales_delta, sales_day, sales_presentation, sales_feature_day, sandbox_charge,
    sandbox_card, sandbox_form, session CASCADE`)
})
afterEach(checkInvariants)

async function visitorHolding(...seats: SeatAddress[]): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  return uuid
}

function commitCart(uuid: string, cart: OrderCart) {
  return commit(uuid, { cart }, 'he')
}

function codeOf(result: { ok: boolean; refusal?: { code: string } }): string | undefined {
  return result.refusal?.code
}

async function count(table: 'orders' | 'ledger' | 'sandbox_charge' | 'outbox'): Promise<number> {
  const { rows } = await database().query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)
  return rows[0]?.n ?? -1
}

const TWO_SEATS = [seatAt(4, 4), seatAt(5, 4)]
/** 2 × (₪100 + ₪5) + ₪7 */
const TWO_SEATS_DUE = 21_700

test('R4.62 R7.5 a paid cart becomes a reservation with one ticket a seat, and its seats are sold', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))
  expect(result.ok && result.value.ticketIdentifiers).toHaveLength(2)
  expect(result.ok && result.value.reservationIdentifier).toMatch(/^[0-9A-Z]{20}$/)
  const status = await seatsStatus(1, 1, uuid)
  expect(status?.seats.filter((row) => row[6] === 3)).toHaveLength(2)
  expect(await count('outbox')).toBe(2)
})

test('R8.5 an order empties the cart and keeps the customer; a failed one keeps both', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const stored = { presentations: [{ id: 1, seats: TWO_SEATS.map((seat) => lineOf(seat)) }], customerInfo: CUSTOMER }
  expect((await storeCartOf(uuid, stored)).ok).toBe(true)
  expect((await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE, 'declined')))).ok).toBe(false)
  expect(await storedCart(uuid)).toMatchObject({ presentations: [{ id: 1 }], customerInfo: { firstName: CUSTOMER.firstName } })
  expect((await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))).ok).toBe(true)
  const left = await storedCart(uuid)
  expect([left?.presentations, left?.customerInfo?.firstName]).toEqual([undefined, CUSTOMER.firstName])
})

test('R3.42 reservation and ticket identifiers cannot be guessed and never repeat', async () => {
  const seen = new Set<string>()
  for (let row = 1; row <= 5; row++) {
    const uuid = await visitorHolding(seatAt(1, row))
    const result = await commitCart(uuid, cartOf([seatAt(1, row)], await prepareCard(uuid, 11_200)))
    if (result.ok) for (const id of [result.value.reservationIdentifier, ...result.value.ticketIdentifiers]) seen.add(id)
  }
  expect(seen.size).toBe(10)
  expect([...seen].every((id) => /^[0-9A-HJKMNP-TV-Z]{20}$/.test(id))).toBe(true)
})

test('a retried commit gets the same answer, and another body is a conflict', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const cart = cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE))
  const first = await commitCart(uuid, cart)
  expect(await commitCart(uuid, cart)).toEqual(first)
  expect(codeOf(await commitCart(uuid, { ...cart, systemInquiry: 'changed' }))).toBe('ORDER_CONFLICT')
  expect(await count('sandbox_charge')).toBe(1)
})

test('20 identical commits at once make one order and one charge, and all get the same answer', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const cart = cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE))
  const results = await Promise.all(Array.from({ length: 20 }, () => commitCart(uuid, cart)))
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
  expect(results[0]?.ok).toBe(true)
  expect([await count('orders'), await count('sandbox_charge'), await count('ledger')]).toEqual([1, 1, 1])
})

test('two tabs that pay for the same seats with two cards charge only one of them', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const cards = [await prepareCard(uuid, TWO_SEATS_DUE), await prepareCard(uuid, TWO_SEATS_DUE)]
  const results = await Promise.all(cards.map((card) => commitCart(uuid, cartOf(TWO_SEATS, card))))
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(results.filter((result) => !result.ok).map(codeOf)).toEqual(['HOLD_EXPIRED'])
  expect(await count('sandbox_charge')).toBe(1)
})

test('R4.71 a declined card sells nothing, keeps the seats for another try, and the other card works', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const declined = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE, 'declined')))
  expect(codeOf(declined)).toBe('CARD_DECLINED')
  const rival = await visitorHolding()
  expect(codeOf(await lock(seatAt(4, 4), fromHere(rival)))).toBe('SEAT_NOT_AVAILABLE')
  expect((await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))).ok).toBe(true)
})

test('a provider error is reported as one and charges nothing', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE, 'failed')))
  expect(codeOf(result)).toBe('CARD_PROVIDER_ERROR')
  expect(await count('ledger')).toBe(0)
})

test('a provider that times out after charging is asked again, and the order is made', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE, 'timeout_after')))
  expect(result.ok).toBe(true)
  expect(await count('ledger')).toBe(1)
})

test('an order whose provider timed out before charging is not reported as failed until that is certain', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE, 'timeout_before')))
  expect(codeOf(result)).toBe('PAYMENT_PENDING')
  const resId = result.ok ? '' : String(result.refusal.facts?.reservationIdentifier)
  expect(await reservationOf(resId, { uuid, proof: 'cookie' })).toMatchObject({ state: 'paying', documentKey: null })
  await reconcile()
  expect(await reservationOf(resId, { uuid, proof: 'cookie' })).toMatchObject({ state: 'paying' })
  await letPaymentsAge()
  await reconcile()
  expect(await reservationOf(resId, { uuid, proof: 'cookie' })).toMatchObject({ state: 'failed' })
  expect((await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))).ok).toBe(true)
})

test('an order whose process died after the charge is finished by the reconciler', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const card = await prepareCard(uuid, TWO_SEATS_DUE, 'timeout_before')
  const pending = await commitCart(uuid, cartOf(TWO_SEATS, card))
  const [charge] = await chargesInDoubt()
  if (!charge) throw new Error('Expected a payment in doubt.')
  await database().query(`UPDATE sandbox_card SET behaviour = 'accepted'`)
  await paymentProvider().charge({ paymentIdentifier: card, amount: TWO_SEATS_DUE, idempotencyKey: charge.paymentId })
  await Promise.all([reconcile(), reconcile(), resolveCharge(charge, 1)])
  expect(pending.ok).toBe(false)
  expect((await commitCart(uuid, cartOf(TWO_SEATS, card))).ok).toBe(true)
  expect(await count('ledger')).toBe(1)
})

test('an expired hold cannot be bought, and nothing is charged', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const card = await prepareCard(uuid, TWO_SEATS_DUE)
  await database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second'`)
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS, card)))).toBe('HOLD_EXPIRED')
  expect(await count('sandbox_charge')).toBe(0)
})

test('another visitor’s seat cannot be bought', async () => {
  await visitorHolding(...TWO_SEATS)
  const thief = await visitorHolding()
  expect(codeOf(await commitCart(thief, cartOf(TWO_SEATS, await prepareCard(thief, TWO_SEATS_DUE))))).toBe('HOLD_EXPIRED')
})

test('places of general admission are sold by count, never more than are held', async () => {
  const uuid = await visitorHolding(PLACE, PLACE, PLACE)
  const card = await prepareCard(uuid, 15_700)
  expect(codeOf(await commitCart(uuid, cartOf([PLACE, PLACE, PLACE, PLACE], await prepareCard(uuid, 20_700))))).toBe('HOLD_EXPIRED')
  expect((await commitCart(uuid, cartOf([PLACE, PLACE, PLACE], card))).ok).toBe(true)
})

test('R1.30 R1.31 an amount that differs from the server’s is refused for every client', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const card = await prepareCard(uuid, TWO_SEATS_DUE)
  const cart = cartOf(TWO_SEATS, card)
  const cheaper = { ...cart, seats: cart.seats.map((seat) => ({ ...seat, ticket: { ...seat.ticket, amount: 1 } })) }
  expect(codeOf(await commitCart(uuid, cheaper))).toBe('PRICE_CHANGED')
  const exact = { ...cart, seats: cart.seats.map((seat) => ({ ...seat, ticket: { ...seat.ticket, amount: 100, serviceCharge: 5 } })) }
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, 100))))).toBe('PRICE_CHANGED')
  expect((await commitCart(uuid, exact)).ok).toBe(true)
})

test('a payment of another visitor, or an unknown one, pays for nothing', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const other = await visitorHolding()
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(other, TWO_SEATS_DUE))))).toBe('PAYMENT_FORM_INVALID')
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS)))).toBe('PAYMENT_FORM_INVALID')
})

test('R3.29 card data anywhere in a cart is refused and never stored', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const cart = cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE))
  expect(codeOf(await commitCart(uuid, { ...cart, creditcardInfo: { number: '4580 0000 0000 0000' } }))).toBe('CARD_DATA_REFUSED')
  expect(codeOf(await commitCart(uuid, { ...cart, creditcardInfo: { cvv: '123' } }))).toBe('CARD_DATA_REFUSED')
  expect(codeOf(await commitCart(uuid, { ...cart, systemInquiry: '4580000000000000' }))).toBe('CARD_DATA_REFUSED')
  expect(await count('orders')).toBe(0)
})

test.each([
  [{ ...CUSTOMER, ssn: '123456789' }, 'ssn'],
  [{ ...CUSTOMER, email: 'noa' }, 'email'],
  [{ ...CUSTOMER, mobileNumber: '03-1234567' }, 'mobileNumber'],
  [{ ...CUSTOMER, firstName: '' }, 'firstName'],
  [{ ...CUSTOMER, termsAcceptance: false }, 'termsAcceptance'],
  [{ ...CUSTOMER, termsAcceptance: undefined }, 'termsAcceptance'],
])('R5.2 an order without a valid %s is refused with the field’s name', async (customerInfo, field) => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const cart = { ...cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)), customerInfo }
  expect(await commitCart(uuid, cart)).toMatchObject({ refusal: { code: 'FORM_INVALID', facts: { field } } })
})

test('the ID number is stored encrypted, the mobile number normalised', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))
  const { rows } = await database().query<{ all: string; mobile_number: string }>('SELECT orders::text AS all, mobile_number FROM orders')
  expect(rows[0]?.mobile_number).toBe('0547314821')
  expect(rows[0]?.all).not.toContain('123456782')
})

test('products are priced and limited', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, 1), [{ id: 1, quantity: 5 }])))).toBe('PRODUCT_LIMIT')
  expect(codeOf(await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, 1), [{ id: 9, quantity: 1 }])))).toBe('PRODUCT_NOT_FOUND')
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE + 5_000), [{ id: 1, quantity: 2 }]))
  expect(result.ok).toBe(true)
})

test('R7.4 the payment form covers the held seats, with the ticket types of the stored cart, and extends the hold', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seatAt(4, 4), 12), lineOf(seatAt(5, 4), 11)] }] })
  expect(codeOf(await openPaymentForm({ uuid: uuid, locale: 'he', origin: 'http://127.0.0.1' }, { total: 217, method: 'card' }))).toBe(
    'PRICE_CHANGED',
  )
  const form = await openPaymentForm({ uuid: uuid, locale: 'he', origin: 'http://127.0.0.1' }, { total: 192, method: 'card' })
  expect(form.ok && form.value.paymentFormURL).toMatch(/\/sandbox\/payment\//)
  const { rows } = await database().query('SELECT DISTINCT extended FROM seat_claim')
  expect(rows).toEqual([{ extended: true }])
  expect(
    codeOf(await openPaymentForm({ uuid: await visitorHolding(), locale: 'he', origin: 'http://127.0.0.1' }, { method: 'card' })),
  ).toBe('HOLD_EXPIRED')
})

test('R7.10 a reservation is readable only by its buyer; a plain client sees no personal data', async () => {
  const uuid = await visitorHolding(...TWO_SEATS)
  const result = await commitCart(uuid, cartOf(TWO_SEATS, await prepareCard(uuid, TWO_SEATS_DUE)))
  const resId = result.ok ? result.value.reservationIdentifier : ''
  expect(await reservationOf(resId, { uuid: randomUUID(), proof: 'cookie' })).toBeUndefined()
  expect(await reservationOf(resId, { uuid, proof: 'header' })).toMatchObject({
    Quantity: 2,
    email: '•••om',
    mobileNumber: '•••21',
    documentKey: null,
  })
  expect(await reservationOf(resId, { uuid, proof: 'cookie' })).toMatchObject({
    ResStateId: 1,
    SectionName: 'אולם',
    RowNames: '4',
    SeatNames: '4, 5',
    IsUnpaid: false,
    email: 'noa@example.com',
    amount: 217,
  })
})

test('a retried free order is the same order; with places locked since, it is another one', async () => {
  await database().query('UPDATE ticket SET price = 0 WHERE ticket_id = 21; UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  const uuid = await visitorHolding(PLACE)
  const first = await commitCart(uuid, cartOf([PLACE]))
  expect(first.ok).toBe(true)
  expect(await commitCart(uuid, cartOf([PLACE]))).toEqual(first)
  await lock(PLACE, fromHere(uuid))
  const seconds = await Promise.all(Array.from({ length: 5 }, () => commitCart(uuid, cartOf([PLACE]))))
  expect(seconds[0]).toMatchObject({ ok: true })
  expect(seconds[0]).not.toEqual(first)
  expect(new Set(seconds.map((second) => JSON.stringify(second))).size).toBe(1)
  expect(await commitCart(uuid, cartOf([PLACE]))).toEqual(seconds[0])
  expect(await count('orders')).toBe(2)
  await database().query('UPDATE ticket SET price = 5000 WHERE ticket_id = 21; UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
})
