import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { FEE, newVisitor, ONE } from '#tests/support/buyers/changes.ts'
import { fromHere, lineOf, seatAt } from '#tests/support/buyers/house.ts'
import { addDonations } from '#tests/support/sold/donations.ts'

openCancelHouse()
beforeAll(addDonations)

const { takeRoundUp } = (await import(resolve('src/pages/booking/checkout/_round-up.ts'))) as {
  takeRoundUp: (asked: object) => Promise<void>
}

let seats = 0

async function buyer(): Promise<string> {
  const uuid = await newVisitor()
  const seat = seatAt(1, (seats += 1))
  await lock(seat, fromHere(uuid))
  await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seat)] }] })
  return uuid
}

async function press(uuid: string, roundUp: string, site = 'same-origin'): Promise<unknown> {
  const headers = { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://127.0.0.1/booking/checkout', { method: 'POST', headers, body: `roundUp=${roundUp}` })
  await takeRoundUp({ request, locals: { visitor: { uuid }, locale: 'he' } })
  return (await storedCartOf(uuid))?.donations ?? []
}

/** To the next ten shekels; the house takes nothing under ₪5. */
const NEXT = [0, 1_000].map((more) => 1_000 - ((ONE + FEE) % 1_000) + more).find((amount) => amount >= 500) ?? 0
const GIVEN = [{ donationId: 1, donationDetailId: 13, quantity: 1, customAmount: NEXT / 100 }]

test('R2.47 an order is rounded up by the form of the page of details, once, and no longer when it is taken back', async () => {
  const uuid = await buyer()
  expect(await press(uuid, 'yes')).toEqual(GIVEN)
  expect(await press(uuid, 'yes')).toEqual(GIVEN)
  expect(await press(uuid, 'no')).toEqual([])
  expect(await press(uuid, 'no')).toEqual([])
})

test('another site rounds no order up', async () => {
  const uuid = await buyer()
  expect(await press(uuid, 'yes', 'cross-site')).toEqual([])
})
