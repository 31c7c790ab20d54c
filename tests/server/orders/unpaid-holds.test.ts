import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { formOf } from '#lib/server/providers/payment/sandbox-form.ts'
import { payByWallet } from '#lib/server/providers/payment/sandbox-wallet.ts'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { payReservation } from '#lib/server/orders/commit/unpaid-payment.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, emptyHouse, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** ₪100 + ₪5 + ₪7 */
const DUE = 11_200
const SEAT = seatAt(4, 4)

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

const NO_MEMBERSHIP = 'none'

/** @param days validity of the membership; null: not signed in */
async function customerHolding(days: number | typeof NO_MEMBERSHIP | null = 30): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  if (days !== null) {
    const customerId = await makeCustomer()
    await signInAs(uuid, customerId)
    if (days !== NO_MEMBERSHIP) await makeMembership(customerId, days)
  }
  expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
  return uuid
}

function hold(uuid: string) {
  return commit(uuid, { cart: { ...cartOf([SEAT]), isHold: true } }, 'he')
}

async function heldReservation(): Promise<{ uuid: string; resId: string }> {
  const uuid = await customerHolding()
  const held = await hold(uuid)
  if (!held.ok) throw new Error(held.refusal.code)
  return { uuid, resId: held.value.reservationIdentifier }
}

/** A card for this reservation, entered in a form opened for it. */
async function cardFor(uuid: string, resId: string, behaviour = 'accepted'): Promise<string> {
  return prepareCard(uuid, DUE, behaviour, await formFor(uuid, resId))
}

async function formFor(uuid: string, resId: string): Promise<string> {
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', resId })
  if (!form.ok) throw new Error(form.refusal.code)
  return form.value.paymentFormURL.split('/').at(-1) ?? ''
}

function pay(uuid: string, resId: string, paymentIdentifier: string, cartIdentifier?: string) {
  return payReservation(uuid, resId, { cart: { seats: [], paymentIdentifier }, cartIdentifier })
}

async function state(): Promise<unknown> {
  const { rows } = await database().query(
    'SELECT o.state, kind, (SELECT string_agg(c.state, $1) FROM seat_claim c WHERE c.order_id = o.order_id) AS claims FROM orders o',
    [''],
  )
  return rows[0]
}

test('R4.52 R4.53 R4.54 R5.23 R6.12 an unpaid hold needs a signed-in customer with an active membership', async () => {
  expect(await hold(await customerHolding(null))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_LOGIN' } })
  await emptyHouse()
  expect(await hold(await customerHolding(NO_MEMBERSHIP))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_MEMBERSHIP' } })
  await emptyHouse()
  expect(await hold(await customerHolding(-1))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_MEMBERSHIP' } })
  await emptyHouse()
  const held = await hold(await customerHolding())
  expect(held).toMatchObject({ ok: true, value: { ticketIdentifiers: [] } })
  expect(await state()).toEqual({ state: 'unpaid', kind: 'hold', claims: 'P' })
})

test.each([
  ['that has not begun', `starts_at = now() + interval '1 minute', ends_at = NULL`],
  ['that has just ended', 'ends_at = now()'],
  ['that was withdrawn', 'is_active = false'],
  ['of no customer', 'customer_id = NULL'],
  ['that is no membership', `kind = 'coupon'`],
])('R4.54 a membership %s holds nothing', async (_name, change) => {
  const uuid = await customerHolding()
  await database().query(`UPDATE entitlement SET ${change} WHERE customer_id = (SELECT customer_id FROM session WHERE uuid = $1)`, [uuid])
  expect(await hold(uuid)).toMatchObject({ refusal: { code: 'HOLD_NEEDS_MEMBERSHIP' } })
  expect(await state()).toBeUndefined()
})

test('a retried hold gets the same answer, and the reconciler leaves it alone', async () => {
  const uuid = await customerHolding()
  const first = await hold(uuid)
  expect(await hold(uuid)).toEqual(first)
  await letPaymentsAge(3_600)
  await reconcile()
  expect(await state()).toMatchObject({ state: 'unpaid', claims: 'P' })
})

test('R4.55 R4.56 premium seats and seats of a show that begins within half an hour cannot be held', async () => {
  await database().query(`UPDATE seat SET features = '{13}' WHERE seat_id = 4004; UPDATE seatplan SET version = 'premium'`)
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  expect(await hold(await customerHolding())).toMatchObject({ refusal: { code: 'HOLD_PREMIUM_SEAT' } })
  await emptyHouse()
  await database().query(`UPDATE seat SET features = '{}'; UPDATE seatplan SET version = 'v1'`)
  await database().query(
    `UPDATE presentation SET starts_at = now() + interval '29 minutes'; UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
  expect(await hold(await customerHolding())).toMatchObject({ refusal: { code: 'HOLD_TOO_LATE' } })
  await database().query(
    `UPDATE presentation SET starts_at = now() + interval '3 days'; UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
})

test('R4.56 R9.8 the seats are free again half an hour before the show', async () => {
  const { uuid, resId } = await heldReservation()
  await database().query(`UPDATE orders SET pay_until = now() - interval '1 second'`)
  await reconcile()
  expect(await state()).toMatchObject({ state: 'failed', claims: null })
  expect((await lock(SEAT, fromHere(randomUUID()))).ok).toBe(true)
  expect(await pay(uuid, resId, 'pay_too_late')).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
})

test('R7.7 a reservation is paid once: a retry gets the same answer, another body is a conflict, a later payment is refused as paid', async () => {
  const { uuid, resId } = await heldReservation()
  const card = await cardFor(uuid, resId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(uuid, resId, card, 'cart-0001')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ ok: true, value: { reservationIdentifier: resId } })]),
  )
  expect(await pay(uuid, resId, 'another', 'cart-0001')).toMatchObject({ refusal: { code: 'ORDER_CONFLICT' } })
  expect(await pay(uuid, resId, 'another', 'cart-0002')).toMatchObject({ refusal: { code: 'ALREADY_PAID' } })
  expect(await state()).toEqual({ state: 'paid', kind: 'hold', claims: 'S' })
})

