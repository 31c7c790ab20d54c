import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CustomerReservation } from '#lib/contract/area/customers.ts'
import { customerReservation } from '#lib/contract/area/customers.ts'
import { reservationAnswer } from '#lib/contract/order/orders.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { deleteCustomerOf } from '#lib/server/customers/area/customer-deletion.ts'
import { areaCustomerOf, type AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { fileAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { documentOf, documentOfOrder } from '#lib/server/documents/documents.ts'
import { mailOf, smsOf } from '#lib/server/messages/message-bodies.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import { boughtBy, cancelled, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { FEE, ONE } from '#tests/support/buyers/changes.ts'
import { seatAt } from '#tests/support/buyers/house.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { openCarPark, parking } from '#tests/support/sold/parking.ts'

/** An order needs no seat: every view of an order shows its lines if it has no show. */

process.env.LOCALES = 'he,en'
const PLACE = 4_000
const SEAT = seatAt(4, 4)
const vouchers = [{ SystemVoucherId: 7, Quantity: 1 }]
const LINE = { name: 'Car park', quantity: 1, price: 40 }

const house = openCancelHouse()
let end: () => void = () => undefined
beforeAll(() => {
  end = sellMore(parking)
})
beforeEach(() => openCarPark())
afterAll(() => {
  end()
})

const parked = () => boughtBy(house.noa, [], PLACE, { vouchers })
const mixed = () => boughtBy(house.noa, [SEAT], ONE + FEE + PLACE, { vouchers })

async function me(): Promise<AreaCustomer> {
  const customer = await areaCustomerOf(house.noa.visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  return customer
}

async function listed(resId: string): Promise<CustomerReservation | undefined> {
  const { reservations } = await customerAreaOf(house.noa.visitor, await me())
  return reservations.find(({ ReservationIdentifier }) => ReservationIdentifier === resId)
}

async function idOf(resId: string, locale = 'he'): Promise<string> {
  await database().query('UPDATE orders SET locale = $2 WHERE reservation_identifier = $1', [resId, locale])
  return String(await cellOf('SELECT order_id FROM orders WHERE reservation_identifier = $1', [resId]))
}

describe('the customer’s list', () => {
  test('has an order without seats, with its lines, its state and its possible actions', async () => {
    const { resId, tickets } = await parked()
    const found = await listed(resId)
    expect(customerReservation.parse(found)).toEqual(found)
    expect(found).toMatchObject({
      ...{ featureName: 'Car park', Quantity: 1, tickets: 0, presentations: 0, presentationId: 0, locationName: '' },
      ...{ products: [LINE], amount: 40, state: 'paid', ResStateId: 1, isUpcoming: true, ticketIdentifiers: tickets },
      ...{ canCancel: true, cancelRefusal: null, canChange: false, presentationIds: [] },
    })
    expect(found?.StartDateTime).toBe(
      String(await cellOf(`SELECT to_char(settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM orders`)),
    )
  })

  test('moves it into the history after its end, and says why a used one cannot be cancelled', async () => {
    const { resId } = await parked()
    await database().query(`UPDATE order_item SET valid_until = now() - interval '1 minute', used_at = now()`)
    expect(await listed(resId)).toMatchObject({ isUpcoming: false, canCancel: false, cancelRefusal: 'CONTACT_PROVIDER' })
    await database().query(`UPDATE order_item SET valid_until = now() + interval '1 hour'`)
    expect(await listed(resId)).toMatchObject({ isUpcoming: true })
  })

  test('sorts a seat and a place by the show, and by the place once the seat is cancelled', async () => {
    const { resId, tickets } = await mixed()
    expect(await listed(resId)).toMatchObject({ featureName: 'הצגת בדיקה', Quantity: 2, tickets: 1, products: [LINE], presentationId: 1 })
    await cancelled(house.noa.visitor, resId, { items: [tickets[0] ?? ''] })
    expect(await listed(resId)).toMatchObject({ featureName: 'Car park', Quantity: 1, tickets: 0, presentationId: 0, isUpcoming: true })
  })

  test('names a cancelled order by its former items', async () => {
    const { resId } = await parked()
    await cancelled(house.noa.visitor, resId)
    const gone = {
      featureName: 'Car park',
      ResStateId: 3,
      Quantity: 0,
      products: [],
      ticketIdentifiers: [],
      isUpcoming: false,
      canCancel: false,
    }
    expect(await listed(resId)).toMatchObject({ ...gone, refunded: { amount: 36 } })
    expect(await reservationOf(resId, house.noa.visitor)).toMatchObject({ featureName: 'Car park', ResStateId: 3, products: [] })
    const account = await orderAccountOf(resId, house.noa.visitor.uuid)
    expect(account?.cancellations).toMatchObject([{ tickets: 0, products: ['Car park'], isWhole: true }])
  })
})

test('a reservation without seats answers its lines and the time of the order', async () => {
  const { resId } = await parked()
  const { firstName: _name, ...answer } = (await reservationOf(resId, house.noa.visitor)) ?? { firstName: '' }
  expect(reservationAnswer.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ presentationId: 0, featureName: 'Car park', products: [LINE], SectionName: '', SeatNames: '' })
  expect(Date.now() - Date.parse('StartDateTime' in answer ? answer.StartDateTime : '')).toBeLessThan(60_000)
})

test('the document shows lines with their prices, and no file of tickets is made', async () => {
  const { resId } = await parked()
  const key = String(await cellOf('SELECT document_key FROM orders'))
  expect(await documentOf(key)).toMatchObject({
    showings: [],
    products: [{ name: 'Car park', quantity: 1, amount: PLACE, isCollected: false }],
  })
  const file = await fileAnswer(key, { type: 'text/calendar', name: (id) => id, locale: 'he', make: () => 'a calendar' })
  expect(file.status).toBe(404)
  await cancelled(house.noa.visitor, resId)
  expect(await documentOf(key)).toMatchObject({ showings: [], products: [] })
})

test('the export of a customer’s data has the items bought beside tickets, with their details', async () => {
  await parked()
  const by = { visitor: house.noa.visitor, customer: await me(), caller: null, locale: 'he' as const }
  const file = (await (await dataFileOf(by)).json()) as { orders: { tickets: unknown; items: unknown }[] }
  expect(file.orders).toMatchObject([
    { tickets: null, items: [{ kind: 'parking', ...LINE, said: { plate: '12-345-67' }, isCancelled: false }] },
  ])
})

test('deleting the customer clears the details of the lines, and keeps the lines', async () => {
  const { resId } = await parked()
  const deleted = await deleteCustomerOf({ visitor: house.noa.visitor, customer: await me(), caller: null, locale: 'he' })
  expect(deleted).toMatchObject({ ok: true })
  expect(await cellOf('SELECT facts FROM order_item')).toEqual({})
  expect(await stateOf(resId)).toBe('paid')
})

/** Without isolates. */
function plain(text = ''): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}

describe('messages', () => {
  test.each([
    ['he', 'ההזמנה שלכם: Car park', 'נועה, ההזמנה אושרה.', /^שורה: Car park\. הזמנה \S+: http\S+$/],
    ['en', 'Your order: Car park', 'נועה, your order is confirmed.', /^שורה: Car park\. Order \S+: http\S+$/],
  ])('in %s name the lines of an order without seats, without mentioning tickets', async (locale, subject, greeting, sms) => {
    const orderId = await idOf((await parked()).resId, locale)
    const mail = await mailOf(orderId, 'tickets')
    expect(mail).toMatchObject({ subject, attachments: [] })
    expect(plain(mail?.text.split('\n')[0])).toBe(greeting)
    expect(mail?.text).toContain('Car park × 1')
    expect(`${mail?.text ?? ''}${mail?.html ?? ''}`).not.toMatch(/הכרטיסים (כאן|שלכם|מצורפים|עם)|\btickets\b|\bPDF\b/)
    expect(plain(await smsOf(orderId, 'tickets'))).toMatch(sms)
  })

  test('in English name show and lines of a mixed order, with the tickets attached', async () => {
    const orderId = await idOf((await mixed()).resId, 'en')
    const mail = await mailOf(orderId, 'tickets')
    expect(mail?.subject).toContain('Your tickets: ')
    expect(mail?.text).toContain('Car park × 1')
    expect(mail?.attachments).toHaveLength(2)
  })

  test.each([
    ['he', 'ההזמנה בוטלה: Car park', 'Car park. הזמנה'],
    ['en', 'Your order was cancelled: Car park', 'Car park. Order'],
  ])('in %s name the cancelled items', async (locale, subject, sms) => {
    const { resId } = await parked()
    await cancelled(house.noa.visitor, resId)
    const orderId = await idOf(resId, locale)
    const kind = String(await cellOf(`SELECT kind FROM outbox WHERE kind LIKE 'cancelled:%' LIMIT 1`))
    expect(await mailOf(orderId, kind)).toMatchObject({ subject, text: expect.stringContaining('Car park: ') })
    expect(plain(await smsOf(orderId, kind))).toContain(sms)
  })
})

test('prices are shown without a share of a percentage that was not charged on them', async () => {
  await database().query(`UPDATE service_charge SET amount_per_order = NULL, percent_rate_per_order = 10`)
  try {
    const { resId } = await mixed()
    const account = await orderAccountOf(resId, house.noa.visitor.uuid)
    expect(account?.shown.lines.at(-1)).toBe(PLACE)
    expect((await documentOfOrder(await idOf(resId)))?.products[0]?.amount).toBe(PLACE)
  } finally {
    await database().query(`UPDATE service_charge SET amount_per_order = 700, percent_rate_per_order = NULL`)
  }
})
