import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'

type Item = NonNullable<StoredCart['memberships']>[number]

/** One series of the purchase, as the walker above the map shows it. */
export interface WalkedSeries {
  readonly membership: Membership
  /** Its items in the cart. */
  readonly items: readonly Item[]
  readonly isDone: boolean
}

/** The series of a cart in the order in which they were chosen; those without fixed seats are done from the start. */
export function walkOf(items: readonly Item[], memberships: ReadonlyMap<number, Membership>): readonly WalkedSeries[] {
  return [...Map.groupBy(items, ({ membershipId }) => membershipId)].flatMap(([id, own]) => {
    const membership = memberships.get(id)
    if (!membership) return []
    return [{ membership, items: own, isDone: membership.isSkipMemberSeat || own.every(({ seat }) => seat != null) }]
  })
}

/** The series whose seats are to be chosen after one of the walk: the next that is not done, from there around. undefined: all are done. */
export function nextToSeat(walk: readonly WalkedSeries[], after: number): WalkedSeries | undefined {
  const at = walk.findIndex(({ membership }) => membership.id === after)
  return [...walk.slice(at + 1), ...walk.slice(0, at + 1)].find(({ isDone }) => !isDone)
}
