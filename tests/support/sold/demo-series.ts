import type { MembershipItem } from '#lib/contract/membership-cart.ts'
import type { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { freeRunsOf, type HallSeat } from '#tests/support/seats/showings.ts'

/** The series of the demo with a map, its price for adults and its first evening. */
const SERIES = { membershipId: 21, membershipPriceId: 211 }
const FIRST_EVENING = 3_011_016

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