test('R8.4 a payment that fails leaves the reservation unpaid with its seats, and another card pays it', async () => {
  const { uuid, resId } = await heldReservation()
  expect(await pay(uuid, resId, await cardFor(uuid, resId, 'declined'))).toMatchObject({ refusal: { code: 'CARD_DECLINED' } })
  expect(await state()).toMatchObject({ state: 'unpaid', claims: 'P' })
  expect(await pay(uuid, resId, await cardFor(uuid, resId))).toMatchObject({ ok: true })
})

test('R3.29 card data is refused when a reservation is paid too', async () => {
  const { uuid, resId } = await heldReservation()
  for (const more of [{ creditcardInfo: { cvv: '123' } }, { systemInquiry: '4580 0000 0000 0000' }])
    expect(await payReservation(uuid, resId, { cart: { seats: [], ...more } })).toMatchObject({ refusal: { code: 'CARD_DATA_REFUSED' } })
})

test('another visitor’s reservation is answered like an unknown one; a payment for the cart does not pay a reservation', async () => {
  const { uuid, resId } = await heldReservation()
  const card = await cardFor(uuid, resId)
  const stranger = await pay(randomUUID(), resId, card)
  expect(stranger).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  expect(await pay(uuid, 'R0000000', card)).toEqual(stranger)
  expect(await pay(uuid, resId, await prepareCard(uuid, DUE))).toMatchObject({ refusal: { code: 'PAYMENT_FORM_INVALID' } })
})

