import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getModifiedTickets, replaceTicket } from '#lib/contract/order/changes.ts'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { getPresentation, getTicketGroups, listPresentations } from '#lib/contract/show/presentations.ts'
import { addOtherDays, cartFor, seatOn } from '#tests/support/buyers/changes.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { startApp, type RunningApp } from '#tests/support/processes/server.ts'

let app: RunningApp
beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  app = await startApp()
})
afterAll(() => app.stop())
afterEach(checkInvariants)

test('R3.20 R7.19 completes an exchange by plain calls: what may be exchanged, other seats, the difference', async () => {
  const buyer = new Buyer(app.origin)
  const { reservationIdentifier: resId } = await buyer.buy(seatOn(1, 1), seatOn(1, 2))
  const path = `/api/reservations/${resId}/modified-tickets`
  const { modifiedTickets } = readAnswer(getModifiedTickets, await buyer.get(path))
  const [bought] = modifiedTickets
  expect(bought).toMatchObject({ PresentationId: 1, ReservationIdentifier: resId })
  expect((await new Buyer(app.origin).get(path)).status).toBe(404)
  const tickets = bought?.ChosenSeats.map(({ ticketIdentifier }) => ticketIdentifier ?? '') ?? []
  const modify = { resId, lastTransactionId: bought?.LastTransactionId ?? '', tickets }
  const seats = [seatOn(2, 3), seatOn(2, 4)]
  await buyer.lock(...seats)
  const stored = await buyer.post('/api/cart', { cart: { presentations: [{ id: 2, seats: cartFor(seats).seats }], modify } })
  expect(stored.body).toMatchObject({ totals: { seatsPrice: 300, modifiedPrice: 210, balanceDue: 90, giveBack: 0 } })
  const paymentIdentifier = await buyer.payByCard(undefined, 90)
  const made = readAnswer(commitOrder, await buyer.commit(cartFor(seats, { modify, paymentIdentifier })))
  expect(made.ticketIdentifiers).toHaveLength(2)
  expect((await buyer.get(path)).status).toBe(404)
})

test('R7.44 omits ticket groups and presentations that cannot be exchanged for a reservation of the visitor', async () => {
  const buyer = new Buyer(app.origin)
  const { reservationIdentifier: resId } = await buyer.buy(seatOn(1, 5))
  const idsFor = async (visitor: Buyer) =>
    readAnswer(listPresentations, await visitor.get(`/api/presentations/?featureIds=1&modifyCart=${resId}`)).presentations.map(
      ({ id }) => id,
    )
  expect(await idsFor(buyer)).toEqual([1, 2, 3])
  expect(await idsFor(new Buyer(app.origin))).toEqual([1, 2, 3, 4, 5])
  const groups = async (id: number) =>
    readAnswer(getTicketGroups, await buyer.get(`/api/presentations/${String(id)}/ticketGroups?modifiedTickets=${resId}`)).ticketGroups
  expect(await groups(2)).toHaveLength(1)
  expect(await groups(4)).toEqual([])
  const inMode = async (visitor: Buyer, id: number, query: string) => {
    const { status, body } = await visitor.get(`/api/presentations/${String(id)}/ticketGroups?${query}`)
    return status === 200 ? getTicketGroups.answer.parse(body).ticketGroups.length : status
  }
  expect(await inMode(buyer, 4, `mode=modify&modifiedTickets=${resId}`)).toBe(0)
  expect(await inMode(buyer, 4, `mode=order&modifiedTickets=${resId}`)).toBe(1)
  expect(await inMode(buyer, 2, 'mode=modify')).toBe(400)
  expect(await inMode(new Buyer(app.origin), 2, `mode=modify&modifiedTickets=${resId}`)).toBe(404)
})

test('R7.49 the status with modifySeats is refused for what cannot be had in exchange for the visitor’s own reservation', async () => {
  const buyer = new Buyer(app.origin)
  const { reservationIdentifier: resId } = await buyer.buy(seatOn(1, 6))
  const statusOf = (visitor: Buyer, id: number, query: string) =>
    visitor.get(`/api/seats/seats-status?presentationId=${String(id)}&isReserved=1&${query}`)
  expect(await statusOf(buyer, 4, `modifySeats=${resId}`)).toMatchObject({
    status: 409,
    body: { error: 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT' },
  })
  expect((await statusOf(buyer, 2, `modifySeats=${resId}`)).status).toBe(200)
  expect((await statusOf(buyer, 4, '')).status).toBe(200)
  expect((await statusOf(new Buyer(app.origin), 4, `modifySeats=${resId}`)).status).toBe(200)
})

test('R9.31 shows its owner no handling fee in exchange for tickets that have paid one', async () => {
  const buyer = new Buyer(app.origin)
  const { reservationIdentifier: resId } = await buyer.buy(seatOn(1, 7))
  const feesFor = async (visitor: Buyer, change: string) => {
    const groups = readAnswer(getTicketGroups, await visitor.get(`/api/presentations/1/ticketGroups?modifiedTickets=${change}`))
    const one = readAnswer(getPresentation, await visitor.get(`/api/presentations/1?modifyCart=${change}`))
    const list = readAnswer(listPresentations, await visitor.get(`/api/presentations/?featureIds=1&modifyCart=${change}`))
    const listed = list.presentations.find(({ id }) => id === 1)
    return [groups, one.presentation, listed].map((shown) => shown?.serviceCharge?.amountPerOrder ?? null)
  }
  expect(await feesFor(buyer, resId)).toEqual([null, null, null])
  expect(await feesFor(buyer, '')).toEqual([7, 7, 7])
  expect(await feesFor(new Buyer(app.origin), resId)).toEqual([7, 7, 7])
})

test('R5.18 replaces a ticket on its seat by another of its group and price, for its owner only', async () => {
  const buyer = new Buyer(app.origin)
  const bought = await buyer.buy(seatOn(1, 9))
  const [ticketIdentifier = ''] = bought.ticketIdentifiers
  const path = `/api/reservations/${bought.reservationIdentifier}/replace-ticket`
  expect((await new Buyer(app.origin).post(path, { ticketIdentifier, ticketId: 13 })).status).toBe(404)
  expect((await buyer.post(path, { ticketIdentifier, ticketId: 12 })).body).toMatchObject({ error: 'REPLACEMENT_MISMATCH' })
  const made = readAnswer(replaceTicket, await buyer.post(path, { ticketIdentifier, ticketId: 13 }))
  expect(made.ticketIdentifier).not.toBe(ticketIdentifier)
})
