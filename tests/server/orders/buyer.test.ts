import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerInfo, OrderCart } from '#lib/contract/order/order-cart.ts'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { decryptText, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { producerOf } from '#lib/server/orders/cart/producer.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { makeCustomer, signInAs } from '#tests/support/buyers/customers.ts'
import { aStaffMember } from '#tests/support/staff/staff.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, cartOf, CUSTOMER, emptyHouse, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
})
beforeEach(async () => {
  await emptyHouse()
  await database().query('DELETE FROM seat_keep')
  await demand({})
})
afterEach(checkInvariants)

const SEAT = seatAt(1, 1)
/** ₪100 + ₪5 + the fee of ₪7. */
const DUE = 11_200

interface Demands {
  readonly orderForm?: Readonly<Record<string, string>>
  readonly terms?: string
  readonly waiver?: boolean
  readonly ages?: readonly [number | null, number | null]
}

/** The fields that presentation 1 requires; it is on 24 November 2032 at 20:30. */
async function demand({ orderForm, terms, waiver = false, ages = [null, null] }: Demands): Promise<void> {
  await database().query(
    `UPDATE presentation SET order_form = $1, additional_terms = $2, asks_waiver = $3, starts_at = '2032-11-24T18:30:00Z' WHERE presentation_id = 1`,
    [orderForm ?? null, terms ?? null, waiver],
  )
  await database().query('UPDATE ticket SET min_age = $1, max_age = $2 WHERE ticket_id = 11', [...ages])
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

async function visitor(preslive: unknown = null): Promise<string> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid, preslive, ssn_encrypted) VALUES ($1, $2, $3)', [
    uuid,
    preslive,
    encryptText('123456782'),
  ])
  expect((await lock(SEAT, fromHere(uuid))).ok).toBe(true)
  return uuid
}

async function order(uuid: string, more: Partial<OrderCart>) {
  return commit(uuid, { cart: { ...cartOf([SEAT], await prepareCard(uuid, DUE)), ...more } }, 'he')
}

const refusalOf = (result: Awaited<ReturnType<typeof order>>) =>
  result.ok ? 'accepted' : [result.refusal.code, result.refusal.facts?.field]

async function storedOrder() {
  const { rows } = await database().query<{ ssn: Buffer | null; info: unknown }>(
    `SELECT ssn_encrypted AS ssn, jsonb_build_object('name', first_name || '|' || last_name, 'mobile', mobile_number, 'email', email, 'address', address,
       'mailing', mailing_consent, 'terms', additional_terms) AS info FROM orders`,
  )
  return rows[0] && { ...(rows[0].info as object), ssn: rows[0].ssn && decryptText(rows[0].ssn) }
}

describe('R3.27 the buyer’s details', () => {
  const FULL: CustomerInfo = {
    ...CUSTOMER,
    verifyMobileNumber: '0547314821',
    ...{ address1: 'הרצל 1', address2: 'דירה 2', city: 'חיפה', postalCode: '3303101', dateOfBirth: '1990-02-28', location: 'צפון' },
    ...{ mailingConsent: true, additionalTerms: true },
  }

  test('are stored as the form asks for them', async () => {
    const fields = ['address1', 'address2', 'city', 'postalCode', 'dateOfBirth', 'location']
    await demand({ orderForm: Object.fromEntries(fields.map((field) => [field, 'included'])), terms: 'בלי צילום' })
    expect(refusalOf(await order(await visitor(), { customerInfo: FULL }))).toBe('accepted')
    expect(await storedOrder()).toEqual({
      ...{ name: 'נועה|ברקאי', mobile: '0547314821', email: CUSTOMER.email, ssn: CUSTOMER.ssn, mailing: true, terms: true },
      address: { address1: 'הרצל 1', address2: 'דירה 2', city: 'חיפה', postalCode: '3303101', dateOfBirth: '1990-02-28', location: 'צפון' },
    })
  })

  test('outside the form are not stored, neither with the order nor with the session', async () => {
    await demand({ orderForm: { ssn: 'left out', email: 'left out' } })
    const uuid = await visitor()
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(SEAT)] }], customerInfo: FULL })
    expect((await storedCartOf(uuid))?.customerInfo).toEqual({
      ...{ firstName: 'נועה', lastName: 'ברקאי', mobileNumber: '0547314821', verifyMobileNumber: '0547314821' },
      ...{ termsAcceptance: true, mailingConsent: true },
    })
    expect(refusalOf(await order(uuid, { customerInfo: FULL }))).toBe('accepted')
    expect(await storedOrder()).toMatchObject({ email: '', ssn: null, address: null, terms: false })
  })

  test('keep the session’s customer when they are stored, and no box comes back ticked', async () => {
    const uuid = await visitor()
    await database().query(`UPDATE session SET customer_info = '{"CustomerId": 7, "city": "לוד"}' WHERE uuid = $1`, [uuid])
    await storeCartOf(uuid, {
      presentations: [{ id: 1, seats: [lineOf(SEAT)] }],
      customerInfo: { firstName: 'נועה', mailingConsent: true, termsAcceptance: true },
    })
    const { rows } = await database().query('SELECT customer_info AS info FROM session WHERE uuid = $1', [uuid])
    expect(rows).toEqual([{ info: { CustomerId: 7, firstName: 'נועה', mailingConsent: true, termsAcceptance: true } }])
    const checkout = await checkoutOf(uuid, 'he')
    expect(checkout.ok && checkout.value.customerInfo).toEqual({ firstName: 'נועה' })
  })
})

