import type { Agorot } from '#lib/domain/money/money.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { Locale } from '#lib/text/locales.ts'
import { checkoutOf } from './checkout.ts'
import type { CheckoutItem } from './checkout-items.ts'

/** What a visitor's cart holds that cannot be bought together with something else. */
export interface Leaving {
  readonly shows: readonly LeavingShow[]
  /** What else is ordered, of another kind than what begins. */
  readonly items: readonly CheckoutItem[]
  readonly total: Agorot
}

/** A show whose seats are held. */
export interface LeavingShow {
  readonly presentationId: number
  readonly name: string
  /** ms since 1970 */
  readonly startsAt: number
  readonly seats: readonly Pick<OrderSeat, 'sectionName' | 'rowName' | 'seatName'>[]
}

/** What leaves the cart if the visitor begins to order memberships, vouchers, donations or a film (spec §4); undefined if it holds nothing else. */
export async function leavingCart(
  uuid: string,
  locale: Locale,
  begins: 'memberships' | 'vouchers' | 'donations' | 'films' = 'memberships',
): Promise<Leaving | undefined> {
  const checkout = await checkoutOf(uuid, locale)
  if (!checkout.ok) return undefined
  const { presentations, seats, totals, items, asked } = checkout.value
  const others = Object.keys(asked).some((field) => field !== begins) ? items : []
  if (seats.length === 0 && others.length === 0) return undefined
  return {
    shows: presentations.map(({ id, featureName, dateTime }) => ({
      presentationId: id,
      name: featureName,
      startsAt: Date.parse(dateTime),
      seats: seats.filter(({ presentationId }) => presentationId === id),
    })),
    items: others,
    total: totals.balanceDue,
  }
}
