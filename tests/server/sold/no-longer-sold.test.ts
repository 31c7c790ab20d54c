import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerAreaOf } from '#lib/server/customers/area/customer-area.ts'
import { documentOf } from '#lib/server/documents/documents.ts'
import { receiptOf, receiptsOf } from '#lib/server/documents/receipt-document.ts'
import { orderAccountOf } from '#lib/server/orders/read/order-account.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { sellMore } from '#lib/server/sold/kinds.ts'
import { boughtBy, cancelCode, cancelled, givenBack, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { FEE, ONE } from '#tests/support/buyers/changes.ts'
import { seatAt } from '#tests/support/buyers/house.ts'
import { openCarPark, parking } from '#tests/support/sold/parking.ts'

/** Orders outlive what is sold: theirs is a kind that this process does not know. */

const PLACE = 4_000
const vouchers = [{ SystemVoucherId: 7, Quantity: 1 }]
const LINE = { name: 'Car park', quantity: 1 }

const house = openCancelHouse()
let end: () => void = () => undefined
beforeAll(() => openCarPark())
beforeEach(async () => {
  await openCarPark()
  end = sellMore(parking)
})
afterAll(() => {
  end()
})

async function boughtWithSeat() {
  const bought = await boughtBy(house.noa, [seatAt(4, 4)], ONE + FEE + PLACE, { vouchers })
  end()
  return bought
}

test('an order with lines that are no longer sold is opened wherever it was before', async () => {
  const { resId } = await boughtWithSeat()
  const { visitor } = house.noa
  const reservation = await reservationOf(resId, visitor)
  expect(reservation).toMatchObject({ Quantity: 2, ResStateId: 1 })
  expect(await orderAccountOf(resId, visitor.uuid)).toMatchObject({
    products: [{ ...LINE, unitPrice: PLACE }],
    amountDue: ONE + FEE + PLACE,
  })
  expect(await documentOf(reservation?.documentKey ?? '')).toMatchObject({ products: [LINE] })
  const [receipt] = await receiptsOf(reservation?.documentKey ?? '')
  const { lines } = (await receiptOf(reservation?.documentKey ?? '', String(receipt?.number))) ?? {}
  expect(lines).toContainEqual(expect.objectContaining({ ...LINE, amount: PLACE }))
  const area = await customerAreaOf(visitor, { customerId: house.noa.customerId, signedInBy: 'mobile', isFresh: true })
  expect(area.reservations).toMatchObject([{ ReservationIdentifier: resId, canCancel: true }])
})

test('its buyer does not cancel what is no longer sold, but the seat that was bought with it', async () => {
  const { resId, tickets } = await boughtWithSeat()
  expect(await cancelCode(house.noa.visitor, resId)).toBe('CONTACT_PROVIDER')
  expect(await cancelCode(house.noa.visitor, resId, { items: tickets.slice(1) })).toBe('CONTACT_PROVIDER')
  await cancelled(house.noa.visitor, resId, { items: tickets.slice(0, 1) })
  expect(await stateOf(resId)).toBe('paid')
  expect(await givenBack()).toEqual([ONE])
})
