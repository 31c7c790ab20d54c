import { expect, test } from 'vitest'
import { areaCustomerOf } from '#lib/server/customers/session/customer-session.ts'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { pdfOf } from '#lib/server/documents/pdf/document-pdf.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { modifiedTicketsOf } from '#lib/server/orders/changes/ticket-change-wire.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { admittingPasses } from '#lib/server/documents/wallet/pass-facts.ts'
import { boughtBy, cancelOf, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { buy, changing, DEAR, FEE, ONE, seatOn } from '#tests/support/buyers/changes.ts'

const house = openCancelHouse()

async function documentKeyOf(resId: string): Promise<string> {
  const { rows } = await database().query<{ document_key: string }>('SELECT document_key FROM orders WHERE reservation_identifier = $1', [
    resId,
  ])
  return rows[0]?.document_key ?? ''
}

test('removes the code of a cancelled part from document, wallet, calendar and PDF; the rest still admits', async () => {
  const { resId, tickets } = await boughtBy(house.noa, undefined, 2 * ONE + FEE + 2_500, { products: [{ id: 1, quantity: 1 }] })
  await cancelOf(house.noa.visitor, resId, { items: [tickets[0] ?? '', 'product-1'] })
  const order = await documentOf(await documentKeyOf(resId))
  if (!order) throw new Error('There is no document.')
  const shown = order.showings.flatMap((showing) => showing.tickets)
  expect(shown.map(({ ticketIdentifier, state, code }) => [ticketIdentifier, state, code !== null])).toEqual([
    [tickets[0], 'cancelled', false],
    [tickets[1], 'valid', true],
  ])
  expect(order.products).toEqual([])
  expect(order.cancellations).toMatchObject([
    {
      isWhole: false,
      tickets: 1,
      products: ['תוכנייה'],
      worth: ONE + 2_500,
      charge: 0,
      toCard: ONE + 2_500,
      last4: '0000',
      isRefunded: true,
    },
  ])
  const calendar = calendarOf(order, 'he')
  expect(calendar).toContain('STATUS:CONFIRMED')
  expect(calendar.replaceAll(/\r?\n[ \t]/g, '')).toContain('מושב 2')
  expect(calendar.replaceAll(/\r?\n[ \t]/g, '')).not.toContain('מושבים 1')
  expect(admittingPasses(order, 'he').map(({ code }) => code)).toEqual([shown[1]?.code])
  expect((await pdfOf(order, 'he')).length).toBeGreaterThan(1_000)
  expect(await orderAccountOf(resId, house.noa.visitor.uuid)).toMatchObject({ isGivenUp: false, cancellations: [{ toCard: ONE + 2_500 }] })
})

test('does not exchange a cancelled ticket', async () => {
  const old = await boughtBy(house.noa)
  await cancelOf(house.noa.visitor, old.resId, { items: old.tickets.slice(0, 1) })
  const offered = await modifiedTicketsOf(house.noa.visitor.uuid, old.resId)
  const seats = offered.ok ? offered.value.modifiedTickets.flatMap(({ ChosenSeats }) => ChosenSeats) : []
  expect(seats.map(({ ticketIdentifier }) => ticketIdentifier)).toEqual(old.tickets.slice(1))
  const both = await buy(house.noa.visitor.uuid, [seatOn(2, 3), seatOn(2, 4)], 2 * DEAR - 2 * ONE, changing(old))
  expect(both).toMatchObject({ ok: false, refusal: { code: 'ORDER_CONFLICT' } })
  const one = await buy(house.noa.visitor.uuid, [seatOn(2, 6)], DEAR - ONE, changing(old, { tickets: old.tickets.slice(1) }))
  expect(one.ok).toBe(true)
})

test('R4.30 R4.31 R4.32 shows a cancelled reservation in state 3 without content, in the history and not in the list', async () => {
  const { resId } = await boughtBy(house.noa)
  const kept = await boughtBy(house.noa, [seatOn(2, 5)], DEAR)
  await cancelOf(house.noa.visitor, resId)
  const found = await reservationOf(resId, house.noa.visitor)
  expect(found).toMatchObject({
    ResStateId: 3,
    Quantity: 0,
    SectionName: '',
    RowNames: '',
    SeatNames: '',
    IsUnpaid: false,
    documentKey: null,
  })
  const customer = await areaCustomerOf(house.noa.visitor)
  if (!customer) throw new Error('Nobody is signed in.')
  const { reservations } = await customerAreaOf(house.noa.visitor, customer)
  expect(reservations.map(({ ReservationIdentifier, isUpcoming, ResStateId }) => [ReservationIdentifier, isUpcoming, ResStateId])).toEqual([
    [kept.resId, true, 1],
    [resId, false, 3],
  ])
  const order = await documentOf(await documentKeyOf(resId))
  expect(order?.showings.flatMap(({ tickets }) => tickets).map(({ state, code }) => [state, code])).toEqual([
    ['cancelled', null],
    ['cancelled', null],
  ])
  expect(order && calendarOf(order, 'he')).toContain('STATUS:CANCELLED')
})
