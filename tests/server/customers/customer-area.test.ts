import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerAreaInfo, type CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { splitReservations } from '#lib/domain/orders/reservation-list.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { vouchersOf } from '#lib/server/customers/area/customer-vouchers.ts'
import { catalogue, forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { newNumber } from '#tests/support/buyers/code-office.ts'
import { cancelRows, orderOf, useVoucher, voucherOf } from '#tests/support/database/customer-orders.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertShowings } from '#tests/support/database/order-rows.ts'

const DAY = 86_400_000
const BEGUN = Date.now()
const inDays = (days: number) => new Date(Math.floor(BEGUN / DAY) * DAY + days * DAY + 17.5 * 3_600_000).toISOString()

/** Presentations by their kind. */
const [SOON, LATER, PAST, HOME, UNTIMED] = [1, 2, 3, 4, 5] as const

let visitor: Visitor
let customerId: number

beforeAll(async () => {
  process.env.CUSTOMER_CANCELLATION = 'on'
  await freshDatabase()
  await insertShowings([
    { startsAt: inDays(3), minutes: 90, featureName: 'הגשר' },
    { startsAt: inDays(30), minutes: 90, featureName: 'הים' },
    { startsAt: inDays(-30), minutes: 90, featureName: 'אתמול' },
    { startsAt: inDays(5), minutes: 90, featureName: 'בבית' },
    { startsAt: inDays(2), minutes: 0, featureName: 'תערוכה', featureTypeId: 7 },
  ])
  await database().query(`INSERT INTO venue (venue_id, location_id, name, venue_type_id) VALUES (9, 1, 'בבית', 101);
    INSERT INTO cancellation_policy (cancellation_policy_id, name) VALUES (1, 'תמיד');
    INSERT INTO cancellation_policy (cancellation_policy_id, name, before_days) VALUES (2, 'שבועיים לפני', 14);
    UPDATE presentation SET venue_id = 9 WHERE presentation_id = ${String(HOME)}; UPDATE catalogue_version SET version = version + 1`)
  forgetCatalogue()
})

beforeEach(async () => {
  customerId = await makeCustomer({ mobileNumber: newNumber(), city: 'חיפה' })
  visitor = await visitorOf(customerId)
})

async function visitorOf(customer: number): Promise<Visitor> {
  const uuid = randomUUID()
  await signInAs(uuid, customer)
  const { rows } = await database().query<{ hash: Buffer }>('SELECT sid_hash AS hash FROM session WHERE uuid = $1', [uuid])
  return { uuid, proof: 'cookie', ...(rows[0] && { sidHash: rows[0].hash }) }
}

async function area(): Promise<CustomerAreaInfo> {
  const customer = await areaCustomerOf(visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  return customerAreaOf(visitor, customer)
}

const identifiers = (rows: readonly { readonly ReservationIdentifier: string }[]) => rows.map((row) => row.ReservationIdentifier)

describe('the customer', () => {
  test('R3.1 has all fields of the specification and of the contract', async () => {
    await orderOf(customerId)
    await makeMembership(customerId)
    const found = await area()
    expect(customerAreaInfo.parse(found)).toEqual(found)
    expect(found).toMatchObject({ CustomerId: customerId, CustomerIds: [customerId], FirstName: 'נועה', LastName: 'ברקאי', City: 'חיפה' })
    expect(found).toMatchObject({ Password: null, Photo: null, SSN: '', Members: [{ customerId, isAvailable: true }], ProviderFlag: null })
  })

  test('R3.1 shows the last digits of the ID number, and each consent under both names', async () => {
    customerId = await makeCustomer({ ssn: '000000018' })
    visitor = await visitorOf(customerId)
    await database().query('UPDATE customer SET allows_sms = true, license_plate_number = $2 WHERE customer_id = $1', [
      customerId,
      '12-345-67',
    ])
    const found = await area()
    expect(found).toMatchObject({ SSN: '••••••018', LicensePlateNumber: '12-345-67' })
    expect([found.IsSMSAllowed, found.SmsAllowed, found.IsEmailAllowed, found.EmailAllowed]).toEqual([true, true, false, false])
    expect(JSON.stringify(found)).not.toContain('000000018')
    await database().query('UPDATE customer SET ssn_index = NULL, ssn_encrypted = NULL WHERE customer_id = $1', [customerId])
  })

  test('R3.4 R3.5 is loaded with 0 instead of +972 and without #, as an import may have written them', async () => {
    await database().query(`UPDATE customer SET mobile_number = '+972509990001', address1 = 'הרצל 5 #7#' WHERE customer_id = $1`, [
      customerId,
    ])
    expect(await area()).toMatchObject({ MobileNumber1: '0509990001', Address1: 'הרצל 5 7' })
  })
})

describe('reservations', () => {
  test('R3.3 R3.19 have the fields of the specification', async () => {
    const order = await orderOf(customerId)
    const { reservations } = await area()
    expect(reservations).toHaveLength(1)
    expect(reservations[0]).toMatchObject({
      ReservationIdentifier: order.reservationIdentifier,
      ResStateId: 1,
      Quantity: 3,
      SectionName: 'אולם מרכז, מדשאה',
      RowNames: '7',
      SeatNames: '14, 15',
      IsUnpaid: false,
      StartDateTime: inDays(3),
      featureName: 'הגשר',
      locationName: 'תיאטרון החוף',
      amount: 339,
      documentKey: order.documentKey,
      products: [{ name: 'תוכנייה', quantity: 1 }],
      isUpcoming: true,
      refunded: null,
    })
  })

  test('R4.33 are listed unpaid first, then by latest start', async () => {
    const soon = await orderOf(customerId)
    const later = await orderOf(customerId, { presentationIds: [LATER] })
    const unpaid = await orderOf(customerId, { state: 'unpaid' })
    const past = await orderOf(customerId, { presentationIds: [PAST] })
    const { reservations } = await area()
    expect(identifiers(reservations)).toEqual([unpaid, later, soon, past].map((one) => one.reservationIdentifier))
    expect(reservations[0]).toMatchObject({
      IsUnpaid: true,
      canCancel: true,
      cancelRefusal: null,
      documentKey: null,
      ticketIdentifiers: [],
    })
    expect(reservations[0]?.payUntil).not.toBeNull()
  })

  test.each(['intended', 'done'] as const)(
    'R4.30 R4.31 R4.32 leave the list when cancelled and stay in the history without content (refund %s)',
    async (refund) => {
      const kept = await orderOf(customerId, { presentationIds: [LATER] })
      const cancelled = await orderOf(customerId)
      await cancelRows(cancelled.orderId, { refund })
      const { list, history } = splitReservations((await area()).reservations)
      expect(identifiers(list)).toEqual([kept.reservationIdentifier])
      expect(history).toMatchObject([
        {
          ReservationIdentifier: cancelled.reservationIdentifier,
          ...{ ResStateId: 3, Quantity: 0, SectionName: '', RowNames: '', SeatNames: '', IsUnpaid: false },
          ...{ featureName: 'הגשר', canCancel: false, canChange: false, ticketIdentifiers: [] },
          refunded: { amount: 320, last4: '4242', isPending: refund === 'intended' },
        },
      ])
    },
  )

  test('keep the rest after a partial cancellation', async () => {
    const { orderId } = await orderOf(customerId)
    await cancelRows(orderId, { lines: [1] })
    expect((await area()).reservations).toMatchObject([{ ResStateId: 1, Quantity: 2, SeatNames: '15', isUpcoming: true }])
  })

  test('are in the history if a hold lapsed, and do not exist if the payment failed', async () => {
    const [lapsed, failed] = [await orderOf(customerId, { state: 'failed' }), await orderOf(customerId, { state: 'failed' })]
    await database().query(`UPDATE orders SET failure_code = 'HOLD_EXPIRED', kind = 'hold' WHERE order_id = $1`, [lapsed.orderId])
    await database().query(`UPDATE orders SET failure_code = 'DECLINED' WHERE order_id = $1`, [failed.orderId])
    await orderOf(customerId, { state: 'paying' })
    const { reservations } = await area()
    expect(identifiers(reservations)).toEqual([lapsed.reservationIdentifier])
    expect(reservations[0]).toMatchObject({ ResStateId: 3, Quantity: 0, isUpcoming: false, documentKey: null })
  })

  test('show the next upcoming of several presentations', async () => {
    await orderOf(customerId, { presentationIds: [PAST, LATER, SOON] })
    expect((await area()).reservations).toMatchObject([{ presentations: 2, presentationId: SOON, StartDateTime: inDays(3), Quantity: 7 }])
  })

  test('stay valid for the whole day of an untimed presentation', async () => {
    await orderOf(customerId, { presentationIds: [UNTIMED] })
    expect((await area()).reservations).toMatchObject([{ isUntimed: true, isUpcoming: true }])
  })

  test('R5.52 can be cancelled if the setting and the presentation allow it, until the deadline', async () => {
    const { orderId } = await orderOf(customerId, { presentationIds: [SOON] })
    const canCancel = async () => (await area()).reservations.map((one) => one.canCancel)
    const allow = (policy: number | null) =>
      database()
        .query(`UPDATE presentation SET cancellation_policy_id = $1 WHERE presentation_id = 1`, [policy])
        .then(() => database().query('UPDATE catalogue_version SET version = version + 1'))
        .then(forgetCatalogue)
    expect(await canCancel()).toEqual([false])
    await allow(1)
    expect(await canCancel()).toEqual([true])
    await allow(2)
    expect(await canCancel()).toEqual([false])
    await allow(1)
    await database().query('UPDATE order_seat SET used_at = now() WHERE order_id = $1', [orderId])
    expect(await canCancel()).toEqual([false])
    await allow(null)
  })

  test('can be cancelled if the presentation was, and are in the history after its day', async () => {
    const order = await orderOf(customerId, { presentationIds: [PAST] })
    const callOff = (isCancelled: boolean) =>
      database()
        .query(`UPDATE presentation SET is_cancelled = $1 WHERE presentation_id = 3`, [isCancelled])
        .then(() => database().query('UPDATE catalogue_version SET version = version + 1'))
        .then(forgetCatalogue)
    await callOff(true)
    const found = await area()
    await callOff(false)
    expect(found.reservations).toMatchObject([{ ReservationIdentifier: order.reservationIdentifier, canCancel: true, isUpcoming: false }])
    expect(found.TicketsHistory.map(({ State }) => State)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  test('R6.8 include none of other customers and none without an owner', async () => {
    await orderOf(await makeCustomer())
    const { orderId } = await orderOf(customerId)
    await database().query('UPDATE orders SET customer_id = NULL WHERE order_id = $1', [orderId])
    const found = await area()
    expect([found.reservations, found.Tickets, found.TicketsHistory, found.VODTickets]).toEqual([[], [], [], []])
  })
})

describe('tickets', () => {
  test('R2.54 lists valid ones, streamed ones, and the history of others', async () => {
    const [soon, past, home] = [
      await orderOf(customerId),
      await orderOf(customerId, { presentationIds: [PAST] }),
      await orderOf(customerId, { presentationIds: [HOME] }),
    ]
    await database().query(`UPDATE order_seat SET used_at = now() WHERE order_id = $1 AND line = 1`, [soon.orderId])
    const { Tickets, TicketsHistory, VODTickets } = await area()
    expect(Tickets.map(({ ReservationIdentifier, State }) => [ReservationIdentifier, State])).toEqual(
      Array(2).fill([soon.reservationIdentifier, 'valid']),
    )
    expect(TicketsHistory.map(({ State }) => State)).toEqual(['used', 'past', 'past', 'past'])
    expect(identifiers(TicketsHistory).slice(1)).toEqual(Array(3).fill(past.reservationIdentifier))
    expect(identifiers(VODTickets)).toEqual(Array(3).fill(home.reservationIdentifier))
    expect(VODTickets[0]).toMatchObject({ FeatureName: 'בבית', PresentationId: HOME, State: 'valid' })
  })

  test('puts a cancelled ticket into the history', async () => {
    const { orderId } = await orderOf(customerId)
    await cancelRows(orderId)
    const { Tickets, TicketsHistory } = await area()
    expect(Tickets).toEqual([])
    expect(TicketsHistory.map(({ State }) => State)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})

describe('vouchers', () => {
  test('R2.55 R3.2 have the fields of the specification and their history, with a masked reference', async () => {
    const id = await voucherOf(customerId, 'GIFT-1111-2222-9876')
    const { orderId, reservationIdentifier } = await orderOf(customerId)
    await useVoucher(id, orderId, 4_000)
    const { SystemVouchers } = await area()
    expect(SystemVouchers).toMatchObject([
      {
        ...{ Reference: '•••• 9876', IsForReplacement: false, StartDate: null, EndDate: null, SystemVoucherId: id },
        ...{ Balance: 60, Loaded: 100, State: 'active' },
        History: [
          { Kind: 'use', Amount: -40, ReservationIdentifier: reservationIdentifier, FeatureName: 'הגשר' },
          { Kind: 'load', Amount: 100, ReservationIdentifier: null, FeatureName: '' },
        ],
      },
    ])
    expect(Date.parse(SystemVouchers[0]?.DateTimeCreated ?? '')).toBeGreaterThanOrEqual(BEGUN)
  })

  test('do not include a voucher that only paid the customer’s order, or what it paid for others', async () => {
    const theirs = await voucherOf(customerId, `MINE-${randomUUID()}`)
    const foreign = await voucherOf(null, `FOREIGN-${randomUUID()}`)
    const [own, others] = [await orderOf(customerId), await orderOf(await makeCustomer())]
    await useVoucher(foreign, own.orderId, 1_000)
    await useVoucher(theirs, others.orderId, 1_000)
    const { SystemVouchers } = await area()
    expect(SystemVouchers.map(({ SystemVoucherId }) => SystemVoucherId)).toEqual([theirs])
    expect(SystemVouchers[0]?.History[0]).toMatchObject({ Amount: -10, ReservationIdentifier: null, FeatureName: '' })
  })

  test('are found by id and by full reference, by their owner only', async () => {
    const reference = `GIFT-${randomUUID()}`
    const id = await voucherOf(customerId, reference)
    const found = async (owner: number, name: string) =>
      (await vouchersOf(await catalogue(), owner, name)).map((one) => one.SystemVoucherId)
    expect(await found(customerId, String(id))).toEqual([id])
    expect(await found(customerId, reference)).toEqual([id])
    expect(await found(customerId, reference.slice(-4))).toEqual([])
    expect(await found(await makeCustomer(), reference)).toEqual([])
  })
})

test('R2.53 lists active memberships first, with balance and validity', async () => {
  await makeMembership(customerId, -5)
  await makeMembership(customerId, 30)
  const { Members } = await area()
  expect(Members.map(({ isExpired, isAvailable, balance }) => ({ isExpired, isAvailable, balance }))).toEqual([
    { isExpired: false, isAvailable: true, balance: 8 },
    { isExpired: true, isAvailable: false, balance: 8 },
  ])
})

test('R6.6 signs nobody in by an earlier cookie, by header alone or by a sign-in for the order', async () => {
  expect(await areaCustomerOf({ ...visitor, sidHash: Buffer.alloc(32) })).toBeUndefined()
  expect(await areaCustomerOf({ uuid: visitor.uuid, proof: 'header' })).toBeUndefined()
  await signInAs(visitor.uuid, customerId, 'order')
  expect(await areaCustomerOf(visitor)).toBeUndefined()
})
