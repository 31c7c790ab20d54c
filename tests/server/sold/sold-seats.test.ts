import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOfOrder } from '#lib/server/documents/documents.ts'
import { factsOfOrder } from '#lib/server/messages/message-facts.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { byStart, soldSeats, type SoldSeat } from '#lib/server/sold/seat/sold-seats.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'

beforeAll(async () => {
  await freshDatabase()
  await insertShowings([
    { startsAt: '2032-03-30T20:30:00+03:00', minutes: 100 },
    { startsAt: '2032-01-05T10:00:00+02:00', minutes: 0, featureTypeId: 7, featureName: 'מוזיאון הים' },
  ])
})

/** Writes rows as they are after acts that other tests do; the triggers, which would ask for all that belongs to such an act, are off. */
async function write(sql: string): Promise<void> {
  await database().query(`BEGIN; SET LOCAL session_replication_role = replica; ${sql}; COMMIT`)
}

/** The seats of an order whose line 1 was changed, and the order of which a test may write what must not count. */
async function afterwards(change: (orderId: string, other: string) => string, state = 'paid'): Promise<readonly SoldSeat[]> {
  const [{ orderId }, { orderId: other }] = [await insertOrder(), await insertOrder({ state })]
  await write(change(orderId, other))
  return soldSeats(database(), orderId)
}

const CANCELLATION = randomUUID()
const UNTOUCHED = { usedAt: null, cancellationId: null, isExchanged: false, isSent: false, resale: null, isGone: false, isCancelled: false }

function flagsOf({ usedAt, cancellationId, isExchanged, isSent, resale, isGone, isCancelled }: SoldSeat) {
  return { usedAt, cancellationId, isExchanged, isSent, resale, isGone, isCancelled }
}

function set(what: string) {
  return (orderId: string) => `UPDATE order_seat SET ${what} WHERE order_id = '${orderId}' AND line = 1`
}

function exchanged(orderId: string, other: string): string {
  return set(`released_by = '${other}'`)(orderId)
}

function sent(orderId: string, takenBackAt = 'NULL'): string {
  return `INSERT INTO sent_ticket (order_id, line, key_hash, locale, taken_back_at) VALUES ('${orderId}', 1, '${randomUUID()}', 'he', ${takenBackAt})`
}

/** The last seat that was offered. */
let seat = 100

/** A ticket that a series pays, or that was had for one of its evenings, and its offer. */
function resold(state: string, payer = 'membership_line = 0, price = 0, service_charge = 0') {
  return (orderId: string, other: string) => `${set(payer)(orderId)};
    INSERT INTO resale (order_id, line, presentation_id, seat_id, state, share, credit, closed_at, sold_to)
    VALUES ('${orderId}', 1, 1, ${String((seat += 1))}, '${state}', 0, 0, ${state === 'offered' ? 'NULL' : 'now()'}, ${state === 'sold' ? `'${other}'` : 'NULL'})`
}