test('a wallet pays a reservation although the buyer does not return, and a second payment is refunded', async () => {
  const { uuid, resId } = await heldReservation()
  const forms = [await formFor(uuid, resId), await formFor(uuid, resId)]
  const identifiers: string[] = []
  for (const name of forms) {
    const form = await formOf(name)
    identifiers.push((form && (await payByWallet(form, 'silent'))) ?? '')
  }
  await letPaymentsAge()
  await reconcile()
  await letPaymentsAge()
  await reconcile()
  const { rows } = await database().query('SELECT state, count(*)::int FROM orders GROUP BY state ORDER BY state')
  expect(rows).toEqual([
    { state: 'failed', count: 1 },
    { state: 'paid', count: 1 },
  ])
  const { rows: refunds } = await database().query('SELECT reason, state FROM refund')
  expect(refunds).toEqual([{ reason: 'double', state: 'done' }])
  const answers = await Promise.all(identifiers.map((identifier) => pay(uuid, resId, identifier)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})

/** Signs the reservation's customer in to another browser. */
async function otherBrowserOf(uuid: string): Promise<string> {
  const { rows } = await database().query<{ id: number }>('SELECT customer_id AS id FROM session WHERE uuid = $1', [uuid])
  const other = randomUUID()
  await signInAs(other, rows[0]?.id ?? 0)
  return other
}

test('the same customer pays by card from another browser; a stranger and another customer are refused', async () => {
  const { uuid, resId } = await heldReservation()
  const other = await otherBrowserOf(uuid)
  const foreign = randomUUID()
  await signInAs(foreign, await makeCustomer())
  for (const stranger of [randomUUID(), foreign]) {
    const form = await openPaymentForm({ uuid: stranger, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'card', resId })
    expect(form).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await reservationOf(resId, { uuid: stranger, proof: 'cookie' })).toBeUndefined()
  }
  const card = await cardFor(other, resId)
  expect(await pay(other, resId, card)).toEqual({ ok: true, value: { reservationIdentifier: resId } })
  expect(await pay(other, resId, card)).toEqual({ ok: true, value: { reservationIdentifier: resId } })
  expect(await state()).toEqual({ state: 'paid', kind: 'hold', claims: 'S' })
  for (const own of [uuid, other]) expect(await reservationOf(resId, { uuid: own, proof: 'cookie' })).toMatchObject({ IsUnpaid: false })
})

test('a wallet in another browser of the customer pays although the buyer does not return', async () => {
  const { uuid, resId } = await heldReservation()
  const other = await otherBrowserOf(uuid)
  const form = await formOf(await formFor(other, resId))
  await (form && payByWallet(form, 'silent'))
  await letPaymentsAge()
  await reconcile()
  expect(await state()).toEqual({ state: 'paid', kind: 'hold', claims: 'S' })
  const { rows } = await database().query('SELECT FROM refund')
  expect(rows).toEqual([])
})

test('an order of an abandoned form belongs to the signed-in customer too', async () => {
  const uuid = await customerHolding()
  await database().query(`UPDATE session SET signed_in_at = signed_in_at - interval '1 hour' WHERE uuid = $1`, [uuid])
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: CUSTOMER })
  const form = await openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1:9' }, { method: 'wallet', ssn: CUSTOMER.ssn })
  if (!form.ok) throw new Error(form.refusal.code)
  const opened = await formOf(form.value.paymentFormURL.split('/').at(-1) ?? '')
  await (opened && payByWallet(opened, 'silent'))
  await letPaymentsAge()
  await reconcile()
  const { rows } = await database().query(
    'SELECT o.state, o.made_from_form AS "isMade", o.customer_id = s.customer_id AS "isTheirs" FROM orders o JOIN session s ON s.uuid = o.holder',
  )
  expect(rows).toEqual([{ state: 'paid', isMade: true, isTheirs: true }])
})

test('a cart with nothing to pay is an order, not a hold, for every customer who may hold', async () => {
  await database().query(
    'UPDATE ticket SET price = 0, service_charge = 0 WHERE ticket_id = 12; UPDATE service_charge SET amount_per_order = 0',
  )
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  const holdFree = (uuid: string) => commit(uuid, { cart: { customerInfo: CUSTOMER, seats: [lineOf(SEAT, 12)], isHold: true } }, 'he')
  expect(await holdFree(await customerHolding(null))).toMatchObject({ refusal: { code: 'HOLD_NEEDS_LOGIN' } })
  await emptyHouse()
  expect(await holdFree(await customerHolding())).toMatchObject({ ok: true })
  expect(await state()).toMatchObject({ state: 'paid', claims: 'S' })
  await database().query('UPDATE ticket SET price = 8000 WHERE ticket_id = 12; UPDATE service_charge SET amount_per_order = 700')
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
})

test('the customer’s details fill the checkout, and the stored ID number is used if none is entered', async () => {
  const uuid = randomUUID()
  const customerId = await makeCustomer({ mobileNumber: '0501112223', email: 'dana@example.com', ssn: '123456782' })
  await makeMembership(customerId)
  await signInAs(uuid, customerId)
  expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: { firstName: 'דנה', lastName: '' } })
  const checkout = await checkoutOf(uuid, 'he', true)
  expect(checkout).toMatchObject({
    ok: true,
    value: { isSignedIn: true, keptSsn: '••••••782', customerInfo: { firstName: 'דנה', lastName: 'ברקאי', email: 'dana@example.com' } },
  })
  expect(JSON.stringify(checkout)).not.toContain('123456782')
  if (!checkout.ok) return
  expect(checkout.value.payUntil).toBeGreaterThan(Date.now())
  const { ssn: _kept, ...customerInfo } = CUSTOMER
  const made = await commit(uuid, { cart: { customerInfo, seats: [lineOf(SEAT)], isHold: true } }, 'he')
  expect(made).toMatchObject({ ok: true })
  const { rows } = await database().query<{ ssn: Buffer }>('SELECT ssn_encrypted AS ssn FROM orders')
  expect(rows[0] && decryptText(rows[0].ssn)).toBe('123456782')
})
