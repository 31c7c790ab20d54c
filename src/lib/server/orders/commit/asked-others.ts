import type { StoredCart } from '#lib/contract/order/order-cart.ts'

/** The arrays of a cart that hold neither seats nor products. */
export type AskedOthers = Pick<StoredCart, 'memberships' | 'vouchers' | 'donations' | 'films'>

/** Vouchers and donations go beside seats; memberships and films are not paid while seats are. Kinds of which there is nothing are left out. */
export function askedOthers(stored: StoredCart | null, hasSeats: boolean): AskedOthers {
  const { memberships = [], vouchers = [], donations = [], films = [] } = stored ?? {}
  return {
    ...(memberships.length > 0 && !hasSeats && { memberships }),
    ...(vouchers.length > 0 && { vouchers }),
    ...(donations.length > 0 && { donations }),
    ...(films.length > 0 && !hasSeats && { films }),
  }
}
