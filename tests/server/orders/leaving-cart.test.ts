import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { leavingCart } from '#lib/server/orders/commit/leaving-cart.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { countdown } from '#tests/support/browser/countdown.ts'
import { addOtherDays, cartFor, DEAR, newVisitor, ONE, seatOn } from '#tests/support/buyers/changes.ts'
import { buildHouse, emptyHouse, fromHere } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addDonations, PUPIL, SIXTY } from '#tests/support/sold/donations.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addOtherDays()
  await addDonations()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

test('what leaves a cart is each show at its own price with the time that it is held for, and each product, whatever the order costs', async () => {
  const uuid = await newVisitor()
  const seats = [seatOn(1, 1), seatOn(1, 2), seatOn(2, 1)]
  for (const seat of seats) expect(await lock(seat, fromHere(uuid))).toMatchObject({ ok: true })
  const expectLeft = countdown()
  await database().query(`UPDATE seat_claim SET expires_at = now() + interval '408 seconds' WHERE presentation_id = 1 AND seat_id = 1002`)
  const presentations = [1, 2].map((id) => ({ id, seats: cartFor(seats).seats.filter(({ ticket }) => ticket.prsntId === id) }))
  expect(await storeCartOf(uuid, { presentations, products: [{ id: 1, quantity: 2 }] })).toMatchObject({ ok: true })
  const left = await leavingCart(uuid, 'he', 'films')
  expect(left).toMatchObject({
    shows: [
      { presentationId: 1, amount: 2 * ONE, seats: [{ seatName: '1', rowName: '1' }, { seatName: '2' }] },
      { presentationId: 2, amount: DEAR },
    ],
    products: [{ name: 'תוכנייה', quantity: 2, amount: 5_000 }],
    items: [],
  })
  expectLeft(left?.shows[0]?.secondsLeft, 408)
  expect(left?.shows[1]?.secondsLeft).toBeGreaterThan(408)
})

test('a cart of donations alone leaves for a film, and stays where donations begin', async () => {
  const uuid = await newVisitor()
  await storeCartOf(uuid, { donations: [PUPIL] })
  expect(await leavingCart(uuid, 'he', 'films')).toMatchObject({
    shows: [],
    items: [{ name: 'יעד 1: תלמיד', amount: SIXTY }],
    products: [],
  })
  expect(await leavingCart(uuid, 'he', 'donations')).toBeUndefined()
})
