import type { Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { checkoutOf } from './checkout.ts'
import type { CheckoutItem } from './checkout-items.ts'

/** What a visitor's cart holds that cannot be bought together with something else. */
export interface Leaving {
  /** The shows, each with its number of seats. */
  readonly shows: readonly { readonly presentationId: number; readonly name: string; readonly seats: number }[]
  /** What else is ordered, of another kind than what begins. */
  readonly items: readonly CheckoutItem[]
  readonly total: Agorot
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
    shows: presentations.map(({ id, featureName }) => ({
      presentationId: id,
      name: featureName,
      seats: seats.filter(({ presentationId }) => presentationId === id).length,
    })),
    items: others,
    total: totals.balanceDue,
  }
}
