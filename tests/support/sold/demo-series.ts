import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { commitOrder } from '#lib/contract/order/orders.ts'
import { shopOrigin } from '#tests/support/browser/own-shop.ts'
import type { Person } from '#tests/support/browser/personal-area.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { cartOf, CUSTOMER } from '#tests/support/buyers/house.ts'
import type { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** The series of the demo with a map, its price for adults and its first evening. */
const SERIES = { membershipId: 21, membershipPriceId: 211 }
export const FIRST_EVENING = 3_011_016

/** Locks a free seat on all evenings of the series and stores it as the cart. @returns the seat as others find it on the first evening, and the line of the cart */
export async function lockSeries(visitor: TestVisitor): Promise<{ readonly first: HallSeat; readonly item: MembershipItem }> {
  for (const [free] of await freeRunsOf(visitor.origin, FIRST_EVENING, 1)) {
    if (!free) continue
    const { PresentationId: _first, ...seat } = free.address
    const locked = await visitor.put('/api/membership/lock-seat', { seat: { ...seat, MembershipId: SERIES.membershipId } })
    if (locked.status !== 200) continue
    const item = { ...SERIES, seat }
    const stored = await visitor.post('/api/cart', { cart: { memberships: [item] } })
    if (stored.status !== 200) throw new Error(`The series was not stored: ${JSON.stringify(stored.body)}`)
    return { first: free, item }
  }
  throw new Error('No seat is free on all evenings.')
}

/** Buys the series of the demo with somebody's number. @returns the reservation, and its seat on the first evening, as others find it */
export async function subscribed({ mobileNumber, email }: Person) {
  const buyer = new Buyer(shopOrigin)
  const { first, item } = await lockSeries(buyer)
  const paymentIdentifier = await buyer.payByCard()
  const cart = { ...cartOf([], paymentIdentifier), memberships: [item], customerInfo: { ...CUSTOMER, mobileNumber, email } }
  const { reservationIdentifier: resId } = readAnswer(commitOrder, await buyer.commit(cart))
  return { first, resId }
}