describe('a seat of an order', () => {
  test('is read as it was sold, with its show, its hall and its place', async () => {
    const { orderId } = await insertOrder()
    const seats = await soldSeats(database(), orderId)
    expect(seats.map(({ line, sectionName, rowName, seatName }) => [line, sectionName, rowName, seatName])).toEqual([
      [1, 'אולם מרכז', '7', '14'],
      [2, 'אולם מרכז', '7', '15'],
      [3, 'מדשאה', null, null],
    ])
    expect(seats[0]).toEqual({
      ...{ line: 1, ticketIdentifier: `T${orderId.replaceAll('-', '').slice(0, 18)}1`, ticketId: 1, ticketName: 'כרטיס רגיל' },
      ...{ sectionName: 'אולם מרכז', rowName: '7', seatName: '14', price: 15_000, serviceCharge: 700, discount: 0, paidByBundle: 0 },
      ...{ series: null, ...UNTOUCHED, presentationId: 1, featureId: 1, featureName: 'הגשר של אבא', featureTypeId: 1, minutes: 100 },
      ...{ startsAt: new Date('2032-03-30T20:30:00+03:00'), dayEndsAt: new Date('2032-03-31T00:00:00+03:00'), venueName: 'אולם 1' },
      ...{ locationName: 'תיאטרון החוף', city: 'תל אביב', address: 'שדרות הים 14', doorsMinutes: 30, accessibility: '' },
    })
  })

  test('is read before it is paid, and has no ticket then', async () => {
    const seats = await afterwards(set('ticket_identifier = NULL'))
    expect(seats.map(({ ticketIdentifier }) => ticketIdentifier === null)).toEqual([true, false, false])
  })

  test('was cheaper than at its full price, or not', async () => {
    expect((await afterwards(set('old_price = 18000'))).map(({ discount }) => discount)).toEqual([3000, 0, 0])
    expect((await afterwards(set('old_price = 12000'))).map(({ discount }) => discount)).toEqual([0, 0, 0])
  })

  test('was paid in part by a ticket bundle, or not', async () => {
    expect((await afterwards(set('bundle_id = 1, bundle_paid = 4000'))).map(({ paidByBundle }) => paidByBundle)).toEqual([4000, 0, 0])
  })

  test('is paid by the series of its line, which no other line of that number is', async () => {
    const seats = await afterwards((orderId, other) => {
      const items = [
        [orderId, 'donation', 0, 'תרומה'],
        [orderId, 'membership', 1, 'סדרה אחרת'],
        [orderId, 'membership', 0, 'סדרה'],
        [other, 'membership', 0, 'סדרה של אחרים'],
      ].map(([of, kind, line, name]) => `('${String(of)}', '${String(kind)}', ${String(line)}, 101, 7, '${String(name)}', 1, 40000)`)
      return `${set('membership_line = 0, price = 0, service_charge = 0')(orderId)};
        INSERT INTO order_item (order_id, kind, line, subject_id, price_id, name, quantity, unit_price) VALUES ${items.join(', ')}`
    })
    expect(seats.map(({ series }) => series)).toEqual([{ line: 0, name: 'סדרה', kind: 'membership', id: 101, priceId: 7 }, null, null])
  })

  test.each<[what: string, change: (orderId: string, other: string) => string, flags: Partial<SoldSeat>, state?: string]>([
    ['was used', set(`used_at = '2032-03-30T20:00:00+03:00'`), { usedAt: new Date('2032-03-30T20:00:00+03:00') }],
    ['was cancelled', set(`cancellation_id = '${CANCELLATION}'`), { cancellationId: CANCELLATION, isGone: true }],
    ['was given back for tickets that are paid', exchanged, { isExchanged: true, isGone: true }],
    ['is to be given back for tickets that are being paid', exchanged, {}, 'paying'],
    ['was to be given back for tickets that were not paid', exchanged, {}, 'failed'],
    ['was sent to a friend', (orderId) => sent(orderId), { isSent: true }],
    ['was sent and taken back', (orderId) => sent(orderId, 'now()'), {}],
    ['is of the number of one that was sent', (_, other) => sent(other), {}],
    ['of a series is offered for resale', resold('offered'), { resale: 'offered' }],
    ['of a series was sold on', resold('sold'), { resale: 'sold', isGone: true }],
    ['of a series was offered and taken back', resold('taken_back'), {}],
    ['of a series was offered until its show', resold('ended'), {}],
    ['had for an evening is offered', resold('offered', `evening_order = '${randomUUID()}', evening_line = 0`), { resale: 'offered' }],
    [
      'had for an evening was sold on',
      resold('sold', `evening_order = '${randomUUID()}', evening_line = 0`),
      { resale: 'sold', isGone: true },
    ],
  ])('%s: only what that says of it is so, and nothing of the others', async (_, change, flags, state) => {
    const seats = await afterwards(change, state)
    expect(seats.map(flagsOf)).toEqual([{ ...UNTOUCHED, ...flags }, UNTOUCHED, UNTOUCHED])
  })

  test('is of a presentation that was called off, or not', async () => {
    const { orderId } = await insertOrder({ presentationIds: [1, 2] })
    await write('UPDATE presentation SET is_cancelled = true WHERE presentation_id = 2')
    const seats = await soldSeats(database(), orderId)
    await write('UPDATE presentation SET is_cancelled = false WHERE presentation_id = 2')
    expect(seats.map(({ isCancelled }) => isCancelled)).toEqual([false, false, true, true, true])
    expect(seats.every(({ isGone }) => !isGone)).toBe(true)
  })
})