test('R4.43 R6.4 R6.5 ordering needs no sign-in: a mobile number or an e-mail is enough if the form requires neither', async () => {
  await demand({ orderForm: { email: 'included', mobileNumber: 'included' } })
  const { mobileNumber, email, ...nobody } = CUSTOMER
  const uuid = await visitor()
  expect(refusalOf(await order(uuid, { customerInfo: nobody }))).toEqual(['FORM_INVALID', 'mobileNumber'])
  expect(refusalOf(await order(uuid, { customerInfo: { ...nobody, email } }))).toBe('accepted')
  await emptyHouse()
  expect(refusalOf(await order(await visitor(), { customerInfo: { ...nobody, mobileNumber } }))).toBe('accepted')
})

test('additional terms must be accepted explicitly', async () => {
  await demand({ terms: 'בלי צילום' })
  const uuid = await visitor()
  expect(refusalOf(await order(uuid, {}))).toEqual(['FORM_INVALID', 'additionalTerms'])
  expect(refusalOf(await order(uuid, { customerInfo: { ...CUSTOMER, additionalTerms: true } }))).toBe('accepted')
})

describe('R8.83 the waiver', () => {
  test.each([
    [[18, null], '2014-11-24', 'accepted'],
    [[18, null], '2014-11-25', ['WAIVER_AGE_MISMATCH', undefined]],
    [[null, 14], '2017-11-24', ['WAIVER_AGE_MISMATCH', undefined]],
    [[null, 14], '2017-11-25', 'accepted'],
    [[18, null], '', ['FORM_INVALID', 'dateOfBirth']],
    [[18, null], '2009-02-29', ['FORM_INVALID', 'dateOfBirth']],
    [[18, null], '2200-01-01', ['FORM_INVALID', 'dateOfBirth']],
  ] as const)('ages %j, born on %s: %j', async (ages, dateOfBirth, expected) => {
    await demand({ waiver: true, ages })
    expect(refusalOf(await order(await visitor(), { customerInfo: { ...CUSTOMER, dateOfBirth } }))).toEqual(expected)
  })
  test('is not asked for at other presentations', async () => {
    await demand({ ages: [18, null] })
    expect(refusalOf(await order(await visitor(), {}))).toBe('accepted')
  })
})

