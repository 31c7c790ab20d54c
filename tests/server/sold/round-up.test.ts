import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { cartOf as storedCartOf, storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { FEE, newVisitor, ONE } from '#tests/support/buyers/changes.ts'
import { cartOf, CUSTOMER, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
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

async function press(uuid: string, roundUp: string, site = 'same-origin', more = ''): Promise<unknown> {
  const headers = { 'sec-fetch-site': site, 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://127.0.0.1/booking/checkout', { method: 'POST', headers, body: `roundUp=${roundUp}${more}` })
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

test('an ID number that was typed before is known afterwards, by its last digits, until its order is made', async () => {
  const uuid = await buyer()
  const shown = async () => {
    const checkout = await checkoutOf(uuid, 'he')
    expect(JSON.stringify(checkout)).not.toContain('123456782')
    return checkout.ok ? checkout.value.keptSsn : checkout.refusal.code
  }
  await press(uuid, 'yes', 'same-origin', '&ssn=12345678')
  expect(await shown()).toBeNull()
  await press(uuid, 'no', 'cross-site', '&ssn=123456782')
  expect(await shown()).toBeNull()
  await press(uuid, 'no', 'same-origin', '&ssn=123456782')
  expect(await shown()).toBe('••••••782')
  await press(uuid, 'yes')
  expect(await shown()).toBe('••••••782')
  const { ssn: _kept, ...customerInfo } = CUSTOMER
  const cart = { ...cartOf([seatAt(1, seats)], await prepareCard(uuid, ONE + FEE + NEXT)), customerInfo, donations: GIVEN }
  expect(await commit(uuid, { cart }, 'he')).toMatchObject({ ok: true })
  await lock(seatAt(2, 1), fromHere(uuid))
  expect(await shown()).toBeNull()
})