describe('seats of an order', () => {
  test('are in the order of its lines, or of their starts', async () => {
    const { orderId } = await insertOrder({ presentationIds: [1, 2, 1] })
    const seats = await soldSeats(database(), orderId)
    expect(seats.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(byStart(seats.toReversed()).map(({ line }) => line)).toEqual([3, 4, 1, 2, 5, 6, 7])
    const alike = seats.map((one) => ({ ...one, startsAt: new Date(0) }))
    expect(byStart(alike.toReversed()).map(({ line }) => line)).toEqual([1, 2, 5, 6, 7, 3, 4])
  })

  test('are none of an order that has none, or that there is not', async () => {
    const { orderId } = await insertOrder()
    await write(`DELETE FROM order_seat WHERE order_id = '${orderId}'`)
    expect([await soldSeats(database(), orderId), await soldSeats(database(), randomUUID())]).toEqual([[], []])
  })

  test('are found by their order', async () => {
    const client = await database().connect()
    try {
      const { orderId } = await insertOrder()
      await client.query('SET enable_seqscan = off')
      await soldSeats(client, orderId)
      const { rows } = await client.query<Record<'QUERY PLAN', string>>(`EXPLAIN EXECUTE "sold-seats" ('${orderId}')`)
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
        /Index Scan using order_seat_\w+ on order_seat s[^\n]*\n *Index Cond: \(order_id = /,
      )
    } finally {
      client.release(true)
    }
  })
})

describe('what is told of an order', () => {
  test('has the earlier presentation first; messages tell nothing of a seat that is gone', async () => {
    const { orderId } = await insertOrder({ presentationIds: [1, 2] })
    await write(set(`cancellation_id = '${CANCELLATION}'`)(orderId))
    const told = [await documentOfOrder(orderId), await factsOfOrder(orderId), await factsOfOrder(orderId, CANCELLATION)]
    const tickets = told.map((one) => one?.showings.map((showing) => [showing.presentationId, showing.tickets.length]))
    expect(tickets).toEqual([
      [
        [2, 3],
        [1, 2],
      ],
      [
        [2, 3],
        [1, 1],
      ],
      [[1, 1]],
    ])
  })

  test('counts no seat that is gone as reserved, and says which seats a series pays', async () => {
    const { orderId, reservationIdentifier } = await insertOrder()
    const holder = await holderOf(orderId)
    await write(`${set(`cancellation_id = '${CANCELLATION}'`)(orderId)};
      INSERT INTO order_item (order_id, kind, line, subject_id, price_id, name, quantity, unit_price) VALUES ('${orderId}', 'membership', 0, 101, 7, 'סדרה', 1, 40000);
      UPDATE order_seat SET membership_line = 0, price = 0, service_charge = 0 WHERE order_id = '${orderId}' AND line = 2`)
    const reserved = await reservationOf(reservationIdentifier, { uuid: holder, proof: 'cookie' })
    // The seats 15 and one without a name, and the series.
    expect(reserved).toMatchObject({ Quantity: 3, SeatNames: '15' })
    expect(reserved?.ticketIdentifiers.map((ticket) => ticket.at(-1))).toEqual(['2', '3'])
    const account = await orderAccountOf(reservationIdentifier, holder)
    expect(account?.seats.map(({ isCovered }) => isCovered)).toEqual([false, true, false])
  })
})

async function holderOf(orderId: string): Promise<string> {
  const { rows } = await database().query<{ holder: string }>('SELECT holder FROM orders WHERE order_id = $1', [orderId])
  return rows[0]?.holder ?? ''
}