describe('a producer’s sale', () => {
  const PRODUCED = { mobileNumber: '050-555-1234', customerName: 'לקוח של המפיק', customerInfo: {} }

  /** Orders in a browser where somebody of the staff may be signed in. */
  async function sell(who: Parameters<typeof aStaffMember>[0] | undefined, more: Partial<OrderCart> = PRODUCED, customer?: number) {
    await emptyHouse()
    const uuid = await visitor({ permissions: [266, 267, 268] })
    if (customer !== undefined) await signInAs(uuid, customer)
    const cookie = who ? (await aStaffMember(who)).cookie : ''
    const request = new Request('http://127.0.0.1/', { headers: { cookie } })
    const producer = await producerOf({ context: { cookies: cookiesOf({ cookie }) }, source: { caller: null, network: null }, request })
    const cart = { ...cartOf([SEAT], await prepareCard(uuid, DUE)), products: [], ...more }
    return commit(uuid, { cart, caller: null, producer }, 'he')
  }

  const sale = () =>
    database().query(
      `SELECT channel, customer_id, action, business_id, subject = order_id::text AS "isOfOrder", a.facts FROM orders, staff_audit a ORDER BY audit_id DESC LIMIT 1`,
    )

  test('R7.6 takes name and mobile number instead of the form, is of the channel of producers, and is an act of staff', async () => {
    expect(refusalOf(await sell({ role: 'boxOffice' }, PRODUCED, await makeCustomer()))).toBe('accepted')
    expect(await storedOrder()).toMatchObject({ name: 'לקוח של המפיק|', mobile: '0505551234', email: '', ssn: null })
    expect((await sale()).rows).toEqual([
      { channel: 'producer', customer_id: null, action: 'sale', business_id: 1, isOfOrder: true, facts: { lines: 1, amount: DUE } },
    ])
    expect(await cellOf(`SELECT string_agg(DISTINCT channel, ',') FROM sales`)).toBe('producer')
  })

  test.each([[undefined], [{ role: 'gate' }], [{ isOpen: false }]] as const)(
    'of anybody else the form counts, whatever is sent: %j',
    async (who) => {
      expect(refusalOf(await sell(who))).toEqual(['FORM_INVALID', 'firstName'])
      expect(refusalOf(await sell(who, { ...PRODUCED, customerInfo: CUSTOMER }))).toBe('accepted')
      expect(await storedOrder()).toMatchObject({ name: 'נועה|ברקאי', mobile: '0547314821' })
      expect(await cellOf('SELECT channel FROM orders')).toBe('shop')
    },
  )

  test.each([
    [{ businessIds: [2] }, 'STAFF_NOT_ALLOWED'],
    [{ businessIds: [] }, 'STAFF_NOT_ALLOWED'],
    [{ featureIds: [2] }, 'STAFF_NOT_ALLOWED'],
    [{ featureIds: [1] }, undefined],
    [{ role: 'owner', businessIds: null }, undefined],
  ] as const)('R6.18 is of the own shows: %j', async (who, expected) => {
    const made = await sell(who)
    expect(made.ok ? undefined : made.refusal.code).toBe(expected)
  })

  test('of a broker is of the channel of brokers', async () => {
    expect(refusalOf(await sell({ role: 'broker' }))).toBe('accepted')
    expect((await sale()).rows).toMatchObject([{ channel: 'broker', customer_id: null, action: 'sale', isOfOrder: true }])
  })

  test('is of the own allocation', async () => {
    for (const [allocations, isAllowed] of [
      [[2], false],
      [[1, 2], true],
    ] as const) {
      const made = await sell({ allocationIds: allocations })
      expect([allocations, made.ok]).toEqual([allocations, isAllowed])
    }
  })

  test('includes seats that producers hold, which nobody else can buy, even with a lock on them', async () => {
    const uuid = await visitor()
    const { staffId, cookie } = await aStaffMember()
    await database().query(
      `INSERT INTO seat_keep (presentation_id, seat_id, kind, until, kept_at, membership_ids, staff_id, allocation_id)
       SELECT 1, seat_id, 'producer', '2032-11-24T18:30:00Z', now() - interval '1 hour', '{}', $2, 1 FROM seat_claim WHERE holder = $1`,
      [uuid, staffId],
    )
    const pay = async (producer?: Awaited<ReturnType<typeof producerOf>>, more: Partial<OrderCart> = {}) =>
      commit(uuid, { cart: { ...cartOf([SEAT], await prepareCard(uuid, DUE)), ...more }, caller: null, producer }, 'he')
    expect(await pay()).toMatchObject({ refusal: { code: 'HOLD_EXPIRED' } })
    await database().query('UPDATE staff_session SET visitor = $1 WHERE staff_id = $2', [uuid, staffId])
    const request = new Request('http://127.0.0.1/', { headers: { cookie } })
    const producer = await producerOf({ context: { cookies: cookiesOf({ cookie }) }, source: { caller: null, network: null }, request })
    expect(refusalOf(await pay(producer, { ...PRODUCED, products: [] }))).toBe('accepted')
    expect((await sale()).rows).toMatchObject([{ channel: 'producer', action: 'sale', isOfOrder: true }])
  })

  test('still needs a name and a valid mobile number', async () => {
    expect(refusalOf(await sell({}, { ...PRODUCED, mobileNumber: '03-1234567' }))).toEqual(['FORM_INVALID', 'mobileNumber'])
    expect(refusalOf(await sell({}, { ...PRODUCED, customerName: '  ' }))).toEqual(['FORM_INVALID', 'customerName'])
  })
})

describe('vouchers of a checkout', () => {
  const stored = (ids: readonly number[]) => ({
    presentations: [{ id: 1, seats: [lineOf(SEAT)] }],
    voucherPayments: ids.map((id) => ({ id, systemVoucher: `•••• ${String(id)}` })),
  })

  test('R5.32 a voucher without an amount makes no order', async () => {
    const uuid = await visitor()
    const id = await holdVoucher(uuid, await makeVoucher(5_000))
    const paymentIdentifier = await prepareCard(uuid, DUE - 5_000)
    for (const voucher of [{ id }, { id, amount: null }])
      expect(refusalOf(await order(uuid, { paymentIdentifier, voucherPayments: [voucher] }))).toEqual(['VOUCHER_NO_AMOUNT', undefined])
    expect(refusalOf(await order(uuid, { paymentIdentifier, voucherPayments: [{ id, amount: 50 }] }))).toBe('accepted')
  })

  test('vouchers come back with their names, amounts and balances', async () => {
    const uuid = await visitor()
    const ids = [await holdVoucher(uuid, await makeVoucher(5_000)), await holdVoucher(uuid, await makeVoucher(20_000))]
    await storeCartOf(uuid, stored(ids))
    const checkout = await checkoutOf(uuid, 'he')
    expect(checkout.ok && checkout.value).toMatchObject({
      vouchers: [
        { id: ids[0], code: `•••• ${String(ids[0])}`, amount: 5_000, balance: 5_000 },
        { id: ids[1], amount: 6_200, balance: 20_000 },
      ],
      lostVoucher: null,
      totals: { balanceDue: 0 },
    })
  })

  test('an empty voucher is dropped with a message, and the others still pay', async () => {
    const uuid = await visitor()
    const ids = [await holdVoucher(uuid, await makeVoucher(5_000)), await holdVoucher(uuid, await makeVoucher(3_000))]
    await storeCartOf(uuid, stored(ids))
    await database().query(`UPDATE system_voucher SET state = 'cancelled' WHERE system_voucher_id = $1`, [ids[0]])
    const checkout = await checkoutOf(uuid, 'he')
    expect(checkout.ok && checkout.value).toMatchObject({
      vouchers: [{ id: ids[1], amount: 3_000 }],
      lostVoucher: 'NOT_ACTIVE',
      totals: { balanceDue: DUE - 3_000 },
    })
  })
})

test('R2.8 the page of a reservation shows the items and the payments, to its owner only', async () => {
  const uuid = await visitor()
  const reference = await makeVoucher(5_000)
  const id = await holdVoucher(uuid, reference)
  const made = await order(uuid, {
    paymentIdentifier: await prepareCard(uuid, DUE + 5_000 - 5_000),
    voucherPayments: [{ id, amount: 50 }],
    products: [{ id: 1, quantity: 2 }],
  })
  const resId = made.ok ? made.value.reservationIdentifier : ''
  expect(await orderAccountOf(resId, uuid)).toEqual({
    seats: [expect.objectContaining({ presentationId: 1, ticketName: 'רגיל', price: 10_500, serviceCharge: 500, discount: 0 })],
    products: [{ kind: 'product', id: 1, name: 'תוכנייה', quantity: 2, unitPrice: 2_500 }],
    vouchers: [{ code: `•••• ${reference.slice(-4)}`, amount: 5_000, tickets: null, isOfMember: false }],
    ...{ shown: { lines: [10_500, 5_000], ticketCharges: 0, orderCharge: 700, rounding: 0 }, saved: 0 },
    ...{ handlingFeeName: 'דמי טיפול', modifiedAmount: 0, amountDue: DUE, giveBack: 0, numberOfPayments: 1 },
    ...{ payUntil: null, wasPaidTwice: false, isNew: true, cancellations: [], isCalledOff: false, isGivenUp: false, isLapsed: false },
    ...{ outcome: 'paid', openingId: null },
  })
  expect(await reservationOf(resId, { uuid, proof: 'cookie' })).toMatchObject({ state: 'paid', Quantity: 1 })
  expect([await orderAccountOf(resId, randomUUID()), await orderAccountOf('no-such-reservation', uuid)]).toEqual([undefined, undefined])
})
